// SPDX-License-Identifier: GPL-3.0-or-later
// The hop the offline commands run: a profile and the routers around it, read and checked like
// those of a test set.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "common/config_reader.h"
#include "common/diagnostics.h"
#include "emulator/api/link.pb.h"

namespace seawind {

/// The router in front of a downlink whose input queue needs one when none is chosen.
inline constexpr const char* kUsualRouter = "tail-drop-20";

struct HopChoice {
  std::string profile;  // a name in profiles/, or a file
  std::string router;   // in front of the downlink; empty: kUsualRouter where one is needed
  std::string uplink_router;
  std::filesystem::path configs;
  std::uint64_t seed = 1;
  /// Where names are looked up instead of ./, beside the file that names them, and `configs`.
  std::optional<SearchPath> search = {};
};

struct LoadedHop {
  HopSpec spec;
  std::string router;  // of the downlink, as found; empty: none
};

/// Names are looked up in ./ and in the configuration folder, unless `search` says where. Nothing
/// when there are problems.
std::optional<LoadedHop> load_hop(const HopChoice& choice, Diagnostics& problems);

/// The file a name or path stands for; empty and a problem (at `option` of the command line) when
/// there is none.
std::filesystem::path find_config(const std::string& kind, const std::string& reference,
                                  const std::filesystem::path& configs, const std::string& option,
                                  Diagnostics& problems);

/// Reads and checks one profile file.
bool read_profile(const std::filesystem::path& file, const std::filesystem::path& configs,
                  LinkProfile& out, Diagnostics& problems);

}  // namespace seawind
