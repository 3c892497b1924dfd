// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/generator_logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "common/error.h"

namespace seawind {
namespace {

bool any_begins(const std::vector<std::string>& arguments, std::string_view text) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const std::string& word) { return word.starts_with(text); });
}

bool any_has(const std::vector<std::string>& arguments, std::string_view text) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const std::string& word) { return word.find(text) != std::string::npos; });
}

/// The log's name without .jsonl.
std::string stem_of(const std::string& log) {
  constexpr std::string_view kEnding = ".jsonl";
  return log.ends_with(kEnding) ? log.substr(0, log.size() - kEnding.size()) : log;
}

}  // namespace

std::vector<std::string> log_arguments(const std::string& log,
                                       const std::vector<std::string>& arguments) {
  std::vector<std::string> out{"--log=" + log, fmt::format("--log-fd={}", kLogDescriptor)};
  if (!any_begins(arguments, "--argv=")) return out;
  out.push_back("--output=" + stem_of(log) + ".output.txt");
  out.push_back(fmt::format("--output-fd={}", kOutputDescriptor));
  if (any_has(arguments, "{log}"))
    out.push_back(fmt::format("--program-log-fd={}", kProgramLogDescriptor));
  return out;
}

std::vector<Fd> open_generator_logs(const Directory& root, const std::string& log,
                                    const std::vector<std::string>& arguments) {
  std::vector<std::string> names{log};
  if (any_begins(arguments, "--output-fd=")) names.push_back(stem_of(log) + ".output.txt");
  if (any_begins(arguments, "--program-log-fd=")) names.push_back(stem_of(log) + ".program.log");
  std::vector<Fd> files;
  try {
    for (const auto& name : names) files.push_back(root.create(name));
  } catch (const Error&) {
    for (std::size_t made = 0; made < files.size(); ++made) root.remove(names[made]);
    throw;
  }
  return files;
}

}  // namespace seawind
