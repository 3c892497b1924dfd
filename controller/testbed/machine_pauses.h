// SPDX-License-Identifier: GPL-3.0-or-later
// The pauses of the machine, and the lateness without them, from a link's report.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/histogram.h"
#include "common/pauses.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {

inline PauseTotals pauses_of(const MachinePauses& pauses) {
  return {.watched = Duration::nanoseconds(pauses.watched_ns()),
          .number = pauses.number(),
          .total = Duration::nanoseconds(pauses.total_ns()),
          .largest = Duration::nanoseconds(pauses.largest_ns())};
}

/// The 99.9th percentile of the lateness that no pause explains, in ns; -1: no release. The number
/// of slots does not affect lateness that a pause explains.
inline std::int64_t relay_p999(const Fidelity& fidelity) {
  const auto count = [&](int bucket) {
    return fidelity.histogram(bucket) -
           (bucket < fidelity.machine_histogram_size() ? fidelity.machine_histogram(bucket) : 0);
  };
  std::uint64_t total = 0;
  for (int i = 0; i < fidelity.histogram_size(); ++i) total += count(i);
  if (total == 0) return -1;
  const auto rank = std::min(total - 1, total * 999 / 1000);
  std::uint64_t seen = 0;
  int bucket = 0;
  while ((seen += count(bucket)) <= rank) ++bucket;
  return std::min(Histogram::upper(static_cast<std::size_t>(bucket)),
                  fidelity.lateness_max_relay_ns());
}

}  // namespace seawind
