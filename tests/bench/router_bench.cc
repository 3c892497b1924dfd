// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of a queue discipline alone: one packet in and one out, in virtual time, with one packet of
// every flow in the queue (at least 100 packets). Prints indicative numbers; nothing is asserted.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "emulator/router/make_discipline.h"
#include "emulator/router/tree_structure.h"
#include "tests/support/count_allocations.h"
#include "tests/support/ip_bytes.h"

namespace seawind {
namespace {

struct NoEvents : QueueEvents {
  void enqueued(const Packet& packet, std::uint8_t) override { benchmark::DoNotOptimize(&packet); }
  void dropped(const Packet&, DropReason) override { ++drops; }
  void marked(const Packet&) override {}
  void modified(const Packet&) override {}
  void measured(EventKind, std::uint8_t, std::int64_t) override {}
  std::int64_t drops = 0;
};

/// A packet of that flow: odd ones ECT(1), even ones not ECN-capable.
Packet packet_of(PacketPool& pool, std::uint64_t flow) {
  auto bytes = test::ipv4_udp(576, static_cast<std::uint16_t>(flow));
  bytes[1] = flow % 2;
  return Packet::copy_of(pool, flow + 1, Time(), bytes, 0);
}

// Packets that leave come back, so that every flow stays in the queue; 100 ns apart, so that the
// whole queue waits less than any target.
void in_and_out(benchmark::State& state, const DisciplineConfig& config) {
  const auto flows = static_cast<std::uint64_t>(state.range(0));
  const RouterContext link{.link_rate = 50'000'000'000,
                           .link_delay = Duration::milliseconds(10),
                           .seed = 1,
                           .direction = Direction::kDownlink};
  PacketPool pool;
  NoEvents events;
  const auto queue = make_discipline(config, Node{link, 0, events});
  Time now;
  const std::uint64_t held = std::max<std::uint64_t>(flows, 100);
  for (std::uint64_t i = 0; i < held; ++i) queue->enqueue(packet_of(pool, i % flows), now);
  std::uint64_t next = 0;
  const auto one = [&] {
    now += Duration::nanoseconds(100);
    Packet packet = queue->dequeue(now);
    if (!packet) packet = packet_of(pool, next++ % flows);
    queue->enqueue(std::move(packet), now);
  };
  for (std::uint64_t i = 0; i < 4 * held; ++i) one();  // rings and pools have grown
  test::allocations = 0;
  for (auto _ : state) one();
  state.SetItemsProcessed(state.iterations());
  state.counters["allocations/packet"] =
      static_cast<double>(test::allocations) / static_cast<double>(state.iterations());
  state.counters["drops/packet"] =
      static_cast<double>(events.drops) / static_cast<double>(state.iterations());
}

// One tail-drop class per flow, up to the maximum of 255 classes; further flows share them.
std::vector<ClassConfig> classes_for(std::int64_t flows) {
  std::vector<ClassConfig> classes(static_cast<std::size_t>(std::min<std::int64_t>(flows, 255)));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    FilterConfig filter;
    const auto from = static_cast<std::uint16_t>(i * 10'000 / classes.size());
    const auto to = static_cast<std::uint16_t>((i + 1) * 10'000 / classes.size() - 1);
    filter.source_port = {{from, to}};
    classes[i].name = std::to_string(i);
    classes[i].match = {filter};
    classes[i].weight = static_cast<double>(1 + i % 5);
  }
  classes.back().match.clear();
  return classes;
}
template <typename Config>
void with_classes(benchmark::State& state) {
  Config config;
  config.classes = classes_for(state.range(0));
  if constexpr (requires { config.burst; }) config.rate = 100'000'000'000;
  DisciplineConfig root = config;
  number_classes(root);
  in_and_out(state, root);
}
template <typename Config>
void with_flow_queues(benchmark::State& state) {
  Config config;
  config.flows.count = static_cast<std::uint32_t>(state.range(0));
  in_and_out(state, config);
}
void token_bucket(benchmark::State& state) {
  TokenBucketConfig config;
  config.rate = 100'000'000'000;
  in_and_out(state, config);
}
#define SEAWIND_BENCH(name) BENCHMARK(name)->Arg(1)->Arg(100)->Arg(10'000)
SEAWIND_BENCH(token_bucket);
SEAWIND_BENCH(with_classes<PriorityConfig>);
SEAWIND_BENCH(with_classes<HtbConfig>);
SEAWIND_BENCH(with_classes<DrrConfig>);
SEAWIND_BENCH(with_classes<WrrConfig>);
SEAWIND_BENCH(with_classes<WfqConfig>);
SEAWIND_BENCH(with_classes<Wf2qPlusConfig>);
SEAWIND_BENCH(with_flow_queues<DrrConfig>);
SEAWIND_BENCH(with_flow_queues<WrrConfig>);
SEAWIND_BENCH(with_flow_queues<WfqConfig>);
SEAWIND_BENCH(with_flow_queues<Wf2qPlusConfig>);

#define SEAWIND_DISCIPLINE(name, config) \
  BENCHMARK_CAPTURE(in_and_out, name, DisciplineConfig{config})->Arg(1)->Arg(100)->Arg(10'000)
SEAWIND_DISCIPLINE(tail_drop, TailDropConfig{});
SEAWIND_DISCIPLINE(head_drop, HeadDropConfig{});
SEAWIND_DISCIPLINE(red, RedConfig{});
SEAWIND_DISCIPLINE(wred, WredConfig{});
SEAWIND_DISCIPLINE(codel, CodelConfig{});
SEAWIND_DISCIPLINE(fq_codel, FqCodelConfig{});
SEAWIND_DISCIPLINE(pie, PieConfig{});
SEAWIND_DISCIPLINE(fq_pie, FqPieConfig{});
SEAWIND_DISCIPLINE(dualpi2, DualPi2Config{});

}  // namespace
}  // namespace seawind

BENCHMARK_MAIN();
