// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/thread_scheduling.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <cerrno>

#include "common/error.h"
#include "common/scheduler_slice.h"

namespace seawind {
namespace {

std::string set_normal_scheduling() {
  std::string text = "nice -20";
  if (!set_shortest_slice(-20)) {
    text = "normal";
    set_shortest_slice(::getpriority(PRIO_PROCESS, 0));
  }
  return has_shortest_slice() ? text + ", slice 100us" : text;
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
