// SPDX-License-Identifier: GPL-3.0-or-later
// What became of every repetition of a campaign, without its numbers: for lists. One pass over the
// store, also while a controller writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/results/store.h"

namespace seawind {

struct RepetitionOverview {
  int case_id = 0;
  int number = 0;  // from 0
  std::uint64_t seed = 0;
  RepetitionState state = RepetitionState::kPending;
  int attempts = 0;
  // Of the attempt that counts, or else of the newest; nothing and zeros: there is none.
  std::optional<Verdict> verdict;
  std::string reason;     // empty when valid
  std::string directory;  // relative to the campaign
  std::int64_t started_unix_ns = 0;
  std::int64_t ended_unix_ns = 0;
  std::optional<std::int64_t> lateness_p999_ns;  // nothing: the link never reported
  std::optional<std::int64_t> lateness_max_ns;
  bool realtime = false;
};

/// By case and number. Throws Error as load_results().
std::vector<RepetitionOverview> list_repetitions(const std::filesystem::path& campaign);

}  // namespace seawind
