// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/link_report.h"

#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

void fill(const LinkSnapshot::Side& side, const std::string& state, DirectionCounters& out) {
  out.set_received_packets(side.tally.received.packets);
  out.set_received_bytes(side.tally.received.bytes);
  out.set_delivered_packets(side.tally.delivered.packets);
  out.set_delivered_bytes(side.tally.delivered.bytes);
  out.set_held_packets(side.occupancy.held_packets);
  out.set_held_bytes(side.occupancy.held_bytes);
  for (std::size_t reason = 0; reason < kDropReasons; ++reason) {
    const Tally& drops = side.tally.drops[reason];
    if (drops.packets == 0) continue;
    DropCount& count = *out.add_drops();
    count.set_reason(std::string(to_string(static_cast<DropReason>(reason))));
    count.set_packets(drops.packets);
    count.set_bytes(drops.bytes);
  }
  out.set_corrupted_attempts(side.tally.corrupted_attempts);
  out.set_retransmissions(side.tally.retransmissions);
  out.set_router_packets(side.occupancy.router_packets);
  out.set_router_bytes(side.occupancy.router_bytes);
  out.set_send_buffer_bytes(side.occupancy.send_buffer_bytes);
  out.set_state(state);
}

}  // namespace

LinkReport link_report(const LinkSnapshot& snapshot, const ReportContext& context) {
  LinkReport report;
  report.set_name(context.name);
  report.set_link_time_ns(snapshot.link_time.ns());
  const std::string state =
      snapshot.state < context.states.size() ? context.states[snapshot.state] : std::string();
  const auto& [downlink, uplink] = snapshot.sides;
  fill(downlink, state, *report.mutable_downlink());
  fill(uplink, state, *report.mutable_uplink());
  report.set_log_error(context.log_error);

  Fidelity& fidelity = *report.mutable_fidelity();
  const Histogram& lateness = snapshot.lateness;
  fidelity.set_releases(lateness.total());
  fidelity.set_lateness_p50_ns(lateness.quantile(0.5));
  fidelity.set_lateness_p99_ns(lateness.quantile(0.99));
  fidelity.set_lateness_p999_ns(lateness.quantile(0.999));
  fidelity.set_lateness_max_ns(lateness.max());
  fidelity.mutable_histogram()->Add(lateness.counts().begin(), lateness.counts().end());
  fidelity.set_capture_drops(downlink.port.capture_drops + uplink.port.capture_drops);
  fidelity.set_inject_failures(downlink.port.inject_failures + uplink.port.inject_failures);
  fidelity.set_log_overruns(snapshot.log_overruns);
  fidelity.set_bypassed_frames(snapshot.bypassed_frames);
  fidelity.set_clamped_stamps(snapshot.clamped_stamps);
  fidelity.set_cpu_steal_ns(context.cpu_steal.ns());
  fidelity.set_throttled(context.stalls);
  fidelity.set_realtime(context.realtime);
  fidelity.set_arrival_lag_max_ns(snapshot.arrival_lag_max.ns());
  return report;
}

}  // namespace seawind
