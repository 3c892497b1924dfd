// SPDX-License-Identifier: GPL-3.0-or-later
// A program at the highest real-time priority keeps a processor busy; the relay and the thread
// above it cannot run there. The link's report attributes what was late to the machine.
#include "tests/system/daemon/daemon_fixture.h"

namespace seawind::test {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;  // ns

class OnProcessor0 : public DaemonTest {
 protected:
  explicit OnProcessor0(const char* priority)
      : DaemonTest({"--cpu", "0", "--rt-priority", priority}) {}

  /// A packet is due 50 ms after it was sent, in a pause of 100 ms.
  Fidelity delayed_release() {
    EXPECT_TRUE(create(create_request(plain_hop(80'000'000, Duration::milliseconds(50)))).ok());
    const UdpSocket fixed(bed_.fixed, 1);
    const UdpSocket mobile(bed_.mobile, 2);
    fixed.send(2, 972);  // resolves the address
    EXPECT_TRUE(mobile.receive()) << daemon_.messages();
    EXPECT_TRUE(occupy_processor(
        0, [&] { fixed.send(2, 972); }, Duration::milliseconds(100)));
    EXPECT_TRUE(mobile.receive()) << daemon_.messages();
    return remove().fidelity();
  }
};

class MachinePausesTest : public OnProcessor0 {
 protected:
  MachinePausesTest() : OnProcessor0("10") {}
};

TEST_F(MachinePausesTest, ExplainWhatTheyDelay) {
  const Fidelity fidelity = delayed_release();
  EXPECT_GE(fidelity.lateness_max_ns(), 30 * kMillisecond);
  EXPECT_GE(fidelity.late_machine(), 1U);
  EXPECT_EQ(fidelity.machine_histogram_size(), fidelity.histogram_size());
  EXPECT_LT(fidelity.lateness_max_relay_ns(), fidelity.lateness_max_ns());
  ASSERT_TRUE(fidelity.has_pauses());
  // The thread had to run within the first 4 ms.
  EXPECT_GE(fidelity.pauses().largest_ns(), 90 * kMillisecond);
  EXPECT_GE(fidelity.pauses().number(), 1U);
  EXPECT_GE(fidelity.pauses().total_ns(), fidelity.pauses().largest_ns());
  EXPECT_GE(fidelity.pauses().watched_ns(), 100 * kMillisecond);
}

class WithoutRealtimeTest : public OnProcessor0 {
 protected:
  WithoutRealtimeTest() : OnProcessor0("off") {}
};

TEST_F(WithoutRealtimeTest, NoPauseIsMeasuredAndNothingIsExplained) {
  const Fidelity fidelity = delayed_release();
  EXPECT_GE(fidelity.lateness_max_ns(), 30 * kMillisecond);
  EXPECT_FALSE(fidelity.has_pauses());
  EXPECT_EQ(fidelity.late_machine(), 0U);
  EXPECT_GE(fidelity.late_relay(), 1U);
  EXPECT_EQ(fidelity.lateness_max_relay_ns(), fidelity.lateness_max_ns());
}

class HighestPriorityTest : public OnProcessor0 {
 protected:
  HighestPriorityTest() : OnProcessor0("99") {}
};

TEST_F(HighestPriorityTest, NoThreadCanRunAboveTheRelay) {
  ASSERT_TRUE(create(create_request(plain_hop(80'000'000, Duration()))).ok());
  const Fidelity fidelity = remove().fidelity();
  EXPECT_TRUE(fidelity.realtime());
  EXPECT_FALSE(fidelity.has_pauses());
}

}  // namespace
}  // namespace seawind::test
