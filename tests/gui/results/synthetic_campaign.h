// SPDX-License-Identifier: GPL-3.0-or-later
// Campaign directories as a controller writes them, of any size, with event logs of real packets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace seawind::test {

struct SyntheticCampaign {
  int cases = 4;        // links e0, r4, ... with baseline, enhanced each; link r4 has states
  int repetitions = 6;  // of each case
  int pending = 0;      // of these, the last ones of the last case
  bool failed = false;  // the repetition 1 of the first case had no valid attempt
  bool logs = true;
  int further_metrics = 0;  // of each repetition
  double faster = 0;        // added to every throughput
  std::uint64_t seed = 2001;
  std::int64_t settle = 0;  // of the test set, in ns
};
/// Creates `directory` and returns it.
std::filesystem::path make_campaign(const std::filesystem::path& directory,
                                    const SyntheticCampaign& wanted = {});
/// The name of a case of such a campaign.
std::string synthetic_case(int index);
/// Performs the writes of a controller when the next pending repetition of the last case is done.
void finish_one(const std::filesystem::path& directory, const SyntheticCampaign& of, int number);

}  // namespace seawind::test
