// SPDX-License-Identifier: GPL-3.0-or-later
// The state of every repetition of a campaign, without its metrics, for lists. Reads the store in
// one pass; works while a controller writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/store/store.h"

namespace seawind {

struct RepetitionOverview {
  int case_id = 0;
  int number = 0;  // from 0
  std::uint64_t seed = 0;
  RepetitionState state = RepetitionState::kPending;
  int attempts = 0;
  // Of the attempt that counts, or else of the newest; empty and zeros: no attempt.
  std::optional<Verdict> verdict;
  std::string reason;     // empty when valid
  std::string directory;  // relative to the campaign
  std::int64_t started_unix_ns = 0;
  std::int64_t ended_unix_ns = 0;
  std::optional<std::int64_t> lateness_p999_ns;  // empty: the link reported nothing
  std::optional<std::int64_t> lateness_max_ns;
  bool realtime = false;
};

/// Sorted by case and number. Throws Error as load_results() does.
std::vector<RepetitionOverview> list_repetitions(const std::filesystem::path& campaign);

/// When an attempt ran, and how late it released packets.
struct AttemptTiming {
  int case_id = 0;
  int number = 0;  // of the repetition
  Verdict verdict = Verdict::kFailed;
  std::string reason;   // empty when valid
  bool counts = false;  // the repetition has its results
  std::int64_t started_unix_ns = 0;
  // Release lateness; -1: the attempt ended before it was measured.
  std::int64_t lateness_p50_ns = -1;
  std::int64_t lateness_p999_ns = -1;
  std::int64_t lateness_max_ns = -1;
};

/// The attempts, by case and number, then in commit order. Throws Error when there is no campaign
/// in `directory` or its store cannot be read.
std::vector<AttemptTiming> attempt_timings(const std::filesystem::path& directory);

}  // namespace seawind
