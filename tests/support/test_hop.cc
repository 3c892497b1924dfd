// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_hop.h"

#include <gtest/gtest.h>

#include <utility>

namespace seawind::test {

void Recorder::on_event(const LinkEvent& event, const Packet* packet) {
  if (event.time < last_) in_time_order = false;
  last_ = event.time;
  const bool starts = event.kind == EventKind::kTransmitStart;
  const bool dropped = event.kind == EventKind::kDrop;
  bool with_packet = event.kind == EventKind::kArrival || dropped;
  if (starts && event.packet >= started_.size()) with_packet = packet != nullptr;
  if ((starts || dropped) && event.packet < started_.size()) {
    with_packet = dropped || !started_[event.packet];
    started_[event.packet] = true;
  }
  if (event.kind == EventKind::kModified) with_packet = true;
  if (event.kind == EventKind::kGenerated) with_packet = packet != nullptr;  // no copy
  if ((packet != nullptr) != with_packet) packets_as_promised = false;
  if (packet != nullptr && packet->id() != event.packet) packets_as_promised = false;
  if (packet != nullptr && !starts && packet->size() != event.size) packets_as_promised = false;
  const auto direction = static_cast<std::size_t>(event.direction);
  Count& count = counts_[direction][static_cast<std::size_t>(event.kind)];
  ++count.packets;
  count.bytes += event.size;
  if (event.kind == EventKind::kDrop) {
    Count& drop = drops_[direction].at(event.code);
    ++drop.packets;
    drop.bytes += event.size;
  }
  if (event.kind == EventKind::kModified) {
    if (packet != nullptr) modified_traffic_class = packet->ip_bytes()[1];
    cut_[direction] += static_cast<std::uint64_t>(event.value) - event.size;
  }
  if (keep) events.push_back(event);
}

void TestHop::Sink::deliver(Packet packet) {
  if (!owner->keep_deliveries) return;
  const Time now = owner->scheduler.now();
  owner->delivered[direction].push_back({now, packet.id(), packet.size(), now - packet.arrival()});
}

TestHop::TestHop(const HopConfig& config) : hop(config, scheduler, recorder, sinks_[0], sinks_[1]) {
  for (std::size_t i = 0; i < sinks_.size(); ++i) {
    sinks_[i].owner = this;
    sinks_[i].direction = i;
  }
}

std::uint64_t TestHop::send(Direction direction, std::size_t size, PacketKind kind) {
  std::vector<std::uint8_t> bytes = ipv4_udp(size);
  bytes[1] = static_cast<std::uint8_t>(kind.dscp << 2);
  bytes[9] = kind.protocol;
  return send(direction, bytes);
}

std::uint64_t TestHop::send(Direction direction, std::span<const std::uint8_t> bytes) {
  const std::uint64_t id = next_id_++;
  hop.enter(direction, Packet::copy_of(pool, id, scheduler.now(), bytes, 0));
  return id;
}

std::uint64_t TestHop::send(Direction direction, Segment segment) {
  segment.downlink = direction == kDown;
  return send(direction, tcp_bytes(segment));
}

void TestHop::send_at(Time when, Direction direction, std::size_t size, PacketKind kind) {
  call_at(when, [this, direction, size, kind] { send(direction, size, kind); });
}

void TestHop::call_at(Time when, std::function<void()> what) {
  calls_.push_back(std::move(what));
  scheduler.at(when, [this, index = calls_.size() - 1] {
    const std::function<void()> call = calls_[index];  // it may add calls
    call();
  });
}

void TestHop::drain() {
  const auto busy = [this] {
    return hop.occupancy(kDown).held_packets + hop.occupancy(kUp).held_packets +
               hop.occupancy(kDown).send_buffer_bytes + hop.occupancy(kUp).send_buffer_bytes !=
           0;
  };
  while (busy()) {
    ASSERT_NE(scheduler.next_event(), Time::max()) << "packets are stuck";
    scheduler.run_until(scheduler.next_event());
  }
}

void expect_identity(const TestHop& rig) {
  for (const Direction direction : {kDown, kUp}) {
    auto received = rig.recorder.count(direction, EventKind::kArrival);
    const auto generated = rig.recorder.count(direction, EventKind::kGenerated);
    received.packets += generated.packets;
    received.bytes += generated.bytes - rig.recorder.cut(direction);
    auto settled = rig.recorder.count(direction, EventKind::kDelivered);
    for (std::size_t reason = 1; reason < kDropReasons; ++reason) {
      const auto drops = rig.recorder.drops(direction, static_cast<DropReason>(reason));
      settled.packets += drops.packets;
      settled.bytes += drops.bytes;
    }
    const DirectionOccupancy inside = rig.hop.occupancy(direction);
    EXPECT_EQ(received.packets, settled.packets + inside.held_packets) << to_string(direction);
    EXPECT_EQ(received.bytes, settled.bytes + inside.held_bytes) << to_string(direction);
  }
  EXPECT_TRUE(rig.recorder.in_time_order);
  EXPECT_TRUE(rig.recorder.packets_as_promised);
}

DirectionConfig plain_direction(std::int64_t rate, Duration propagation) {
  DirectionConfig config;
  config.states = {{.rate = rate, .propagation_delay = propagation}};
  return config;
}

DirectionConfig gprs_direction() {
  DirectionConfig config = plain_direction(64'000, Duration::milliseconds(300));
  config.router = tail_drop_router({.packets = 20});
  config.input.adapter_slots = 2;
  config.input.limit.packets = 1;
  config.send_buffer.bytes = 12'000;
  return config;
}

DirectionConfig arq_direction(int retransmissions) {
  DirectionConfig config = gprs_direction();
  StateParameters state = config.states[0];
  state.error_handling = ErrorHandling::kDelayIterate;
  state.error_delay = FixedValue{700e6};
  state.delay_drop_threshold = Duration::milliseconds(700 * retransmissions + 1);
  config.states = {state, state};
  config.states[1].error_probability = 0.6;
  config.link_layer_acks = true;
  return config;
}

ChannelConfig two_state_channel(Truncation truncation) {
  return {.states = {{"good", ExponentialValue{10e9, 5e9, 15e9, truncation}},
                     {"bad", ExponentialValue{2.5e9, 1.4e9, 4e9, truncation}}},
          .lead_in = Duration::seconds(19)};
}

}  // namespace seawind::test
