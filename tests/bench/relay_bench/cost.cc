// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/daemon.h"
#include "tests/bench/relay_bench/measure.h"
#include "tests/bench/relay_bench/sections.h"

namespace seawind::bench {
namespace {

constexpr auto kNone = std::numeric_limits<double>::quiet_NaN();

/// Cores used by a relay with one link that carries nothing.
double idle_cores(const Process& process, double seconds) {
  const auto cpu = process.usage().cpu_seconds;
  const auto start = monotonic_ns();
  sleep_until_ns(start + static_cast<std::int64_t>(seconds * 1e9));
  return (process.usage().cpu_seconds - cpu) / (static_cast<double>(monotonic_ns() - start) / 1e9);
}

}  // namespace

std::vector<Results> measure_cost(const Plan& plan) {
  Results cores(
      "cost", "Cost: processor time",
      "A 20 ms link, 576-byte packets. `cores` is processor time of the whole relay process "
      "(the kernel's work inside its calls included) per second of sending.",
      {"relay", "packets/s"}, {{"cores", 3}, {"us/packet", 2}, {"lost", 0, Combine::kSum}});
  Results memory(
      "memory", "Cost: memory",
      "Resident memory of the relay process in MiB: a daemon that has just started, with "
      "one link, after 20 000 packets/s, and its peak.",
      {"relay"}, {{"started", 1}, {"one link", 1}, {"after traffic", 1}, {"peak", 1}});
  const auto bed = Bed::relayed();
  for (int run = 1; run <= plan.runs; ++run)
    for (const auto& kind : plan.relays) {
      double started = kNone;
      if (kind.what == RelayKind::What::kDaemon)
        started =
            Daemon(bed.relay(), plan.daemon_program, kind.realtime).process().usage().resident_mb;
      const auto path = make_path(kind, bed, delay_link(), plan.daemon_program);
      const auto one_link = path->process()->usage().resident_mb;
      cores.add({kind.name(), "0"}, {idle_cores(*path->process(), plan.seconds), kNone, 0});
      Usage after;
      for (const double rate : {200.0, 8'333.0, 20'000.0}) {
        const auto m = measure_over(*path, bed, {576, rate, plan.seconds, false});
        cores.add({kind.name(), fmt::format("{:.0f}", rate)},
                  {m.relay_cores, m.relay_cores * 1e6 / m.sending_rate,
                   static_cast<double>(m.outside.lost)});
        progress(fmt::format("cost {}/{}: {}, {:.0f}/s: {:.3f} cores", run, plan.runs, kind.name(),
                             rate, m.relay_cores));
        after = m.after;
      }
      memory.add({kind.name()}, {started, one_link, after.resident_mb, after.resident_peak_mb});
    }
  return {cores, memory};
}

}  // namespace seawind::bench
