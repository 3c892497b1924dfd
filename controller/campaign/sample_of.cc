// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/sample_of.h"

#include <chrono>

#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

ClassSample class_sample(const ClassCounters& from) {
  ClassSample out{.name = from.name(),
                  .packets = from.packets(),
                  .bytes = from.bytes(),
                  .limit_packets = from.limit_packets(),
                  .limit_bytes = from.limit_bytes(),
                  .dropped_packets = 0,
                  .marks = from.marks()};
  for (const DropCount& drop : from.drops()) out.dropped_packets += drop.packets();
  return out;
}

DirectionSample direction_sample(const DirectionCounters& from) {
  DirectionSample out{.received_packets = from.received_packets(),
                      .received_bytes = from.received_bytes(),
                      .delivered_packets = from.delivered_packets(),
                      .delivered_bytes = from.delivered_bytes(),
                      .drops = {},
                      .held_packets = from.held_packets(),
                      .held_bytes = from.held_bytes(),
                      .router_packets = from.router_packets(),
                      .router_bytes = from.router_bytes(),
                      .send_buffer_bytes = from.send_buffer_bytes(),
                      .delay_sum_ns = from.delay_sum_ns(),
                      .corrupted_attempts = from.corrupted_attempts(),
                      .retransmissions = from.retransmissions(),
                      .state = from.state(),
                      .classes = {}};
  for (const DropCount& drop : from.drops()) {
    out.drops.push_back({drop.reason(), drop.packets(), drop.bytes()});
    out.dropped_packets += drop.packets();
    out.dropped_bytes += drop.bytes();
  }
  for (const ClassCounters& one : from.router_classes()) out.classes.push_back(class_sample(one));
  if (!out.classes.empty()) out.marks = out.classes.front().marks;
  return out;
}

}  // namespace

LinkSample sample_of(const LinkReport& report) {
  const Fidelity& fidelity = report.fidelity();
  return {.unix_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count(),
          .link_time_ns = report.link_time_ns(),
          .downlink = direction_sample(report.downlink()),
          .uplink = direction_sample(report.uplink()),
          .releases = fidelity.releases(),
          .lateness_p50_ns = fidelity.lateness_p50_ns(),
          .lateness_p99_ns = fidelity.lateness_p99_ns(),
          .lateness_p999_ns = fidelity.lateness_p999_ns(),
          .lateness_max_ns = fidelity.lateness_max_ns(),
          .changes = report.changes()};
}

}  // namespace seawind
