// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/link_disposal.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>

#include "tests/emulator/daemon/fakes.h"

namespace seawind {
namespace {

struct Closing {
  std::latch permitted{1};
  std::atomic<int> closed{0};
};

class WaitingPort final : public Port {
 public:
  explicit WaitingPort(Closing& closing) : closing_(closing) {}
  ~WaitingPort() override {
    closing_.permitted.wait();
    ++closing_.closed;
  }
  int fd() const override { return -1; }
  std::size_t read_batch(FrameHandler&, std::size_t) override { return 0; }
  void send(std::span<const Packet>) override {}
  void warm() override {}
  PortStats stats() override { return {}; }

 private:
  Closing& closing_;
};

TEST(LinkDisposal, ClosesTheirPortsInTheBackgroundAndAllAtTheEnd) {
  constexpr int kLinks = 8;
  test::FakeClock clock;
  PacketPool packets;
  HopConfig hop;
  for (DirectionConfig* direction : {&hop.downlink, &hop.uplink})
    direction->states = {StateParameters{.rate = 64'000, .propagation_delay = {}}};
  Closing closing;
  {
    LinkDisposal disposal;
    for (int i = 0; i < kLinks; ++i)
      disposal.add(std::make_unique<RelayLink>(
          hop, packets, Time(), std::make_unique<WaitingPort>(closing),
          std::make_unique<test::FakePort>(clock), EventLogTarget{}, clock));
    closing.permitted.count_down();  // not reached if add() waited for a port
  }
  EXPECT_EQ(closing.closed, kLinks);
}

}  // namespace
}  // namespace seawind
