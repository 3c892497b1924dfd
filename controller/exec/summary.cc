// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/summary.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "common/units.h"
#include "controller/campaign/link_counters.h"
#include "controller/campaign/measure.h"
#include "controller/campaign/verdict.h"
#include "controller/testset/testset.pb.h"
#include "emulator/api/emulator.pb.h"
#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

/// In ms, to three digits but not below a microsecond.
std::string milliseconds(double ns) {
  return short_number(ns < 1e3 ? std::round(ns / 1e3) / 1e3 : ns / 1e6);
}

std::string direction_line(const char* name, const DirectionCounters& d, std::int64_t duration) {
  const Delivered hosts = delivered_of_hosts(d);
  std::string text =
      fmt::format("  {:4}  delivered {} packets, {} B", name, hosts.packets, hosts.bytes);
  if (hosts.packets > 0 && duration > 0) {
    const double seconds = static_cast<double>(duration) / 1e9;
    text += fmt::format(
        " ({} kbit/s, mean emulated delay {} ms)",
        short_number(static_cast<double>(hosts.bytes) * 8 / seconds / 1e3),
        milliseconds(static_cast<double>(d.delay_sum_ns()) / static_cast<double>(hosts.packets)));
  }
  if (d.delivered_generated_packets() > 0)
    text += fmt::format(", and {} packets of the link itself, {} B",
                        d.delivered_generated_packets(), d.delivered_generated_bytes());
  for (const DropCount& drop : d.drops())
    if (drop.packets() > 0) text += fmt::format(", dropped {} {}", drop.packets(), drop.reason());
  if (d.retransmissions() > 0)
    text += fmt::format(", retransmitted {} on the link", d.retransmissions());
  if (d.held_packets() > 0) text += fmt::format(", still inside {}", d.held_packets());
  return text + "\n";
}

/// Whether the router is one queue, which sends as fast as the link.
bool is_one_queue(const Router& router) {
  switch (router.root().kind_case()) {
    case Discipline::kTailDrop:
    case Discipline::kHeadDrop:
    case Discipline::kRed:
    case Discipline::kWred:
    case Discipline::kCodel:
    case Discipline::kPie:
      return true;
    default:
      return false;
  }
}

Limit limit_of(const ClassCounters& queue) {
  Limit out;
  if (queue.limit_bytes() > 0)
    out.set_bytes(static_cast<std::int64_t>(queue.limit_bytes()));
  else if (queue.limit_packets() > 0)
    out.set_packets(static_cast<std::int64_t>(queue.limit_packets()));
  return out;
}

/// `router`: in front; null: none. `changed`: the buffers and rates are not those of the plan.
std::string queueing_line(const DirectionCounters& d, const LinkDirection& direction,
                          const Router* router, std::int64_t mtu, bool changed) {
  if (!d.has_queueing_delay_max_ns()) return {};
  std::string buffers;
  if (changed) {
    // The capacities of the buffers, in packets and in time, changed during the run.
  } else if (router == nullptr || (is_one_queue(*router) && d.router_classes_size() > 0)) {
    std::vector<Limit> limits;
    if (router != nullptr) limits.push_back(limit_of(d.router_classes(0)));
    buffers = fmt::format(" ({})", buffers_text(direction, limits, mtu));
  }
  const auto ms = [](std::int64_t ns) { return milliseconds(static_cast<double>(ns)); };
  return fmt::format("        queueing delay: median {} ms, largest {} ms{}\n",
                     ms(d.queueing_delay_median_ns()), ms(d.queueing_delay_max_ns()), buffers);
}

}  // namespace

std::string link_summary(const LinkReport& report, const Plan& plan, const std::string& reason,
                         const std::string& name) {
  const Case& test_case = plan.cases(0);
  const std::int64_t mtu = plan.test_set().mtu();
  const bool changed = report.changes() > 0;
  std::string text = fmt::format("seawind: the link {}{}ran {}\n", name, name.empty() ? "" : " ",
                                 short_duration(report.link_time_ns()));
  text += direction_line("down", report.downlink(), report.link_time_ns());
  text += queueing_line(report.downlink(), test_case.link().downlink(),
                        test_case.has_downlink_router() ? &test_case.downlink_router() : nullptr,
                        mtu, changed);
  text += direction_line("up", report.uplink(), report.link_time_ns());
  text += queueing_line(report.uplink(), test_case.link().uplink(), nullptr, mtu, changed);
  if (const auto frames = report.fidelity().bypassed_frames(); frames > 0)
    text += fmt::format("  {} frame{} crossed outside of the model: not IP, or in a VLAN\n", frames,
                        frames == 1 ? "" : "s");
  if (report.changes() > 0 && reason.empty())
    text += fmt::format("  changed by hand: {} change{}\n", report.changes(),
                        report.changes() == 1 ? "" : "s");
  return text + timing_summary(report, plan, reason);
}

std::string timing_summary(const LinkReport& report, const Plan& plan, const std::string& reason) {
  if (report.fidelity().releases() == 0 && reason.empty())
    return "  timing: no packet crossed the link\n";
  if (!reason.empty()) return fmt::format("  timing NOT VALID: {}\n", reason);
  return fmt::format(
      "  timing valid: {}\n",
      lateness_text(fidelity_of(report, {}),
                    lateness_limits(plan.test_set(), plan.cases(0), report.changes() > 0)));
}

std::string split_summary(const TcpForwarder::Counts& counts, bool quiet) {
  std::string text;
  if (!quiet && counts.connections > 0)
    text += fmt::format("  {} TCP connection{} split at the fixed host\n", counts.connections,
                        counts.connections == 1 ? " was" : "s were");
  if (counts.unanswered > 0)
    text += fmt::format(
        "{} {} SYN{} unanswered at the fixed host: at most {} connections, two file descriptors "
        "(ulimit -n) each\n",
        quiet ? "seawind: warning:" : " ", counts.unanswered,
        counts.unanswered == 1 ? " was left" : "s were left", TcpForwarder::kMaxConnections);
  return text;
}

}  // namespace seawind
