// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/log_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "controller/measure/flow_meter.h"

namespace seawind {
namespace {

TEST(LogMemory, IsOneForAllThatUseIt) {
  LogMemory memory(10'000);
  std::pmr::map<int, int> one(&memory);
  std::pmr::map<int, int> other(&memory);
  const auto fill = [](std::pmr::map<int, int>& map) {
    while (true) map.emplace(static_cast<int>(map.size()), 0);
  };
  EXPECT_THROW(fill(one), Error);
  const std::size_t most = one.size();
  EXPECT_GT(most, 100u);
  EXPECT_THROW(other.emplace(0, 0), Error);
  one.clear();
  EXPECT_THROW(fill(other), Error);
  EXPECT_EQ(other.size(), most);
}

/// A number of flows that no single one of them fills: requests without a reply, connections that
/// only begin, packets that stay in the link.
TEST(LogMemory, BoundsTheFlowsOfALogTogether) {
  constexpr std::int64_t kPackets = 50;  // of each flow
  const auto flows_until_the_end = [](FlowKind kind,
                                      const std::function<void(IpPacket&, int)>& packet) {
    LogMemory memory(500'000);
    std::vector<std::unique_ptr<FlowMeter>> flows;
    try {
      while (flows.size() < 10'000) {
        const FlowSpec spec{.name = "f", .sink_port = 5001, .kind = kind};
        flows.push_back(make_flow_meter(spec, memory));
        for (int i = 0; i < kPackets; ++i) {
          IpPacket ip{.protocol = 17, .source_port = 40000, .destination_port = 5001};
          packet(ip, i);
          ASSERT_TRUE(flows.back()->owns(ip));
          EventRecord event{};
          event.kind = EventKind::kArrival;
          event.packet = static_cast<std::uint64_t>(i);
          flows.back()->add({event.packet, 0, 100, true, ip}, event);
        }
      }
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("more than 500000 B of memory"));
    }
    EXPECT_GT(flows.size(), 1u);
    EXPECT_LT(flows.size(), 1000u);
  };
  flows_until_the_end(FlowKind::kRoundTrips,
                      [](IpPacket& ip, int i) { ip.payload_head = static_cast<std::uint64_t>(i); });
  flows_until_the_end(FlowKind::kStream, [](IpPacket&, int) {});
  flows_until_the_end(FlowKind::kFree, [](IpPacket& ip, int i) {
    ip.protocol = 6;
    ip.source_port = static_cast<std::uint16_t>(40000 + i);
    ip.tcp.emplace().syn = true;
  });
  flows_until_the_end(FlowKind::kFree, [](IpPacket& ip, int i) {  // gaps
    ip.protocol = 6;
    ip.tcp.emplace().syn = i == 0;
    ip.tcp->sequence = static_cast<std::uint32_t>(100 * i);
    ip.tcp->payload = 10;
  });
}

}  // namespace
}  // namespace seawind
