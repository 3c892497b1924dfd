// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/admission.h"

#include <algorithm>

#include "controller/testset/plan.h"

namespace seawind {
namespace {

constexpr int kGoodToGrow = 2;
/// Two agents and a few generators, with a generous margin.
constexpr std::uint64_t kSlotMemory = 64U << 20U;
/// The daemon needs the most per slot: two ports, interface locks, the link's log, its connections.
/// The controller (agents, files of the attempt) and the holder (namespaces) need about as many.
constexpr std::uint64_t kSlotDescriptors = 16;
/// Descriptors of a process that serves no slot yet.
constexpr std::uint64_t kOwnDescriptors = 64;
/// One for each of the two hosts.
constexpr std::uint64_t kSlotNetworkNamespaces = 2;
/// One per generator process: eight flows have sixteen. The kernel frees a namespace with a delay.
constexpr std::uint64_t kSlotPidNamespaces = 16;

}  // namespace

Admission Admission::automatic(int cores, int most, std::int64_t limit) {
  most = std::max(1, most);
  return {std::clamp(cores * kStartPerCore, 1, most), most, limit};
}

void Admission::measured(std::int64_t lateness, int running) {
  if (limit_ == 0) return;
  if (lateness >= limit_ / 2) {
    good_in_a_row_ = 0;
    return;
  }
  if (running < allowed_ || ++good_in_a_row_ < kGoodToGrow) return;
  good_in_a_row_ = 0;
  allowed_ = std::min(most_, allowed_ + std::max(1, allowed_ / 2));
}

void Admission::too_late(int allowed_then) {
  if (limit_ == 0 || allowed_then > allowed_) return;
  good_in_a_row_ = 0;
  most_ = std::max(1, allowed_then - 1);
  allowed_ = std::clamp(allowed_then * 3 / 4, 1, most_);
}

int slots_in_memory(std::uint64_t available) {
  if (available == 0) return kMaxSlots;
  return static_cast<int>(std::clamp<std::uint64_t>(available / kSlotMemory, 1, kMaxSlots));
}

std::uint64_t memory_of_slots(int slots) {
  return static_cast<std::uint64_t>(slots) * kSlotMemory;
}

int slots_in_descriptors(std::uint64_t limit) {
  const std::uint64_t left = limit - std::min(limit, kOwnDescriptors);
  return static_cast<int>(std::clamp<std::uint64_t>(left / kSlotDescriptors, 1, kMaxSlots));
}

int slots_in_namespaces(const NamespaceLimits& limits, bool is_root) {
  if (limits.network == 0 || limits.pid == 0 || (limits.user == 0 && !is_root)) return 0;
  return static_cast<int>(
      std::min<std::uint64_t>({(limits.network - 1) / kSlotNetworkNamespaces,
                               (limits.pid - 1) / kSlotPidNamespaces, kMaxSlots}));
}

}  // namespace seawind
