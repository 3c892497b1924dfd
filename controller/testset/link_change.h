// SPDX-License-Identifier: GPL-3.0-or-later
// What a change makes of a link: of one that will run (a test set's timeline) or that runs (by
// hand). The texts about what is wrong are those of the reader and of the rules of a profile.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "controller/testset/cross_checks.h"

namespace seawind {

/// The keys of `change` that stand in the document at `path`, over what the direction has. A key
/// without a value is `off`.
void apply_direction(const LinkDirection& change, const Places& places, const std::string& path,
                     LinkDirection& to);

/// A change of a running link, as somebody writes it. It is made in this order.
struct LinkEdit {
  std::string profile{};  // the link becomes this profile: a name or a file; empty: it stays
  std::string router{};   // in front of the downlink: a name, a file or "off"; empty: it stays
  std::vector<std::pair<std::string, std::string>> set{};  // {"downlink.rate_base", "32kbit/s"}
};

/// Where a running link belongs.
struct RunningCase {
  const TestSet& test_set;
  const Workload& workload;  // whose flows routers may name
  int first_port;            // of the sink of its first flow
};

/// What `running` becomes: a profile without channel states fits any channel, and the outages of
/// the test set's timeline stay. Nothing with problems, which stand at "--profile", "--router" or
/// "--set PATH" unless they are in a file. `search`: where names are looked up.
std::optional<HopSpec> edited_link(const LinkEdit& edit, const HopSpec& running,
                                   const RunningCase& where, const SearchPath& search,
                                   Diagnostics& problems);

/// A parameter that is another one. Values as YAML writes them; `off`: none.
struct Difference {
  std::string path;  // "link.downlink.rate_base", "downlink_router.root.tail_drop"
  std::string before;
  std::string after;
};
std::vector<Difference> differences(const HopSpec& before, const HopSpec& after);

}  // namespace seawind
