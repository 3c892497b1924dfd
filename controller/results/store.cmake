# SPDX-License-Identifier: GPL-3.0-or-later
seawind_embed(schema_header schema.sql kSchemaSql schema_sql.h)
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
