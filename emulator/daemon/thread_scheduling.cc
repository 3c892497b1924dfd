// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/thread_scheduling.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>

#include "common/error.h"

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

bool set_attributes(const SchedAttributes& attributes) {
  return ::syscall(SYS_sched_setattr, 0, &attributes, 0) == 0;
}

/// True if the kernel has applied the slice; older kernels ignore it.
bool slice_taken() {
  SchedAttributes now;
  return ::syscall(SYS_sched_getattr, 0, &now, sizeof now, 0) == 0 && now.runtime == kShortestSlice;
}

std::string set_normal_scheduling() {
  SchedAttributes attributes;
  attributes.runtime = kShortestSlice;
  attributes.nice = -20;
  std::string text = "nice -20";
  if (!set_attributes(attributes)) {
    attributes.nice = ::getpriority(PRIO_PROCESS, 0);
    text = "normal";
    set_attributes(attributes);  // a short slice needs no privilege, only kernel support
  }
  return slice_taken() ? text + ", slice 100us" : text;
}

}  // namespace

SchedulingResult apply_scheduling(const SchedulingRequest& wanted) {
  SchedulingResult granted;
  if (wanted.cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(*wanted.cpu), &set);
    if (::sched_setaffinity(0, sizeof set, &set) < 0) {
      throw system_error("run the relay on processor " + std::to_string(*wanted.cpu));
    }
  }
  ::prctl(PR_SET_TIMERSLACK, 1UL);  // otherwise time-outs of a normal thread are up to 50 us late
  if (!wanted.realtime_priority) {
    granted.why_not_realtime = "switched off";
  } else {
    sched_param parameters{};
    parameters.sched_priority = *wanted.realtime_priority;
    if (::sched_setscheduler(0, SCHED_FIFO, &parameters) == 0) {
      granted.realtime_priority = *wanted.realtime_priority;
      granted.description = "SCHED_FIFO " + std::to_string(*wanted.realtime_priority);
      return granted;
    }
    granted.why_not_realtime = "SCHED_FIFO: " + error_words(errno);
  }
  granted.description = set_normal_scheduling();
  return granted;
}

}  // namespace seawind
