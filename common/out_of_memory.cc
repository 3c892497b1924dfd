// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/out_of_memory.h"

#include <unistd.h>

#include <cstring>
#include <new>

namespace seawind {
namespace {

const char* ending_program = "";
int ending_code = 0;

void print(const char* text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
}

}  // namespace

void exit_when_out_of_memory(const char* program, int exit_code) {
  ending_program = program;
  ending_code = exit_code;
  std::set_new_handler([] {  // must not allocate
    print(ending_program);
    print(": out of memory\n");
    _exit(ending_code);
  });
}

}  // namespace seawind
