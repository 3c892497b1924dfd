// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the congestion control reno24 on this kernel.
#include <sys/wait.h>

#include "tests/system/testbed/legacy_tcp_fixture.h"

namespace seawind::test {
namespace {

class Reno24 : public LegacyTcpTest {
 protected:
  /// Disables tail loss probes and every mechanism except F-RTO that detects spurious
  /// retransmissions.
  void undo_by_frto_only() const {
    set_tcp(near_, "early_retrans", 0);
    set_tcp(near_, "timestamps", 0);
    set_tcp(far_, "dsack", 0);
  }
  /// A connection with the code point 18 whose window of 10 was halved by a loss and has grown
  /// since.
  Connection halved() {
    Connection made = connected(kLegacyCongestionControl, 18);
    const Fd& sender = made.sender;
    let_through(near_, false);
    send_segments(sender, 1);
    let_through(near_, true);
    send_segments(sender, 5);
    for (int i = 0; i < 20 && info(sender).tcpi_snd_cwnd <= 5; ++i) {
      EXPECT_TRUE(eventually([&] { return info(sender).tcpi_unacked == 0; }));
      send_segments(sender, 8);
    }
    return made;
  }
};

TEST_F(Reno24, CountsAcknowledgementsNotSegments) {
  kernel_->register_congestion_control();
  kernel_->register_congestion_control();  // a second call has no effect
  tcp_info counted = transfer(kLegacyCongestionControl, 600'000);
  // A pause of the machine beyond the retransmission time-out is a loss to the sender.
  for (int more = 0; more < 5 && counted.tcpi_total_retrans > 0; ++more)
    counted = transfer(kLegacyCongestionControl, 600'000);
  // Without losses and in slow start the window grows by at most one segment per ACK, however much
  // the ACK acknowledges.
  EXPECT_EQ(counted.tcpi_total_retrans, 0U);
  EXPECT_LE(counted.tcpi_snd_cwnd, 10 + counted.tcpi_segs_in);
  EXPECT_GT(counted.tcpi_snd_cwnd, 10U);
  EXPECT_LT(counted.tcpi_segs_in, counted.tcpi_data_segs_out);  // ACKs were delayed
}

TEST_F(Reno24, GrowsOnlyWhereItWasFull) {
  kernel_->register_congestion_control();
  const auto [sender, receiver] = connected(kLegacyCongestionControl);
  for (int i = 0; i < 30; ++i) {
    send_segments(sender, 1);
    ASSERT_TRUE(eventually([&, &sender = sender] { return info(sender).tcpi_unacked == 0; }));
  }
  EXPECT_EQ(info(sender).tcpi_snd_cwnd, 10U);
}

// A loss halves a window of 10. After the repair nothing is in flight, and three segments are
// released.
TEST_F(Reno24, ReleasesNoBurstAfterARepair) {
  kernel_->register_congestion_control();
  set_tcp(near_, "rto_min_us", 9'000'000);  // no time-out while this process does not run
  const auto [sender, receiver] = connected(kLegacyCongestionControl);
  const tcp_info before = info(sender);  // a busy machine may have lost the SYN
  let_through(near_, false);
  send_segments(sender, 1);
  let_through(near_, true);
  send_segments(sender, 5);
  ASSERT_TRUE(eventually([&, &sender = sender] { return info(sender).tcpi_unacked == 0; }));
  const tcp_info after = info(sender);
  EXPECT_EQ(after.tcpi_total_retrans, before.tcpi_total_retrans + 1);
  EXPECT_EQ(after.tcpi_snd_ssthresh, 5U);
  EXPECT_EQ(after.tcpi_snd_cwnd, 3U);
}

TEST_F(Reno24, RemembersSsthreshByCodePoint) {
  kernel_->register_congestion_control();
  set_tcp(near_, "no_ssthresh_metrics_save", 0);
  undo_by_frto_only();
  const auto begins_with = [&](int dscp) {
    return info(connected(kLegacyCongestionControl, dscp).sender).tcpi_snd_ssthresh;
  };
  constexpr std::uint32_t kNone = 0x7fffffff;
  EXPECT_EQ(begins_with(18), kNone);
  {
    const auto [sender, receiver] = halved();
    EXPECT_EQ(info(sender).tcpi_snd_ssthresh, 5U);
    EXPECT_TRUE(kernel_->cached_ssthresh(cookie(near_)).empty());
  }
  ASSERT_TRUE(eventually([&] { return !kernel_->cached_ssthresh(cookie(near_)).empty(); }));
  const auto all = kernel_->cached_ssthresh(cookie(near_));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].peer, "10.0.0.2");
  EXPECT_EQ(all[0].dscp, 18);
  EXPECT_EQ(all[0].ssthresh, 5);
  EXPECT_TRUE(kernel_->cached_ssthresh(cookie(far_)).empty());
  EXPECT_EQ(begins_with(18), 5U);
  EXPECT_EQ(begins_with(10), kNone);
  kernel_->clear_cache(cookie(far_));
  EXPECT_EQ(begins_with(18), 5U);
  kernel_->clear_cache(cookie(near_));
  EXPECT_EQ(begins_with(18), kNone);
}

// Two campaigns run at the same time. The first process offers reno24; the second uses its memory.
// Both continue after the first has ended.
TEST_F(Reno24, TwoProcessesShareItAndItsMemory) {
  set_tcp(near_, "no_ssthresh_metrics_save", 0);
  undo_by_frto_only();
  std::array<int, 2> up{};
  std::array<int, 2> down{};
  ASSERT_EQ(pipe(up.data()), 0);
  ASSERT_EQ(pipe(down.data()), 0);
  const pid_t first = fork();
  if (first == 0) {
    char byte = 0;
    try {
      LegacyTcpPrograms other;
      other.register_congestion_control();
      (void)!write(up[1], "x", 1);
      (void)!read(down[0], &byte, 1);
      _exit(0);
    } catch (...) {
      _exit(1);
    }
  }
  char byte = 0;
  ASSERT_EQ(read(up[0], &byte, 1), 1);
  kernel_->register_congestion_control();
  halved();
  ASSERT_TRUE(eventually([&] { return kernel_->cached_ssthresh(cookie(near_)).size() == 1; }));
  ASSERT_EQ(write(down[1], "x", 1), 1);
  int status = 0;
  ASSERT_EQ(waitpid(first, &status, 0), first);
  EXPECT_EQ(status, 0);
  kernel_->register_congestion_control();
  EXPECT_EQ(info(connected(kLegacyCongestionControl, 18).sender).tcpi_snd_ssthresh, 5U);
  kernel_->clear_cache(cookie(near_));
  EXPECT_EQ(info(connected(kLegacyCongestionControl, 18).sender).tcpi_snd_ssthresh, 0x7fffffffU);
  kernel_.reset();
  EXPECT_TRUE(eventually([&] { return !choose(socket_in(near_), kLegacyCongestionControl); }));
  for (const int fd : {up[0], up[1], down[0], down[1]}) close(fd);
}

// All ten segments arrive, but their ACKs are lost. The ACK of the retransmission proves the
// timeout spurious (F-RTO).
TEST_F(Reno24, KeepsTheHalfAfterASpuriousTimeOut) {
  kernel_->register_congestion_control();
  undo_by_frto_only();
  const auto [sender, receiver] = connected(kLegacyCongestionControl);
  let_through(far_, false);
  send_segments(sender, 10);
  ASSERT_TRUE(eventually([&, &sender = sender] { return info(sender).tcpi_total_retrans > 0; }));
  let_through(far_, true);
  ASSERT_TRUE(eventually([&, &sender = sender] { return info(sender).tcpi_unacked == 0; }));
  const tcp_info after = info(sender);
  EXPECT_EQ(after.tcpi_ca_state, 0);
  EXPECT_EQ(after.tcpi_snd_ssthresh, 5U);
  EXPECT_LE(after.tcpi_snd_cwnd, 6U);
}

}  // namespace
}  // namespace seawind::test
