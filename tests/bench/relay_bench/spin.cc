// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <limits>

#include "tests/bench/relay_bench/measure.h"
#include "tests/bench/relay_bench/pauses.h"
#include "tests/bench/relay_bench/sections.h"

namespace seawind::bench {

std::vector<Results> measure_spin(const Plan& plan) {
  Results table(
      "spin", "Search for stalls",
      "A 20 ms link, 576-byte packets at rates from 1 to 50 000 packets/s. A relay that spins "
      "too much is stalled by the kernel's real-time throttle for many milliseconds. `max`: "
      "largest lateness; `gap`: largest excess of the spacing of two packets over the "
      "intended one, both in microseconds; `stalls`: times that packets were later than "
      "2 ms; `throttled`: what the daemon itself noticed. The machine's own pauses: the first row "
      "keeps every processor busy without any relay (`max`: largest pause, `stalls`: pauses over "
      "2 ms), the bare veth pair one of them.",
      {"relay", "packets/s"},
      {{"p99", 1},
       {"max", 0, Combine::kMax},
       {"gap", 0, Combine::kMax},
       {"stalls", 0, Combine::kSum},
       {"throttled", 0, Combine::kSum},
       {"lost", 0, Combine::kSum},
       {"steal ms", 0, Combine::kSum},
       {"cores", 2}});
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  const Pauses pauses = measure_pauses(2 * plan.seconds);
  table.add({kAllBusy, "-"},
            {kNothing, pauses.largest_us, kNothing, static_cast<double>(pauses.long_ones), kNothing,
             kNothing, kNothing, kNothing});
  const auto direct = Bed::direct();
  const auto relayed = Bed::relayed();
  for (const auto& kind : with_floor(plan))
    for (const double rate : plan.spin_rates) {
      const bool floor = kind.what == RelayKind::What::kBareVeth;
      const auto m = measure(kind, floor ? direct : relayed, delay_link(),
                             {576, rate, 2 * plan.seconds, false}, plan.daemon_program);
      const auto& out = m.outside;
      const auto throttled = m.inside ? static_cast<double>(m.inside->stalls) : kNothing;
      table.add({kind.name(), fmt::format("{:.0f}", rate)},
                {out.p99, out.max, out.largest_gap, static_cast<double>(out.stalls), throttled,
                 static_cast<double>(out.lost), m.steal_ms, m.relay_cores});
      progress(fmt::format("spin: {}, {:.0f}/s: max {:.0f} us, {} stalls", kind.name(), rate,
                           out.max, out.stalls));
    }
  return {table};
}

}  // namespace seawind::bench
