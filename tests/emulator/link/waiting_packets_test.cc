// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the packets that wait in a router with several queues are lost: the latest arrivals,
// whatever queue they are in. 8 kbit/s: 100 bytes take 100 ms.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/ip_bytes.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

constexpr std::uint16_t kHigh = 1;
constexpr std::uint16_t kLow = 2;

ClassConfig to_port(const std::string& name, std::uint16_t port) {
  ClassConfig out;
  out.name = name;
  FilterConfig filter;
  filter.destination_port = {{port, port}};
  out.match = {filter};
  out.discipline = TailDropConfig{{.packets = 100}};
  return out;
}

HopConfig with_router(const DisciplineConfig& discipline) {
  HopConfig out;
  out.downlink = plain_direction(8'000, Duration());
  out.uplink = out.downlink;
  out.downlink.router = std::make_shared<const RouterConfig>(RouterConfig{discipline});
  out.downlink.input.limit.packets = 1;
  out.downlink.send_buffer.packets = 1;
  return out;
}

void send(TestHop& rig, std::uint16_t port, std::uint16_t flow = 1000) {
  rig.send(kDown, ipv4_udp(100, flow, port));
}

std::vector<std::uint64_t> delivered(const TestHop& rig) {
  std::vector<std::uint64_t> out;
  for (const Delivery& one : rig.delivered[0]) out.push_back(one.id);
  return out;
}

// 1 is in service, 2 and 3 wait in send buffer and input queue, 4 and 5 in the router, which serves
// 5 first.
TEST(WaitingPackets, AnOutageLosesTheLatestArrivalOfAllQueues) {
  HopConfig hop = with_router(PriorityConfig{{to_port("high", kHigh), to_port("low", kLow)}});
  hop.outages = {{.at = Duration::milliseconds(50),
                  .length = ValueConfig(1e9),
                  .affects = Affects::kDownlink,
                  .queue_loss = 0.25}};
  TestHop rig(hop);
  for (int i = 0; i < 4; ++i) send(rig, kLow);
  send(rig, kHigh);
  rig.drain();
  EXPECT_EQ(delivered(rig), (std::vector<std::uint64_t>{1, 2, 3, 4}));
}

// The second outage would hold packets for an hour; the first one drops them after 1 s all the
// same.
TEST(WaitingPackets, AnOutageDropsWhatWaitsWhateverOthersBeginMeanwhile) {
  HopConfig hop = with_router(TailDropConfig{{.packets = 100}});
  const auto outage = [](std::int64_t at_ms, std::int64_t persistency_ms) {
    return Outage{.at = Duration::milliseconds(at_ms),
                  .length = ValueConfig(10e9),
                  .affects = Affects::kDownlink,
                  .discard = true,
                  .persistency = Duration::milliseconds(persistency_ms)};
  };
  hop.outages = {outage(1000, 1000), outage(1900, 3'600'000)};
  TestHop rig(hop);
  rig.run_until(at_ms(1300));
  send(rig, kLow);
  rig.run_until(at_ms(2300) - Duration::nanoseconds(1));
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kOutage).packets, 0u);
  rig.run_until(at_ms(2300));
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kOutage).packets, 1u);
}

// 16 packets of two flows in turn wait in the router; the limit becomes 8 packets.
TEST(WaitingPackets, AShrunkenRouterKeepsTheEarliestArrivalsOfAllFlows) {
  HopConfig hop = with_router(FqCodelConfig{});
  TestHop rig(hop);
  for (int i = 0; i < 3; ++i) send(rig, kLow);  // in service, send buffer, input queue
  for (std::uint16_t i = 0; i < 16; ++i) send(rig, kHigh, static_cast<std::uint16_t>(1000 + i % 2));
  FqCodelConfig smaller;
  smaller.limit.packets = 8;
  hop.downlink.router = std::make_shared<const RouterConfig>(RouterConfig{smaller});
  hop.downlink.drop_on_shrink = true;
  rig.hop.reconfigure(hop);
  EXPECT_EQ(rig.recorder.drops(kDown, DropReason::kShrink).packets, 8u);
  rig.drain();
  std::vector<std::uint64_t> all = delivered(rig);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

}  // namespace
}  // namespace seawind::test
