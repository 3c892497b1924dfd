// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/pauses.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "tests/bench/relay_bench/clocks.h"

namespace seawind::bench {
namespace {

constexpr std::int64_t kLong = 2'000'000;

Pauses watch(int processor, std::int64_t ns) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(processor, &only);
  ::pthread_setaffinity_np(::pthread_self(), sizeof only, &only);
  Pauses found;
  const std::int64_t end = monotonic_ns() + ns;
  for (std::int64_t last = monotonic_ns(), now = last; now < end; last = now) {
    now = monotonic_ns();
    found.largest_us = std::max(found.largest_us, static_cast<double>(now - last) / 1000);
    if (now - last > kLong) ++found.long_ones;
  }
  return found;
}

}  // namespace

Pauses measure_pauses(double seconds) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ::sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<Pauses> found(CPU_SETSIZE);
  std::vector<std::thread> threads;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &allowed)) continue;
    threads.emplace_back([&out = found[static_cast<std::size_t>(processor)], processor, seconds] {
      out = watch(processor, static_cast<std::int64_t>(seconds * 1e9));
    });
  }
  for (auto& thread : threads) thread.join();
  Pauses all;
  for (const Pauses& one : found) {
    all.largest_us = std::max(all.largest_us, one.largest_us);
    all.long_ones += one.long_ones;
  }
  return all;
}

}  // namespace seawind::bench
