// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/host/examination.h"

#include <chrono>
#include <utility>

#include "common/error.h"
#include "common/printable.h"
#include "common/program_output.h"
#include "namespaces/programs.h"

namespace seawind::lab {
namespace {

constexpr std::chrono::seconds kLimit{20};
constexpr std::size_t kMostBytes = 256 * 1024;
constexpr std::size_t kShown = 300;  // bytes of its messages

}  // namespace

std::string examine(const std::filesystem::path& folder, const std::vector<std::string>& peers,
                    const std::vector<std::string>& interfaces) {
  std::vector<std::string> arguments{find_program("seawind").string(), "doctor", "--host",
                                     "--json"};
  for (const std::string& peer : peers) arguments.push_back("--peer=" + peer);
  for (const std::string& interface : interfaces) arguments.push_back("--wire=" + interface);
  const auto refuse = [](const std::string& why) {
    throw Error("cannot examine this host: `seawind doctor`: " + why);
  };
  auto found = program_output(
      {.arguments = std::move(arguments), .folder = folder.string(), .dies_with_parent = true},
      kLimit, kMostBytes + 1);
  if (!found) refuse("it did not end in time");
  if (found->output.size() > kMostBytes) refuse("its output is too long");
  if (found->output.empty()) refuse("it prints nothing: " + excerpt(found->messages, kShown));
  return std::move(found->output);
}

}  // namespace seawind::lab
