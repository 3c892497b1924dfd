// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a change to a link: of a test set's timeline before the run, or by hand while the link
// runs. Problems have the texts of the reader and of the rules for profiles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "controller/testset/cross_checks.h"

namespace seawind {

/// Applies the keys of `change` that are in the document at `path` to the direction. A key without
/// a value switches its parameter off.
void apply_direction(const LinkDirection& change, const Locations& places, const std::string& path,
                     LinkDirection& to);

/// Whether a link with the channel `running` can be changed to the profile. One without channel
/// states fits any channel, which then continues.
bool fits_channel(const LinkProfile& profile, const Channel& running);

/// A change of a running link as the user writes it. Its parts are applied in this order.
struct LinkEdit {
  std::string profile{};  // name or file of the link's new profile; empty: unchanged
  std::string router{};   // of the downlink: a name, a file or "off"; empty: unchanged
  std::vector<std::pair<std::string, std::string>> set{};  // {"downlink.rate_base", "32kbit/s"}
};

/// The case of a running link.
struct RunningCase {
  const TestSet& test_set;
  const Workload& workload;  // routers may name its flows
  int first_port;            // port of the sink of its first flow
};

/// The configuration that `running` changes to. A profile whose channel does not fit is a problem,
/// and outages of the test set's timeline stay. Returns nothing when there are problems, located at
/// "--profile", "--router" or "--set PATH" unless they are in a file. `search`: where names are
/// looked up.
std::optional<HopSpec> edited_link(const LinkEdit& edit, const HopSpec& running,
                                   const RunningCase& where, const SearchPath& search,
                                   Diagnostics& problems);

/// A parameter whose value differs. Values as YAML writes them; `off`: none.
struct Difference {
  std::string path;  // "link.downlink.rate_base", "downlink_router.root.tail_drop"
  std::string before;
  std::string after;
};
std::vector<Difference> differences(const HopSpec& before, const HopSpec& after);

}  // namespace seawind
