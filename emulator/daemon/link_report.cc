// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/link_report.h"

#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

template <typename Out>
void fill_drops(const std::array<PacketTotals, kDropReasons>& drops, Out& out) {
  for (std::size_t reason = 0; reason < kDropReasons; ++reason) {
    if (drops[reason].packets == 0) continue;
    DropCount& count = *out.add_drops();
    count.set_reason(std::string(to_string(static_cast<DropReason>(reason))));
    count.set_packets(drops[reason].packets);
    count.set_bytes(drops[reason].bytes);
  }
}

void fill_class(const ClassStatistics& from, Time now, ClassCounters& out) {
  const auto count = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  out.set_number(from.number);
  out.set_name(from.name);
  out.set_parent(from.parent);
  out.set_packets(count(from.held.packets));
  out.set_bytes(count(from.held.bytes));
  out.set_average_bytes(from.average_bytes(now));
  out.set_limit_packets(count(from.limit.packets.value_or(0)));
  out.set_limit_bytes(count(from.limit.bytes.value_or(0)));
  out.set_enqueued_packets(from.enqueued.packets);
  out.set_enqueued_bytes(from.enqueued.bytes);
  out.set_dequeued_packets(from.dequeued.packets);
  out.set_dequeued_bytes(from.dequeued.bytes);
  fill_drops(from.drops, out);
  out.set_marks(from.marked);
  out.set_modified(from.modified);
  if (from.dequeued.packets > 0) {
    out.set_sojourn_average_ns(from.sojourn_sum.ns() /
                               static_cast<std::int64_t>(from.dequeued.packets));
  }
  out.set_sojourn_max_ns(from.sojourn_max.ns());
  const auto& [green, yellow, red] = from.colours;
  if (green.packets + yellow.packets + red.packets > 0) {
    for (const PacketTotals& colour : from.colours) out.add_colour_packets(colour.packets);
  }
  if (from.average_queue) out.set_average_queue(*from.average_queue);
  if (from.tokens) out.set_tokens(*from.tokens);
}

void fill(const LinkSnapshot::DirectionSnapshot& from, const std::string& state, Time now,
          DirectionCounters& out) {
  out.set_received_packets(from.tally.arrived.packets);
  out.set_received_bytes(from.tally.arrived.bytes);
  out.set_generated_packets(from.tally.generated.packets);
  out.set_generated_bytes(from.tally.generated.bytes);
  out.set_cut_bytes(from.tally.cut_bytes);
  out.set_delivered_packets(from.tally.delivered.packets);
  out.set_delivered_bytes(from.tally.delivered.bytes);
  out.set_delivered_generated_packets(from.tally.delivered_generated.packets);
  out.set_delivered_generated_bytes(from.tally.delivered_generated.bytes);
  out.set_held_packets(from.occupancy.held_packets);
  out.set_held_bytes(from.occupancy.held_bytes);
  fill_drops(from.tally.drops, out);
  out.set_corrupted_attempts(from.tally.corrupted_attempts);
  out.set_retransmissions(from.tally.retransmissions);
  out.set_router_packets(from.occupancy.router_packets);
  out.set_router_bytes(from.occupancy.router_bytes);
  out.set_send_buffer_bytes(from.occupancy.send_buffer_bytes);
  out.set_state(state);
  out.set_delay_sum_ns(from.delay_sum.ns());
  if (from.tally.queueing.total() > 0) {
    out.set_queueing_delay_median_ns(from.tally.queueing.quantile(0.5));
    out.set_queueing_delay_max_ns(from.tally.queueing.max());
  }
  for (const ClassStatistics& one : from.router_classes) {
    fill_class(one, now, *out.add_router_classes());
  }
}

}  // namespace

LinkReport link_report(const LinkSnapshot& snapshot, const std::vector<std::string>& states) {
  LinkReport report;
  report.set_link_time_ns(snapshot.link_time.ns());
  const std::string state = snapshot.state < states.size() ? states[snapshot.state] : std::string();
  const Time now = Time::from_ns(snapshot.link_time.ns());
  const auto& [downlink, uplink] = snapshot.directions;
  fill(downlink, state, now, *report.mutable_downlink());
  fill(uplink, state, now, *report.mutable_uplink());

  Fidelity& fidelity = *report.mutable_fidelity();
  const Histogram& lateness = snapshot.lateness.all;
  fidelity.set_releases(lateness.total());
  fidelity.set_lateness_p50_ns(lateness.quantile(0.5));
  fidelity.set_lateness_p99_ns(lateness.quantile(0.99));
  fidelity.set_lateness_p999_ns(lateness.quantile(0.999));
  fidelity.set_lateness_max_ns(lateness.max());
  fidelity.mutable_histogram()->Add(lateness.counts().begin(), lateness.counts().end());
  if (const Histogram& machine = snapshot.lateness.machine; machine.total() > 0)
    fidelity.mutable_machine_histogram()->Add(machine.counts().begin(), machine.counts().end());
  fidelity.set_lateness_max_relay_ns(snapshot.lateness.relay_max);
  fidelity.set_late_machine(snapshot.lateness.late_machine);
  fidelity.set_late_relay(snapshot.lateness.late_relay);
  fidelity.set_capture_drops(downlink.port.capture_drops + uplink.port.capture_drops);
  fidelity.set_inject_failures(downlink.port.inject_failures + uplink.port.inject_failures);
  fidelity.set_log_overruns(snapshot.log_overruns);
  fidelity.set_bypassed_frames(snapshot.bypassed_frames);
  fidelity.set_clamped_stamps(snapshot.clamped_stamps);
  fidelity.set_arrival_lag_max_ns(snapshot.arrival_lag_max.ns());
  return report;
}

}  // namespace seawind
