// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/summary.h"

#include <fmt/format.h>

#include "common/units.h"
#include "controller/testset/testset.pb.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

std::string direction_line(const char* name, const DirectionCounters& d, std::int64_t duration) {
  std::string text = fmt::format("  {:4}  delivered {} packets, {} B", name, d.delivered_packets(),
                                 d.delivered_bytes());
  if (d.delivered_packets() > 0 && duration > 0) {
    const double seconds = static_cast<double>(duration) / 1e9;
    text += fmt::format(" ({} kbit/s, mean delay {} ms)",
                        short_number(static_cast<double>(d.delivered_bytes()) * 8 / seconds / 1e3),
                        short_number(static_cast<double>(d.delay_sum_ns()) / 1e6 /
                                     static_cast<double>(d.delivered_packets())));
  }
  for (const DropCount& drop : d.drops())
    if (drop.packets() > 0) text += fmt::format(", dropped {} {}", drop.packets(), drop.reason());
  if (d.retransmissions() > 0)
    text += fmt::format(", retransmitted {} on the link", d.retransmissions());
  if (d.held_packets() > 0) text += fmt::format(", still inside {}", d.held_packets());
  return text + "\n";
}

}  // namespace

std::string exec_summary(const LinkReport& report, const Limits& limits,
                         const std::string& reason) {
  const Fidelity& f = report.fidelity();
  std::string text =
      fmt::format("seawind: the link ran {}\n", short_duration(report.link_time_ns()));
  text += direction_line("down", report.downlink(), report.link_time_ns());
  text += direction_line("up", report.uplink(), report.link_time_ns());
  if (f.releases() == 0 && reason.empty()) return text + "  timing: no packet crossed the link\n";
  if (!reason.empty()) return text + fmt::format("  timing NOT VALID: {}\n", reason);
  return text +
         fmt::format("  timing valid: lateness p99.9 {} (limit {}), maximum {} (limit {})\n",
                     short_duration(f.lateness_p999_ns()), short_duration(limits.lateness_p999()),
                     short_duration(f.lateness_max_ns()), short_duration(limits.lateness_max()));
}

}  // namespace seawind
