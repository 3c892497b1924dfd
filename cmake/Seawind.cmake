# SPDX-License-Identifier: GPL-3.0-or-later
# Helpers: warnings are errors for Seawind's own code; one call per library, executable, proto file
# and test.

add_library(seawind_flags INTERFACE)
target_compile_options(seawind_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang) # as g++ understands -Wconversion
  target_compile_options(seawind_flags INTERFACE -Wno-sign-conversion)
endif()
if(SEAWIND_SANITIZE)
  # lld: linking is a seventh of this build with the system's own linker, and a thirtieth with it.
  target_compile_options(seawind_flags INTERFACE -fsanitize=${SEAWIND_SANITIZE})
  target_link_options(seawind_flags INTERFACE -fsanitize=${SEAWIND_SANITIZE} -fuse-ld=lld)
endif()
if(SEAWIND_SANITIZE MATCHES thread)
  target_compile_options(seawind_flags INTERFACE -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/tsan_ignored.txt)
endif()
if(SEAWIND_SANITIZE MATCHES address)
  target_compile_definitions(seawind_flags INTERFACE SEAWIND_SANITIZED)
  # Left out: what costs half of compiling and what AddressSanitizer or a fault finds as well.
  target_compile_options(seawind_flags INTERFACE -fno-sanitize-recover=undefined
                                                 -fno-sanitize=null,vptr,object-size,alignment)
endif()

# seawind_library(NAME SOURCES... LINK TARGETS...): includes are written from the repository root.
function(seawind_library name)
  cmake_parse_arguments(ARG "OBJECT" "" "LINK" ${ARGN})
  if(ARG_OBJECT)
    add_library(${name} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  else()
    add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  endif()
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE seawind_flags)
  # Coverage for libFuzzer. Programs and tests use the same objects: it costs them little, and a second
  # build of the libraries would cost minutes. The window is not fuzzed.
  if(SEAWIND_FUZZ AND NOT name MATCHES "_gui")
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# seawind_embed(LIST FILE CONSTANT HEADER): appends to LIST a header, generated in this folder's place, with
# the text of FILE as CONSTANT.
function(seawind_embed list file constant header)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set(out ${PROJECT_BINARY_DIR}/generated/${folder}/${header})
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DIN=${CMAKE_CURRENT_SOURCE_DIR}/${file} -DOUT=${out} -DNAME=${constant} -P
            ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
    VERBATIM)
  set(${list} ${${list}} ${out} PARENT_SCOPE)
endfunction()

function(seawind_executable name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} seawind_flags)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endfunction()

