// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/import/formats.h"

#include <fmt/format.h>

#include <cstdlib>

#include "common/config/content.h"
#include "common/config/tree.h"
#include "common/whole_file.h"
#include "controller/import/readers.h"

namespace seawind::importer {
namespace {

namespace fs = std::filesystem;
using Kind = Format::Kind;

void read_tc_described(const std::vector<Source>& sources, const FindTable& find_table,
                       Draft& draft, Diagnostics& problems) {
  read_tc(sources, find_table, draft, problems);
  draft.description = "tc:";
  for (const Source& source : sources)
    draft.description += " " + (source.path.empty() ? source.text : source.name);
}

/// The trace as the profile names it, relative to the profile's folder.
std::string named_from(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path from = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  const fs::path to = fs::weakly_canonical(file, error);
  const fs::path relative = to.lexically_relative(from);
  return (relative.empty() ? to : relative).generic_string();
}

}  // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> kAll = {
      {"mahimahi", "UPLINK DOWNLINK [COMMAND]", 2, 3,
       [](std::size_t i) { return i < 2 ? Kind::kFile : Kind::kEither; },
       [](const auto& sources, const auto&, auto& draft, auto& problems) {
         read_mahimahi(sources, draft, problems);
       }},
      {"netem", "COMMANDS [UPLINK-COMMANDS]", 1, 2, [](std::size_t) { return Kind::kEither; },
       read_tc_described},
      {"netemu", "FILE [PROFILE]", 1, 2,
       [](std::size_t i) { return i == 0 ? Kind::kFile : Kind::kText; }, read_netemu},
      {"preset", "BROWSER:NAME", 1, 1, [](std::size_t) { return Kind::kText; },
       [](const auto& sources, const auto&, auto& draft, auto& problems) {
         read_preset(sources, draft, problems);
       }},
      {"rattan", "FILE", 1, 1, [](std::size_t) { return Kind::kFile; },
       [](const auto& sources, const auto&, auto& draft, auto& problems) {
         read_rattan(sources, draft, problems);
       }},
  };
  return kAll;
}

std::vector<Source> load_sources(const Format& format, const std::vector<std::string>& arguments,
                                 const fs::path& folder, Diagnostics& problems) {
  const bool traces = std::string_view(format.name) == "mahimahi";
  std::vector<Source> sources;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const Kind kind = format.kind(i);
    std::error_code error;
    const bool is_text =
        kind == Kind::kText || (kind == Kind::kEither && !fs::exists(argument, error) &&
                                argument.find_first_of(" \t\n") != std::string::npos);
    if (is_text) {
      sources.push_back({fmt::format("argument {}", i + 1), argument, {}});
      continue;
    }
    const std::size_t most = traces && i < 2 ? config::kLargestContent : config::kLargestFile;
    if (auto text = config::read_text(argument, most, problems))
      sources.push_back({argument, std::move(*text), named_from(folder, argument)});
  }
  return sources;
}

std::optional<std::string> find_netem_table(const std::string& name) {
  std::vector<fs::path> places;
  if (name.find('/') != std::string::npos || name.ends_with(".dist")) {
    places.emplace_back(name);
  } else {
    if (const char* folder = std::getenv("TC_LIB_DIR")) places.push_back(fs::path(folder));
    for (const char* folder : {"/usr/lib/tc", "/usr/lib64/tc", "/usr/share/tc", "/lib/tc",
                               "/usr/lib/x86_64-linux-gnu/tc", "/usr/lib/aarch64-linux-gnu/tc"})
      places.emplace_back(folder);
    for (fs::path& place : places) place /= name + ".dist";
  }
  for (const fs::path& place : places) {
    auto found = try_read_whole_file(place, config::kLargestContent);
    if (found.problem.empty()) return std::move(found.text);
  }
  return {};
}

std::string import_profile(const Format& format, const std::vector<Source>& sources,
                           const std::string& name, const FindTable& find_table,
                           Diagnostics& problems) {
  Draft draft;
  format.read(sources, find_table, draft, problems);
  if (!problems.empty()) return {};
  draft.origin =
      fmt::format("From `seawind import {}`; the source of each value is behind it.", format.name);
  return write_profile(draft, name, problems);
}

}  // namespace seawind::importer
