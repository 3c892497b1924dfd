// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of the engine in virtual time: the time per packet through a hop, and the memory of an
// idle hop. Prints figures and checks none.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "emulator/link/hop.h"
#include "emulator/link/hop_change.h"
#include "tests/support/count_allocations.h"
#include "tests/support/ip_bytes.h"
#include "tests/support/tail_drop_router.h"

namespace seawind {
namespace {

struct NoObserver : LinkObserver {
  void on_event(const LinkEvent& event, const Packet*) override {
    benchmark::DoNotOptimize(&event);
  }
};
struct NoSink : PacketSink {
  void deliver(Packet packet) override { benchmark::DoNotOptimize(packet.size()); }
};

HopConfig config_of(bool arq) {
  HopConfig config;
  DirectionConfig& c = config.downlink;
  c.router = tail_drop_router({.packets = 20});
  c.input.limit.packets = 1;
  c.send_buffer.bytes = 12'000;
  c.states = {{.rate = 100'000'000, .propagation_delay = Duration::milliseconds(20)}};
  if (arq) {
    config.channel.states = {{"good", UniformValue{1e9, 2e9}}, {"bad", UniformValue{1e8, 2e8}}};
    c.states.push_back(c.states[0]);
    c.states[1].error_probability = 0.6;
    c.states[1].error_handling = ErrorHandling::kDelayIterate;
    c.states[1].error_delay = FixedValue{50e6};
    c.states[1].delay_drop_threshold = Duration::milliseconds(201);
    c.link_layer_acks = true;
    c.send_buffer.bytes = c.receive_buffer.bytes = 10'000'000;
  }
  config.uplink = c;
  return config;
}

// Enables all of hop_config.h at once, with values that pass 20 000 packets/s.
HopConfig everything() {
  HopConfig config = config_of(true);
  DirectionConfig& c = config.downlink;
  c.input.limit.bytes = 100'000;
  c.input.limit.packets = 100;
  c.input.max_delay = Duration::seconds(1);
  c.framing.fragment_size = 576;
  c.framing.byte_stream = true;
  c.framing.link_overhead = 10;
  c.framing.protocol_overhead_per_packet = 4;
  c.loss_pattern = GilbertElliott{0.001, 0.3, 1, 0};
  c.persistency_classes = {{{0}, {6}, Duration::milliseconds(201), true},
                           {{46}, {17}, Duration::milliseconds(51), false}};
  c.background = {.users = 2, .average_rate = 100'000, .max_users_per_channel = 2};
  c.release = ReleaseOrder::kSpaced;
  c.delay_redraw_interval = Duration::microseconds(500);
  c.output = {0.001, {{3}, 1000}};
  c.stages = {PacketControl{}, FastReset{}, LifetimeDiscard{true}, DropFromHead{{.packets = 1000}}};
  for (StateParameters& s : c.states) {
    s.rate = UniformValue{50e6, 60e6};
    s.user_max_rate = 4;
    s.available_rate = UniformValue{3, 4};
    s.rate_change_interval = UniformValue{1e8, 2e8};
    s.propagation_delay = NormalValue{20e6, 2e6, 0};
    s.error_probability = UniformValue{1e-7, 2e-7};
    s.error_unit = ErrorUnit::kBit;
    s.error_handling = ErrorHandling::kDelayIterate;
    s.error_delay = UniformValue{40e6, 50e6};
    s.max_retransmissions = 4;
    s.delay_drop_threshold = Duration::milliseconds(201);
    s.random_delay_probability = 0.001;
    s.random_delay_length = UniformValue{0, 1e6};
    s.allocation_delay = UniformValue{0, 1e6};
    s.link_idle_timeout = Duration::seconds(1);
  }
  config.spikes = {{UniformValue{1e9, 2e9}, UniformValue{1e6, 2e6}}};
  config.outages = {{.interval = UniformValue{5e9, 9e9},
                     .length = UniformValue{1e6, 2e6},
                     .discard = true,
                     .persistency = Duration::milliseconds(1)}};
  config.shared_delay = true;
  config.uplink = c;
  return config;
}

// 20 000 packets/s of 576 B.
void packet_through_hop(benchmark::State& state, const HopConfig& config) {
  Scheduler scheduler;
  PacketPool pool;
  NoObserver observer;
  NoSink sink;
  Hop hop(config, scheduler, observer, sink, sink);
  const auto bytes = test::ipv4_udp(576);
  std::uint64_t id = 0;
  const auto one = [&] {
    scheduler.run_until(scheduler.now() + Duration::microseconds(50));
    hop.enter(Direction::kDownlink, Packet::copy_of(pool, ++id, scheduler.now(), bytes, 0));
  };
  for (int i = 0; i < 200'000; ++i) one();  // ten seconds: all rings and pools have grown
  test::allocations = 0;
  for (auto _ : state) one();
  state.SetItemsProcessed(state.iterations());
  state.counters["allocations/packet"] =
      static_cast<double>(test::allocations) / static_cast<double>(state.iterations());
}
BENCHMARK_CAPTURE(packet_through_hop, error_free, config_of(false));
BENCHMARK_CAPTURE(packet_through_hop, arq, config_of(true));
BENCHMARK_CAPTURE(packet_through_hop, everything, everything());

/// A burst of packets onto an idle link whose propagation delay is longer than the burst, as the
/// beginning of a window of TCP: nothing arrives while they are sent. Reports the time of a packet.
void burst_into_a_long_delay(benchmark::State& state) {
  const auto bytes = test::ipv4_udp(1500, 1000, 2000);
  HopConfig config;
  config.downlink.states = {
      {.rate = 1'000'000'000, .propagation_delay = Duration::milliseconds(200)}};
  config.uplink = config.downlink;
  for (auto _ : state) {
    PacketPool pool;
    Scheduler scheduler;
    NoObserver observer;
    NoSink sink;
    Hop hop(config, scheduler, observer, sink, sink);
    for (std::int64_t i = 1; i <= state.range(0); ++i)
      hop.enter(Direction::kDownlink,
                Packet::copy_of(pool, static_cast<std::uint64_t>(i), Time(), bytes, 0));
    scheduler.run_until(Time() + Duration::seconds(2));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(burst_into_a_long_delay)->Arg(100)->Arg(1000)->Arg(10'000);

void idle_hop_memory(benchmark::State& state, const HopConfig& config) {
  NoObserver observer;
  NoSink sink;
  std::size_t bytes = 0;
  for (auto _ : state) {
    const std::size_t before = test::allocated_bytes;
    Scheduler scheduler;
    Hop hop(config, scheduler, observer, sink, sink);
    bytes = test::allocated_bytes - before + sizeof(hop) + sizeof(scheduler);
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK_CAPTURE(idle_hop_memory, arq, config_of(true));
BENCHMARK_CAPTURE(idle_hop_memory, everything, everything());

/// A change from 8 flow queues to 65 536 (or only of the quantum of 65 536) and back: the time the
/// hop stands still, and the time to prepare the change and to free the old queues.
void change_of_many_queues(benchmark::State& state, std::uint32_t first) {
  const auto with_queues = [](std::uint32_t count, std::int64_t quantum) {
    HopConfig config = config_of(false);
    config.downlink.router = config.uplink.router = std::make_shared<const RouterConfig>(
        RouterConfig{DrrConfig{.classes = {}, .flows = {.count = count}, .quantum = quantum}});
    return config;
  };
  NoObserver observer;
  NoSink sink;
  Scheduler scheduler;
  Hop hop(with_queues(first, 1500), scheduler, observer, sink, sink);
  double longest = 0;
  double beside = 0;
  const auto us_since = [](std::chrono::steady_clock::time_point from) {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - from)
        .count();
  };
  for (auto _ : state) {
    for (const HopConfig& next : {with_queues(65'536, 600), with_queues(first, 1500)}) {
      const auto began = std::chrono::steady_clock::now();
      auto change = hop.prepare(next);
      const auto instant = std::chrono::steady_clock::now();
      hop.reconfigure(*change);
      const double took = us_since(instant);
      change.reset();
      longest = std::max(longest, took);
      beside = std::max(beside, us_since(began) - took);
    }
  }
  state.counters["longest_us"] = longest;
  state.counters["beside_us"] = beside;
}
BENCHMARK_CAPTURE(change_of_many_queues, from_8, 8);
BENCHMARK_CAPTURE(change_of_many_queues, of_their_quantum, 65'536);

}  // namespace
}  // namespace seawind

BENCHMARK_MAIN();
