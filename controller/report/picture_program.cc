// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/picture_program.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "common/allowed_calls.h"
#include "common/error.h"
#include "common/memory_file.h"
#include "common/rights.h"

namespace seawind {
namespace {

/// Async-signal-safe. The user stays the same, and a kernel without filters is accepted. The
/// priority is low, so that a picture of a campaign that runs does not delay its programs.
bool confine(const std::string& filter) {
  constexpr int kNiceness = 10;  // added to that of this process, at most 19
  if (setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + kNiceness) != 0) return false;
  const rlimit none{0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return false;
  try {
    restrict_rights({});
  } catch (const Error&) {
    return false;
  }
  load_filter(filter);
  return true;
}

constexpr std::chrono::seconds kTimeout{120};

}  // namespace

ProgramOutput run_picture_program(const PictureProgram& program) {
  constexpr auto kTried = "write a file in memory";
  const Fd input = memory_file(kTried, program.input);
  const Fd data = memory_file(kTried, program.data);
  const std::string filter = filter_without_processes();
  const char* const home = std::getenv("HOME");  // fontconfig has its cache there
  try {
    auto output =
        program_output({.arguments = program.arguments,
                        .environment = {{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
                                         fmt::format("HOME={}", home ? home : "/")}},
                        .files = {input.get(), kNothing, kNothing, data.get()},
                        .folder = "/",
                        .dies_with_parent = true,
                        .prepare = [&filter] { return confine(filter); }},
                       kTimeout);
    // A program that is out of memory may wait for ever.
    if (!output)
      throw Error(fmt::format("`{}` has not ended within {} s", program.arguments.front(),
                              kTimeout.count()));
    return std::move(*output);
  } catch (const SystemError& error) {
    if (error.number() != ENOENT) throw;
    throw Error(fmt::format("{}; install the package {}", error.what(), program.package));
  }
}

}  // namespace seawind
