// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of `seawind exec`: one case with one repetition, whose workload has no flows, because
// the traffic is that of the user's command.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/diagnostics.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

struct ExecPlanChoice {
  std::string link;                   // a name in profiles/, or a file
  std::string router{};               // empty: the default of load_hop()
  std::string tcp = "linux-default";  // a name in tcp/, or a file
  std::uint64_t seed = 1;             // of the test set
  std::vector<std::string> limits{};  // KEY=VALUE of a test set's `limits`
  bool offloads = false;              // as a test set's `offloads`
  std::string description{};          // the command
  std::filesystem::path configs{};
};

/// Reads and checks the files. Returns nothing when there are problems, which are located by the
/// options of the command line or in the files.
std::optional<Plan> exec_plan(const ExecPlanChoice& choice, Diagnostics& problems);

/// The plan's link with its router and this seed of the channel.
HopSpec hop_of(const Plan& plan, std::uint64_t seed);

/// Whether the plan's link has a NAT or NAT64, whose pool is then behind the link. Without one, the
/// pool's addresses may be those of others, such as a carrier or a VPN.
bool has_nat(const Plan& plan);

}  // namespace seawind
