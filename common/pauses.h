// SPDX-License-Identifier: GPL-3.0-or-later
// Pauses of a thread: spans in which it had to run and did not. For a thread above all others of
// its processor they are the pauses of the machine: its hypervisor, its kernel, its firmware.
//
// One thread writes, any thread reads. The latest pauses can be read without a lock, so that a
// real-time thread may query the last few milliseconds. The totals have a lock.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "common/time.h"

namespace seawind {

struct PauseTotals {
  Duration watched;          // time for which the thread was observed
  std::uint64_t number = 0;  // of pauses of kCounted and longer
  Duration total;            // their sum
  Duration largest;          // of all pauses; 0: none reached kShortest
};

/// Returns the totals of the thread whose pauses take the most time (of equal ones, the longest
/// watched), with the largest pause of all threads.
PauseTotals worst_of(std::span<const PauseTotals> threads);

class Pauses {
 public:
  /// Shorter delays are the ordinary latency of a wake-up.
  static constexpr Duration kShortest = Duration::microseconds(250);
  /// Pauses from this length on are counted in the totals.
  static constexpr Duration kCounted = Duration::milliseconds(1);

  /// The thread runs at `now`; it had to run at `due`. `last`: the instant until which it ran
  /// before. The pause has begun between `last` and `due`. Its certain part, `now - due`, is its
  /// length in the totals. within() also counts as much time before `due`, back to `last` at most,
  /// because the pause may have begun there; a short delay of this thread therefore never explains
  /// a long one of another.
  void ran(Time last, Time due, Time now);
  /// The thread sleeps from `last` to `due`. within() then includes a pause that has not ended.
  void sleeps(Time last, Time due);

  /// Time within [from, to] that lies in one of the latest kKept pauses, or in the present one. At
  /// most `to - from`.
  Duration within(Time from, Time to) const;

  /// A point in the totals, for since().
  struct Mark {
    std::uint64_t pauses = 0;
    PauseTotals totals;
  };
  Mark mark() const;
  PauseTotals since(const Mark& mark) const;

 private:
  static constexpr std::size_t kKept = 64;
  struct Span {
    std::atomic<std::int64_t> began{0};
    std::atomic<std::int64_t> ended{0};
  };
  /// A pause that no later one exceeds.
  struct Peak {
    std::uint64_t pause;  // its number, from 1
    Duration length;
  };

  std::array<Span, kKept> spans_;
  std::atomic<std::uint64_t> pauses_{0};
  std::atomic<std::int64_t> last_{0};
  std::atomic<std::int64_t> due_{Time::max().ns()};
  mutable std::mutex mutex_;  // guards the members below
  PauseTotals totals_;
  std::vector<Peak> peaks_;  // lengths decrease, so that the first one after a mark is the largest
};

}  // namespace seawind
