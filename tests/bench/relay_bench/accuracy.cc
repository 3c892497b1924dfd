// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include "tests/bench/relay_bench/measure.h"
#include "tests/bench/relay_bench/sections.h"

namespace seawind::bench {
namespace {

/// Whether the daemon's report is honest: the lateness measured at the hosts is at most 10 us or 30
/// % above the report. The report may be above the measurement, because the daemon takes its stamp
/// after the call that delivered the packet has returned.
bool honest(double outside, double inside) {
  return outside <= inside + std::max(10.0, 0.3 * inside);
}

Results lateness_table() {
  return {"accuracy",
          "Accuracy: lateness of a constant 20 ms link",
          "Microseconds between the intended and the actual arrival of 576-byte packets at the "
          "receiving host's device; every figure is the median over the runs, `worst` the largest "
          "value of any run. `lost` and `doubled` are sums over all runs.",
          {"relay", "packets/s", "beside"},
          {{"min", 1},
           {"p50", 1},
           {"p99", 1},
           {"p99.9", 1},
           {"max", 0},
           {"worst", 0, Combine::kMax},
           {"lost", 0, Combine::kSum},
           {"doubled", 0, Combine::kSum},
           {"sent/s", 0},
           {"steal ms", 0, Combine::kSum}}};
}

Results report_table() {
  return {
      "report",
      "Does the daemon's own report agree?",
      "The same runs: lateness measured from outside beside what the daemon reports (its instant: "
      "the packet was handed to the kernel). `p50 ok` and `p99 ok`: share of runs in which the "
      "view from outside is at most 10 us or 30 % above the report, so that the report hides "
      "nothing.",
      {"relay", "packets/s", "beside"},
      {{"outside p50", 1},
       {"daemon p50", 1},
       {"outside p99", 1},
       {"daemon p99", 1},
       {"outside max", 0},
       {"daemon max", 0},
       {"p50 ok", 2},
       {"p99 ok", 2},
       {"packets missing in the report", 0, Combine::kSum},
       {"reported drops", 0, Combine::kSum},
       {"clamped stamps", 0, Combine::kSum},
       {"log overruns", 0, Combine::kSum},
       {"stalls", 0, Combine::kSum}}};
}

}  // namespace

std::vector<Results> measure_accuracy(const Plan& plan) {
  auto lateness = lateness_table();
  auto report = report_table();
  const auto direct = Bed::direct();
  const auto relayed = Bed::relayed();
  // Runs outermost: a disturbance of the machine then meets every relay alike.
  for (int run = 1; run <= plan.runs; ++run)
    for (const auto& [rate, busy] : {std::pair{200.0, false}, std::pair{200.0, true},
                                     std::pair{20'000.0, false}, std::pair{20'000.0, true}})
      for (const auto& kind : with_floor(plan)) {
        const bool floor = kind.what == RelayKind::What::kBareVeth;
        const auto m = measure(kind, floor ? direct : relayed, delay_link(),
                               {576, rate, plan.seconds, busy}, plan.daemon_program);
        const auto& out = m.outside;
        const std::vector<std::string> labels{kind.name(), fmt::format("{:.0f}", rate),
                                              busy ? "busy process" : "idle"};
        lateness.add(labels, {out.min, out.p50, out.p99, out.p999, out.max, out.max,
                              static_cast<double>(out.lost), static_cast<double>(out.duplicated),
                              m.sending_rate, m.steal_ms});
        progress(
            fmt::format("accuracy {}/{}: {}, {}/s, {}: p50 {:.1f} p99 {:.1f} p99.9 {:.1f} max "
                        "{:.0f} us, lost {}",
                        run, plan.runs, labels[0], labels[1], labels[2], out.p50, out.p99, out.p999,
                        out.max, out.lost));
        if (!m.inside) continue;
        const auto& in = *m.inside;
        const auto missing = static_cast<double>(out.sent) - static_cast<double>(in.releases);
        report.add(
            labels,
            {out.p50, in.p50, out.p99, in.p99, out.max, in.max, honest(out.p50, in.p50) ? 1.0 : 0.0,
             honest(out.p99, in.p99) ? 1.0 : 0.0, missing,
             static_cast<double>(in.capture_drops + in.inject_failures + in.model_drops),
             static_cast<double>(in.clamped_stamps), static_cast<double>(in.log_overruns),
             static_cast<double>(in.stalls)});
      }
  return {lateness, report};
}

}  // namespace seawind::bench
