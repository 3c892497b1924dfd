// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/vitals.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "common/error.h"

namespace seawind::soak {
namespace {

int entries(const std::string& directory) {
  const std::filesystem::directory_iterator begin(directory);
  return static_cast<int>(std::distance(begin, {}));
}

}  // namespace

Vitals vitals_of(pid_t pid) {
  Vitals found;
  const auto process = fmt::format("/proc/{}", pid);
  std::ifstream smaps(process + "/smaps_rollup");
  for (std::string line; std::getline(smaps, line);) {
    if (line.rfind("Rss:", 0) == 0) found.resident_kb = std::stoll(line.substr(4));
    if (line.rfind("Anonymous:", 0) == 0) found.anonymous_kb = std::stoll(line.substr(10));
  }
  if (found.resident_kb == 0) throw Error(process + "/smaps_rollup says nothing: has it ended?");
  found.descriptors = entries(process + "/fd");
  found.threads = entries(process + "/task");
  return found;
}

}  // namespace seawind::soak
