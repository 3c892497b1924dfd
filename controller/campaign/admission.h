// SPDX-License-Identifier: GPL-3.0-or-later
// How many repetitions may run at the same time.
//
// A fixed number stays what it is. Automatically, the number starts at four per core and follows
// the measured release lateness: while as many run as may, and their p99.9 lateness stays under
// half the limit, twice in a row, it grows by half. When a repetition becomes invalid for its
// timing, it falls to three quarters, and never again reaches the number under which that happened.
#pragma once

#include <cstdint>

namespace seawind {

class Admission {
 public:
  static constexpr int kStartPerCore = 4;

  /// `limit`: the test set's p99.9 lateness limit in ns.
  static Admission fixed(int number) { return {number, number, 0}; }
  static Admission automatic(int cores, int most, std::int64_t limit);

  /// Repetitions that may run now, at least 1.
  int allowed() const { return allowed_; }
  /// p99.9 release lateness (ns) while `running` repetitions ran.
  void measured(std::int64_t lateness, int running);
  /// A repetition admitted when allowed() was `allowed_then` was too late. Those admitted under a
  /// larger number than today's say nothing new.
  void too_late(int allowed_then);

 private:
  Admission(int start, int most, std::int64_t limit)
      : allowed_(start), most_(most), limit_(limit) {}
  int allowed_;
  int most_;
  std::int64_t limit_;  // 0: fixed
  int good_in_a_row_ = 0;
};

/// Most repetitions any campaign runs at the same time.
inline constexpr int kMostSlots = 1000;
/// As many as find room in so many bytes of memory (0: unknown), kMostSlots at most.
int slots_in_memory(std::uint64_t available);
/// As many as find room below a limit on open files, kMostSlots at most. The process that needs
/// most of them a slot decides.
int slots_in_descriptors(std::uint64_t limit);

/// Of the user who runs campaigns (/proc/sys/user).
struct NamespaceLimits {
  std::uint64_t user = 0;
  std::uint64_t network = 0;
  std::uint64_t pid = 0;
};
/// As many as find room below these for one campaign, kMostSlots at most; 0: none at all. A test
/// bed has one of each, a user namespace unless it is root's; a slot has two hosts, and every
/// generator a PID namespace.
int slots_in_namespaces(const NamespaceLimits& limits, bool is_root);

}  // namespace seawind
