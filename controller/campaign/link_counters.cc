// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/link_counters.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "common/units.h"
#include "controller/campaign/verdict.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

DropCount total(const google::protobuf::RepeatedPtrField<DropCount>& drops) {
  DropCount all;
  for (const DropCount& drop : drops) {
    all.set_packets(all.packets() + drop.packets());
    all.set_bytes(all.bytes() + drop.bytes());
  }
  return all;
}

Json class_json(const ClassCounters& c) {
  return {{"name", c.name()},
          {"packets", c.packets()},
          {"bytes", c.bytes()},
          {"limit_packets", c.limit_packets()},
          {"limit_bytes", c.limit_bytes()},
          {"dropped_packets", total(c.drops()).packets()},
          {"marks", c.marks()}};
}

Json direction_json(const DirectionCounters& d) {
  const DropCount dropped = total(d.drops());
  Json drops = Json::object();
  for (const DropCount& drop : d.drops())
    drops[drop.reason()] = {{"packets", drop.packets()}, {"bytes", drop.bytes()}};
  Json classes = Json::array();
  for (const ClassCounters& one : d.router_classes()) classes.push_back(class_json(one));
  return {{"received_packets", d.received_packets()},
          {"received_bytes", d.received_bytes()},
          {"delivered_packets", d.delivered_packets()},
          {"delivered_bytes", d.delivered_bytes()},
          {"delivered_generated_packets", d.delivered_generated_packets()},
          {"delivered_generated_bytes", d.delivered_generated_bytes()},
          {"dropped_packets", dropped.packets()},
          {"dropped_bytes", dropped.bytes()},
          {"drops", drops},
          {"held_packets", d.held_packets()},
          {"held_bytes", d.held_bytes()},
          {"router_packets", d.router_packets()},
          {"router_bytes", d.router_bytes()},
          {"send_buffer_bytes", d.send_buffer_bytes()},
          {"delay_sum_ns", d.delay_sum_ns()},
          {"corrupted_attempts", d.corrupted_attempts()},
          {"retransmissions", d.retransmissions()},
          {"marks", router_marks(d)},
          {"state", d.state()},
          {"classes", classes}};
}

std::string direction_text(const char* name, const DirectionCounters& before,
                           const DirectionCounters& now, std::int64_t elapsed_ns) {
  const DirectionRates rates = rates_between(before, now, elapsed_ns);
  std::string text = fmt::format("{} {} kbit/s, router {} pkt {} B, send buffer {} B", name,
                                 short_number(rates.delivered_bit_s / 1e3), now.router_packets(),
                                 now.router_bytes(), now.send_buffer_bytes());
  if (rates.delay_s >= 0) text += fmt::format(", delay {} ms", short_number(rates.delay_s * 1e3));
  if (const auto n = dropped_packets(now); n > 0) text += fmt::format(", dropped {}", n);
  if (const auto n = now.retransmissions(); n > 0) text += fmt::format(", retransmitted {}", n);
  if (const auto n = router_marks(now); n > 0) text += fmt::format(", marked {}", n);
  if (!now.state().empty()) text += fmt::format(", {}", now.state());
  return text;
}

}  // namespace

std::uint64_t dropped_packets(const DirectionCounters& direction) {
  return total(direction.drops()).packets();
}

Delivered delivered_of_hosts(const DirectionCounters& direction) {
  return {direction.delivered_packets() - direction.delivered_generated_packets(),
          direction.delivered_bytes() - direction.delivered_generated_bytes()};
}

std::uint64_t router_marks(const DirectionCounters& direction) {
  return direction.router_classes().empty() ? 0 : direction.router_classes(0).marks();
}

DirectionRates rates_between(const DirectionCounters& before, const DirectionCounters& after,
                             std::int64_t elapsed_ns) {
  DirectionRates rates;
  if (elapsed_ns <= 0) return rates;
  const auto growth = [](std::uint64_t from, std::uint64_t to) {
    return to > from ? static_cast<double>(to - from) : 0.0;
  };
  const Delivered then = delivered_of_hosts(before);
  const Delivered now = delivered_of_hosts(after);
  const double bytes = growth(then.bytes, now.bytes);
  rates.delivered_bit_s = bytes * 8 * 1e9 / static_cast<double>(elapsed_ns);
  const double packets = growth(then.packets, now.packets);
  if (packets > 0)
    rates.delay_s =
        (static_cast<double>(after.delay_sum_ns()) - static_cast<double>(before.delay_sum_ns())) /
        1e9 / packets;
  return rates;
}

std::string counters_line(const LinkReport& before, const LinkReport& now) {
  const std::int64_t elapsed_ns = now.link_time_ns() - before.link_time_ns();
  return fmt::format(
      "{:9.3f}s  {} | {} | lateness p99.9 {}{}", static_cast<double>(now.link_time_ns()) / 1e9,
      direction_text("down", before.downlink(), now.downlink(), elapsed_ns),
      direction_text("up", before.uplink(), now.uplink(), elapsed_ns),
      short_duration(now.fidelity().lateness_p999_ns()),
      now.fidelity().interface_changes() > 0 ? fmt::format(" | {}", kInterfaceChanged) : "");
}

std::string watch_line(const LinkReport& report, std::int64_t unix_ns) {
  const Fidelity& fidelity = report.fidelity();
  const Json out{{"unix_ns", unix_ns},
                 {"link_time_ns", report.link_time_ns()},
                 {"downlink", direction_json(report.downlink())},
                 {"uplink", direction_json(report.uplink())},
                 {"releases", fidelity.releases()},
                 {"lateness_p50_ns", fidelity.lateness_p50_ns()},
                 {"lateness_p99_ns", fidelity.lateness_p99_ns()},
                 {"lateness_p999_ns", fidelity.lateness_p999_ns()},
                 {"lateness_max_ns", fidelity.lateness_max_ns()},
                 {"interface_changes", fidelity.interface_changes()},
                 {"changes", report.changes()}};
  return json_text(out);
}

std::string with_link_name(const std::string& name, const std::string& line, bool is_json) {
  // The names have no character that JSON escapes.
  return is_json ? fmt::format("{{\"link\":\"{}\",{}", name, line.substr(1))
                 : fmt::format("{}: {}", name, line);
}

}  // namespace seawind
