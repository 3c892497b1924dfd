// SPDX-License-Identifier: GPL-3.0-or-later
// Limits how many repetitions run at the same time.
//
// A fixed limit never changes. An automatic limit starts at four per core and follows the measured
// release lateness that no pause of the machine explains. It grows by half after two consecutive
// measurements taken at the limit whose p99.9 lateness is under half of the lateness limit. When a
// repetition is invalid because of its timing, it falls to three quarters and from then on stays
// below the number at which that happened.
#pragma once

#include <cstdint>

namespace seawind {

class Admission {
 public:
  static constexpr int kStartPerCore = 4;

  static Admission fixed(int number) { return {number, number, 0}; }
  /// `limit`: the smallest p99.9 lateness limit of the cases, in ns.
  static Admission automatic(int cores, int most, std::int64_t limit);

  /// Repetitions that may run now, at least 1.
  int allowed() const { return allowed_; }
  /// Records a p99.9 release lateness (ns) measured while `running` repetitions ran.
  void measured(std::int64_t lateness, int running);
  /// Records that a repetition was too late; allowed() was `allowed_then` when it was admitted.
  /// Ignored when `allowed_then` is above the current limit.
  void too_late(int allowed_then);

 private:
  Admission(int start, int most, std::int64_t limit)
      : allowed_(start), most_(most), limit_(limit) {}
  int allowed_;
  int most_;
  std::int64_t limit_;  // ns; 0: fixed
  int good_in_a_row_ = 0;
};

/// Number of slots that fit into `available` bytes of memory (0: unknown), at most kMaxSlots.
int slots_in_memory(std::uint64_t available);
/// The memory for so many slots, in bytes.
std::uint64_t memory_of_slots(int slots);
/// Number of slots that fit into a limit on open files, at most kMaxSlots. Computed for the
/// process that needs the most descriptors per slot.
int slots_in_descriptors(std::uint64_t limit);

/// Limits of the user that runs campaigns (/proc/sys/user).
struct NamespaceLimits {
  std::uint64_t user = 0;
  std::uint64_t network = 0;
  std::uint64_t pid = 0;
};
/// Number of slots of one campaign that fit into `limits`, at most kMaxSlots; 0: not even one. A
/// test bed needs one namespace of each kind, and a user namespace unless it runs as root. A slot
/// needs two network namespaces (its hosts) and a PID namespace for each generator.
int slots_in_namespaces(const NamespaceLimits& limits, bool is_root);

}  // namespace seawind
