// SPDX-License-Identifier: GPL-3.0-or-later
// The hop of the offline commands: a profile and the routers around it, read and checked like those
// of a test set.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "common/config_reader.h"
#include "common/diagnostics.h"
#include "emulator/api/link.pb.h"

namespace seawind {

/// The router used by default in front of a downlink whose input queue requires one.
inline constexpr const char* kDefaultRouter = "tail-drop-20";

struct HopChoice {
  std::string profile;  // a name in profiles/, or a file
  std::string router;   // of the downlink; empty: kDefaultRouter where one is required
  std::string uplink_router;
  std::filesystem::path configs;
  std::uint64_t seed = 1;
  /// Replaces the default places for names: ./, beside the file that names them, and `configs`.
  std::optional<SearchPath> search = {};
};

struct LoadedHop {
  HopSpec spec;
  std::string router;  // of the downlink, after the default; empty: none
};

/// Loads the hop. Names are looked up in ./ and in the configuration folder, unless `search` is
/// set. Adds the warnings of `seawind validate`. Returns nothing when there are problems.
std::optional<LoadedHop> load_hop(const HopChoice& choice, Diagnostics& problems);

/// The file for a name or path. Returns an empty path and adds a problem (at `option` of the
/// command line) when there is no such file.
std::filesystem::path find_config(const std::string& kind, const std::string& reference,
                                  const std::filesystem::path& configs, const std::string& option,
                                  Diagnostics& problems);

}  // namespace seawind
