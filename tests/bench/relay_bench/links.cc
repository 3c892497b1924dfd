// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "tests/bench/relay_bench/daemon.h"
#include "tests/bench/relay_bench/measure.h"
#include "tests/bench/relay_bench/sections.h"

namespace seawind::bench {

std::vector<Results> measure_links(const Plan& plan) {
  constexpr double kProbesPerLink = 2;  // each second
  Results table("links", "Many links in one daemon",
                "64 kbit/s and 20 ms each, a 128-byte probe on every link twice a second (16 ms of "
                "transmission each, subtracted), event logs on. Lateness in microseconds over all "
                "links together, from outside and as the daemon reports it. `MiB/link`: growth of "
                "resident memory per link.",
                {"relay", "links"},
                {{"p50", 1},
                 {"p99", 1},
                 {"p99.9", 1},
                 {"max", 0},
                 {"daemon p50", 1},
                 {"daemon p99", 1},
                 {"lost", 0, Combine::kSum},
                 {"sent/s", 0},
                 {"cores", 3},
                 {"MiB", 0},
                 {"MiB/link", 3},
                 {"steal ms", 0, Combine::kSum}});
  progress(fmt::format("links: making {} links", plan.links));
  const auto bed = Bed::many(plan.links);
  LinkSettings settings;
  settings.ideal = {20'000'000, 64e3};
  settings.buffer_bytes = 12'000;
  for (int run = 1; run <= plan.runs; ++run)
    for (const auto& kind : plan.relays) {
      if (kind.what != RelayKind::What::kDaemon) continue;
      const auto started =
          Daemon(bed.relay(), plan.daemon_program, kind.realtime).process().usage().resident_mb;
      const auto m =
          measure(kind, bed, settings, {128, kProbesPerLink * plan.links, plan.seconds, false},
                  plan.daemon_program);
      const auto& out = m.outside;
      table.add({kind.name(), fmt::format("{}", plan.links)},
                {out.p50, out.p99, out.p999, out.max, m.inside->p50, m.inside->p99,
                 static_cast<double>(out.lost), m.sending_rate, m.relay_cores, m.after.resident_mb,
                 (m.after.resident_mb - started) / plan.links, m.steal_ms});
      progress(fmt::format("links {}/{}: {}: p50 {:.1f} p99 {:.1f} us, lost {}, {:.2f} cores", run,
                           plan.runs, kind.name(), out.p50, out.p99, out.lost, m.relay_cores));
    }
  return {table};
}

}  // namespace seawind::bench
