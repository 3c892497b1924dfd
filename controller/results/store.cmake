# SPDX-License-Identifier: GPL-3.0-or-later
# Converts schema.sql to a string constant at build time.
set(schema_header ${PROJECT_BINARY_DIR}/generated/controller/results/schema_sql.h)
add_custom_command(
  OUTPUT ${schema_header}
  COMMAND ${CMAKE_COMMAND} -DIN=${CMAKE_CURRENT_SOURCE_DIR}/schema.sql -DOUT=${schema_header} -P
          ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
  DEPENDS schema.sql ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
  VERBATIM)
seawind_library(
  seawind_store
  attempts.cc
  sqlite.cc
  store.cc
  store_version.cc
  verbatim_vfs.cc
  ${schema_header}
  LINK
  seawind_common
  SQLite::SQLite3
  fmt::fmt)
target_include_directories(seawind_store PRIVATE ${PROJECT_BINARY_DIR}/generated)
