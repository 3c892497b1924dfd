// SPDX-License-Identifier: GPL-3.0-or-later
// Random configurations of a hop, each valid, which use every part of the link model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "emulator/core/random.h"
#include "emulator/link/hop_config.h"
#include "tests/support/tail_drop_router.h"

namespace seawind::test {

class RandomHop {
 public:
  /// Makes the router of a direction.
  using Router = std::function<std::shared_ptr<const RouterConfig>(RandomHop&)>;
  RandomHop(std::uint64_t seed, Router router)
      : router_(std::move(router)), random_(seed, "property") {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low +
           static_cast<std::int64_t>(random_.next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(double p) { return random_.uniform() < p; }
  Duration up_to_ms(std::int64_t n) { return Duration::nanoseconds(between(0, n * 1'000'000)); }
  BufferLimit limit(bool may_be_none) {
    if (may_be_none && chance(0.2)) return {};
    if (chance(0.5)) return {.packets = between(1, 30)};
    return {.bytes = between(100, 20'000)};
  }
  StateParameters state() {
    StateParameters s;
    s.rate = chance(0.5) ? between(9'600, 400'000) : between(1'000'000, 1'000'000'000);
    s.propagation_delay = up_to_ms(chance(0.3) ? 0 : 300);
    s.error_probability = chance(0.3) ? 0 : 0.01 * static_cast<double>(between(0, 90));
    s.error_handling = static_cast<ErrorHandling>(between(0, 3));
    s.error_delay = UniformValue{0, 1e6 * static_cast<double>(between(0, 500))};
    if (chance(0.7)) s.delay_drop_threshold = up_to_ms(1500);
    if (chance(0.3)) s.max_retransmissions = between(0, 5);
    if (chance(0.2)) {
      s.error_unit = ErrorUnit::kBit;
      s.error_probability = UniformValue{0, 1e-4};
    }
    if (chance(0.2)) s.propagation_delay = UniformValue{0, 3e8};
    if (chance(0.2)) {
      s.random_delay_probability = 0.1;
      s.random_delay_length = UniformValue{0, 2e8};
    }
    if (chance(0.2)) {
      s.allocation_delay = UniformValue{0, 1e8};
      s.link_idle_timeout = UniformValue{0, 1e8};
    }
    if (chance(0.2)) {
      s.user_max_rate = between(1, 8);
      s.available_rate = UniformValue{0.6, 8};
      s.rate_change_interval = UniformValue{1e6, 5e8};
    }
    return s;
  }
  RateSource rate_source() {
    if (chance(0.8)) return {};
    if (chance(0.5)) {
      auto trace = std::make_shared<DeliveryTrace>();
      std::int64_t at = 0;
      for (int i = 0; i < 20; ++i) trace->at_ms.push_back(at += between(0, 50));
      trace->at_ms.push_back(at + 1);
      return std::shared_ptr<const DeliveryTrace>(trace);
    }
    auto schedule = std::make_shared<RateSchedule>();
    Duration at;
    for (int i = 0; i < 10; ++i) {
      schedule->steps.push_back({at, between(10'000, 1'000'000)});
      at += Duration::milliseconds(between(1, 500));
      schedule->steps.push_back({at, chance(0.5) ? 0 : between(10'000, 1'000'000)});
      at += Duration::milliseconds(between(1, 500));
    }
    schedule->period = at;
    schedule->from_first_packet = chance(0.5);
    return std::shared_ptr<const RateSchedule>(schedule);
  }
  LossPattern loss_pattern() {
    switch (between(0, 8)) {
      case 0:
        return GilbertElliott{0.1, 0.5, 1, 0.01};
      case 1:
        return FourStateLoss{0.1, 0.5, 0.1, 0.5, 0.01};
      case 2:
        return PositionPattern{{2, 3, 7}, 20};
      case 3:
        return TimePattern{{{Duration(), Duration::milliseconds(100)}}, Duration::seconds(1)};
      default:
        return {};
    }
  }
  Framing framing() {
    Framing f;
    f.link_reset = chance(0.3);
    f.reassembly = chance(0.8);
    if (chance(0.5)) return f;
    f.fragment_size = between(30, 800);
    f.byte_stream = chance(0.5);
    f.link_overhead = between(0, 20);
    f.protocol_overhead_per_packet = between(0, 50);
    return f;
  }
  std::vector<StageConfig> stages() {
    std::vector<StageConfig> made;
    if (chance(0.1)) made.emplace_back(DropFromHead{limit(false)});
    if (chance(0.1)) made.emplace_back(PacketControl{});
    if (chance(0.1)) made.emplace_back(FastReset{});
    if (chance(0.1)) made.emplace_back(LifetimeDiscard{});
    if (chance(0.1)) made.emplace_back(MtuBlackHole{.size = 400, .answers = chance(0.5)});
    if (chance(0.1))
      made.emplace_back(Firewall{.ports = {5001}, .answer = Firewall::Answer::kIcmp});
    if (chance(0.1)) made.emplace_back(Nat{.udp_timeout = Duration::milliseconds(100)});
    return made;
  }
  Affects affects() { return static_cast<Affects>(between(0, 2)); }
  void blocks(HopConfig& c) {
    c.spikes.clear();
    c.outages.clear();
    if (chance(0.3)) c.spikes.push_back({UniformValue{1e8, 2e9}, UniformValue{0, 5e8}, affects()});
    if (chance(0.3)) {
      Outage o;
      if (chance(0.5)) o.at = up_to_ms(2000);
      o.interval = UniformValue{1e9, 4e9};
      o.length = UniformValue{0, 2e9};
      o.affects = affects();
      o.discard = chance(0.5);
      o.persistency = up_to_ms(chance(0.3) ? 0 : 500);
      o.queue_loss = chance(0.5) ? 0 : 0.5;
      c.outages.push_back(o);
    }
  }
  DirectionConfig direction(std::size_t states, bool reordering) {
    DirectionConfig c;
    c.max_packet_size = between(500, 2048);
    if (chance(0.7)) c.router = router_(*this);
    c.input.adapter_slots = between(0, 3);
    if (chance(0.7)) c.input.limit.packets = between(1, 5);
    c.send_buffer = limit(true);
    c.receive_buffer = limit(true);
    c.frame_in_service_in_buffer = chance(0.5);
    c.link_layer_acks = chance(0.6);
    c.ack_release = chance(0.5) ? AckRelease::kCumulative : AckRelease::kSelective;
    c.release = reordering    ? ReleaseOrder::kNone
                : chance(0.5) ? ReleaseOrder::kSpaced
                              : ReleaseOrder::kInOrder;
    c.drop_on_shrink = chance(0.3);
    if (chance(0.3)) c.input.limit.bytes = between(100, 5000);
    if (chance(0.2)) c.input.max_delay = up_to_ms(1000);
    if (chance(0.2)) c.input.overflow = OverflowHandling::kDrop;
    if (chance(0.5)) c.input.drop = DropPolicy::kHead;
    c.framing = framing();
    c.rate_source = rate_source();
    if (chance(0.2) && std::holds_alternative<std::monostate>(c.rate_source)) {
      c.background.users = between(1, 5);
      c.background.type = static_cast<BackgroundLoad::Type>(between(0, 3));
      c.background.average_rate =
          between(100, 1'000);  // below the capacity, so that every run ends
      c.background.max_users_per_channel = between(1, 3);
      c.background.output =
          chance(0.5) ? BackgroundLoad::Output::kWrite : BackgroundLoad::Output::kAccount;
      c.background.on = c.background.off = UniformValue{1e7, 1e9};
    }
    c.loss_pattern = loss_pattern();
    if (chance(0.3)) {
      c.persistency_classes = {{{0}, {}, up_to_ms(200), !reordering || chance(0.5)},
                               {{}, {17}, up_to_ms(2000), true}};
      if (chance(0.5)) c.persistency_classes.erase(c.persistency_classes.begin());
    }
    if (chance(0.2)) c.delay_redraw_interval = Duration::microseconds(between(500, 500'000));
    if (chance(0.2)) c.output = {0.1, {{3}, 10}};
    c.stages = stages();
    for (std::size_t i = 0; i < states; ++i) c.states.push_back(state());
    return c;
  }
  HopConfig hop(bool reordering) {
    HopConfig c;
    c.seed = random_.next();
    const auto states = static_cast<std::size_t>(between(0, 3));
    for (std::size_t i = 0; i < states; ++i) {
      c.channel.states.push_back({std::to_string(i), UniformValue{1e6, 1e9}});
    }
    c.channel.lead_in = up_to_ms(3000);
    renew(c, reordering);
    return c;
  }
  // New parameters; channel and seed stay.
  void renew(HopConfig& c, bool reordering) {
    const std::size_t states = std::max<std::size_t>(c.channel.states.size(), 1);
    c.downlink = direction(states, reordering);
    c.uplink = direction(states, reordering);
    blocks(c);
    c.shared_delay = chance(0.3);
  }

 private:
  const Router router_;
  RandomStream random_;
};

}  // namespace seawind::test
