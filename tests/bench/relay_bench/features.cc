// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of the complete link model: a daemon with a plain link, compared with one on which all
// features that lose no packet are enabled.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tests/bench/relay_bench/sections.h"
#include "tests/bench/relay_bench/throughput.h"

namespace seawind::bench {

std::vector<Results> measure_features(const Plan& plan) {
  Results table(
      "features", "Everything switched on",
      "As throughput. `everything`: fragmentation to 576 B with byte stream, overheads, loss "
      "pattern, bit errors "
      "with retransmission, random and allocation delays, background load, channels, "
      "spikes, all stages, output dropper and FQ-CoDel in front, all with "
      "probabilities that lose nothing.",
      {"relay", "link"},
      {{"64 B kpps", 0}, {"/ bare link", 2}, {"1500 B kpps", 0}, {"/ bare link ", 2}});
  const auto relayed = Bed::relayed();
  const auto seconds = std::min(1.0, plan.seconds);
  for (int run = 1; run <= plan.runs; ++run) {
    for (const auto& kind : plan.relays) {
      if (kind.what != RelayKind::What::kDaemon) continue;
      double small = std::numeric_limits<double>::quiet_NaN();
      double large = small;
      for (const bool everything : {false, true}) {
        LinkSettings settings = fast_link();
        settings.everything = everything;
        const auto path = make_path(kind, relayed, settings, plan.daemon_program);
        const double now_small = lossless_rate(relayed, 64, seconds, plan.search_steps) / 1e3;
        const double now_large = lossless_rate(relayed, 1500, seconds, plan.search_steps) / 1e3;
        if (!everything) small = now_small, large = now_large;
        table.add({kind.name(), everything ? "everything" : "bare"},
                  {now_small, now_small / small, now_large, now_large / large});
        progress(fmt::format("features {}/{}: {}, {}: {:.0f} kpps, {:.0f} kpps", run, plan.runs,
                             kind.name(), everything ? "everything" : "bare", now_small,
                             now_large));
      }
    }
  }
  return {table};
}

}  // namespace seawind::bench
