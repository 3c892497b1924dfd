// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/scheduler_slice.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace seawind {
namespace {

/// The kernel's sched_attr, which the C library does not define yet.
struct SchedAttributes {
  std::uint32_t size = sizeof(SchedAttributes);
  std::uint32_t policy = SCHED_OTHER;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0;  // SCHED_OTHER from Linux 6.12: the slice, ns
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};
constexpr std::uint64_t kShortestSlice = 100'000;  // ns, the kernel's minimum

}  // namespace

bool set_shortest_slice(int nice) {
  SchedAttributes attributes;
  attributes.nice = nice;
  attributes.runtime = kShortestSlice;
  return ::syscall(SYS_sched_setattr, 0, &attributes, 0) == 0;
}

bool has_shortest_slice() {
  SchedAttributes now;
  return ::syscall(SYS_sched_getattr, 0, &now, sizeof now, 0) == 0 && now.runtime == kShortestSlice;
}

}  // namespace seawind
