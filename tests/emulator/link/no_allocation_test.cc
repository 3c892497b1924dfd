// SPDX-License-Identifier: GPL-3.0-or-later
// A packet costs no allocation once rings, pool and scheduler have grown. Counts every operator new
// of the process, hence an executable of its own.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "tests/support/test_hop.h"

namespace {
std::size_t allocations = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* block = std::malloc(size)) return block;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* block) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}

namespace seawind::test {
namespace {

TEST(SteadyState, APacketCostsNoAllocation) {
  HopConfig config;
  config.channel = two_state_channel();
  config.downlink = config.uplink = arq_direction(4);
  TestHop rig(config);
  rig.recorder.keep = false;
  rig.keep_deliveries = false;
  const std::vector<std::uint8_t> bytes = ipv4_udp(576);
  std::uint64_t id = 0;
  const auto run_minutes = [&](int minutes) {
    for (int i = 0; i < minutes * 60 * 40; ++i) {  // overload: 40 packets/s at 64 kbit/s
      rig.run_until(rig.scheduler.now() + Duration::milliseconds(25));
      rig.hop.receive(i % 2 == 0 ? kDown : kUp,
                      Packet::copy_of(rig.pool, ++id, rig.scheduler.now(), bytes, 0));
    }
  };
  run_minutes(60);
  const std::size_t before = allocations;
  EXPECT_GT(before, 0u);  // the count works
  run_minutes(60);
  EXPECT_EQ(allocations, before);
  EXPECT_GT(rig.recorder.count(kDown, EventKind::kRetransmit).packets, 100u);
}

}  // namespace
}  // namespace seawind::test