# GoogleTest's headers are most of what compiling a test costs: read once for all of them.
if(SEAWIND_TESTS)
  file(WRITE ${PROJECT_BINARY_DIR}/generated/tests_pch.cc "")
  add_library(seawind_tests_pch OBJECT ${PROJECT_BINARY_DIR}/generated/tests_pch.cc)
  target_compile_options(seawind_tests_pch PRIVATE -pthread $<$<CONFIG:RelWithDebInfo>:-O0;-g0>)
  target_precompile_headers(seawind_tests_pch PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  target_link_libraries(seawind_tests_pch PRIVATE GTest::gmock GTest::gtest seawind_flags)
endif()

# As clang understands both: g++ also warns of `if (a) EXPECT_EQ(b, c);`, and of members that a designated
# initializer leaves at zero. The sanitizers' build, which is clang's, must not accept what release rejects.
set(SEAWIND_TEST_WARNINGS $<$<CXX_COMPILER_ID:GNU>:-Wno-dangling-else;-Wno-missing-field-initializers>)

# Every test executable that needs no namespace: what the sanitizers run over.
add_custom_target(unit_tests)
# What runs in real time, and is therefore tested optimized: the programs, and the tests that use them.
add_custom_target(system_tests)

# seawind_test(NAME SOURCES... LINK TARGETS... [LABELS system]): a GoogleTest executable, one test for
# ctest.
function(seawind_test name)
  cmake_parse_arguments(ARG "" "" "LINK;LABELS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE SEAWIND_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                             SEAWIND_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gmock GTest::gtest GTest::gtest_main
                                        seawind_flags)
  # Release tests link optimized libraries. The test code itself is not optimized, which halves its
  # compilation time.
  target_compile_options(${name} PRIVATE -pthread ${SEAWIND_TEST_WARNINGS} $<$<CONFIG:RelWithDebInfo>:-O0;-g0>)
  target_precompile_headers(${name} REUSE_FROM seawind_tests_pch)
  if("system" IN_LIST ARG_LABELS)
    add_dependencies(system_tests ${name})
  else()
    add_dependencies(unit_tests ${name})
  endif()
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
endfunction()

# seawind_proto(NAME path/from/root.proto [GRPC] LINK TARGETS...): C++ from a .proto, included as
# "path/from/root.pb.h".
function(seawind_proto name proto)
  cmake_parse_arguments(ARG "GRPC" "" "LINK" ${ARGN})
  string(REGEX REPLACE "\\.proto$" "" stem ${proto})
  set(gen ${PROJECT_BINARY_DIR}/generated)
  set(out ${gen}/${stem}.pb.cc ${gen}/${stem}.pb.h)
  set(grpc_args)
  if(ARG_GRPC)
    list(APPEND out ${gen}/${stem}.grpc.pb.cc ${gen}/${stem}.grpc.pb.h)
    set(grpc_args --grpc_out=${gen} --plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>)
  endif()
  file(MAKE_DIRECTORY ${gen})
  add_custom_command(
    OUTPUT ${out}
    COMMAND protobuf::protoc -I${PROJECT_SOURCE_DIR} --cpp_out=${gen} ${grpc_args}
            ${PROJECT_SOURCE_DIR}/${proto}
    DEPENDS ${PROJECT_SOURCE_DIR}/${proto}
    VERBATIM)
  add_library(${name} STATIC ${out})
  target_compile_options(${name} PRIVATE -g0 $<$<CONFIG:RelWithDebInfo>:-O1>) # half the time to compile
  target_include_directories(${name} SYSTEM PUBLIC ${gen})
  target_link_libraries(${name} PUBLIC protobuf::libprotobuf ${ARG_LINK})
  if(ARG_GRPC)
    target_link_libraries(${name} PUBLIC gRPC::grpc++)
  endif()
endfunction()

# Qt's and QCustomPlot's headers are most of what compiling a part of the window costs: read once.
if(SEAWIND_WINDOW)
  file(WRITE ${PROJECT_BINARY_DIR}/generated/gui_pch.cc "")
  add_library(seawind_gui_pch OBJECT ${PROJECT_BINARY_DIR}/generated/gui_pch.cc)
  target_compile_options(seawind_gui_pch PRIVATE -pthread)
  target_precompile_headers(seawind_gui_pch PRIVATE <QtWidgets> <qcustomplot.h>)
  set(SEAWIND_GUI_LIBRARIES Qt6::Widgets Qt6::Concurrent Qt6::Svg QCustomPlotQt6::QCustomPlotQt6)
  target_link_libraries(seawind_gui_pch PRIVATE ${SEAWIND_GUI_LIBRARIES} seawind_flags)
endif()

# seawind_meta_objects(TARGET): Qt's meta objects of the headers that are sources or stand beside them. Unlike
# AUTOMOC, moc reads no included header, which is nearly all of its time, and its output is compiled with the rest.
function(seawind_meta_objects name)
  get_target_property(sources ${name} SOURCES)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(source ${sources})
    get_filename_component(stem ${source} NAME_WE)
    set(header ${CMAKE_CURRENT_SOURCE_DIR}/${stem}.h)
    if(IS_ABSOLUTE ${source} OR NOT EXISTS ${header})
      continue()
    endif()
    set(out ${PROJECT_BINARY_DIR}/generated/${folder}/moc_${stem}.cc)
    add_custom_command(OUTPUT ${out} COMMAND Qt6::moc --no-notes -f ${folder}/${stem}.h -o ${out} ${header}
                       DEPENDS ${header} VERBATIM)
    target_sources(${name} PRIVATE ${out})
  endforeach()
endfunction()

# seawind_gui_library(NAME SOURCES... LINK TARGETS...): a library with Qt's meta objects.
function(seawind_gui_library name)
  seawind_library(${name} ${ARGN})
  seawind_meta_objects(${name})
  target_link_libraries(${name} PUBLIC ${SEAWIND_GUI_LIBRARIES}) # all alike, for the precompiled header
  target_compile_options(${name} PRIVATE -pthread)
  target_precompile_headers(${name} REUSE_FROM seawind_gui_pch)
endfunction()

# seawind_gui_test(NAME SOURCES... LINK TARGETS...): GoogleTest with an application on the offscreen
# platform (tests/gui/main.cc) and QTest's events.
function(seawind_gui_test name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS} ${PROJECT_SOURCE_DIR}/tests/gui/main.cc)
  seawind_meta_objects(${name})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE SEAWIND_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                             SEAWIND_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} seawind_gui_base ${SEAWIND_GUI_LIBRARIES} Qt6::Test GTest::gmock
                                        GTest::gtest seawind_flags)
  target_compile_options(${name} PRIVATE -pthread ${SEAWIND_TEST_WARNINGS})
  target_precompile_headers(${name} REUSE_FROM seawind_gui_pch)
  add_dependencies(unit_tests ${name})
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES LABELS gui ENVIRONMENT
    "QT_QPA_PLATFORM=offscreen;LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/gui/lsan.supp:print_suppressions=0")
endfunction()
