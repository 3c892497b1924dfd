// SPDX-License-Identifier: GPL-3.0-or-later
// Token buckets and HTB: departure times worked by hand, and rates over long times.
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

std::shared_ptr<const DisciplineConfig> tail_drop(std::int64_t bytes) {
  return std::make_shared<const DisciplineConfig>(TailDropConfig{{.bytes = bytes}});
}

// 32 kbit/s = 4 bytes per ms. The bucket of 576 bytes is full at 0.
TEST(TokenBucket, APacketLeavesAtTheNanosecondItsTokensAreThere) {
  RouterRig rig(TokenBucketConfig{.rate = 32'000, .burst = 576, .discipline = tail_drop(10'000)});
  rig.put({.size = 500});
  rig.put({.size = 100});
  rig.put({.size = 576});
  rig.put({.size = 577});  // larger than the bucket
  EXPECT_EQ(rig.get(), 1u);
  EXPECT_EQ(rig.get(), 0u);                                              // 76 left
  EXPECT_EQ(rig.router->next_ready(rig.now), Time::from_ns(6'000'000));  // 24 bytes missing
  rig.now = Time::from_ns(5'999'999);
  EXPECT_EQ(rig.get(), 0u);
  rig.now = Time::from_ns(6'000'000);
  EXPECT_EQ(rig.get(), 2u);
  EXPECT_EQ(rig.router->next_ready(rig.now), Time::from_ns(150'000'000));  // 576 bytes later
  EXPECT_EQ(rig.events(), "in:1 in:2 in:3 drop:4(policed) out:1 out:2");
}

// 100 Gbit/s for a user with a thousandfold rate at most: 10 ms of it are more than a bucket holds.
TEST(TokenBucket, TheDefaultBurstOfTheFastestLinkIsABucketsLargest) {
  RouterRig rig(TokenBucketConfig{.discipline = tail_drop(10'000)},
                link_of(100'000'000'000'000, 0));
  rig.put({.size = 1500});
  EXPECT_EQ(rig.get(), 1u);
}

TEST(TokenBucket, PolicingDropsWhatHasNoTokensAndTakesNone) {
  RouterRig rig(TokenBucketConfig{
      .rate = 32'000, .burst = 576, .police = true, .discipline = tail_drop(10'000)});
  rig.put({.size = 500});
  rig.put({.size = 100});
  rig.put({.size = 76});
  EXPECT_EQ(rig.events(), "in:1 drop:2(policed) in:3");
  EXPECT_EQ(rig.get(), 1u);
  EXPECT_EQ(rig.get(), 3u);
}

TEST(TokenBucket, ThePeakRateSpreadsABurst) {
  RouterRig rig(TokenBucketConfig{.rate = 8'000,
                                  .burst = 1000,
                                  .peak_rate = 80'000,
                                  .peak_burst = 100,
                                  .discipline = tail_drop(10'000)});
  for (int i = 0; i < 3; ++i) rig.put({.size = 100});
  EXPECT_EQ(rig.get(), 1u);
  EXPECT_EQ(rig.router->next_ready(rig.now), Time::from_ns(10'000'000));  // 100 B at 10 B/ms
  rig.now = at_ms(10);
  EXPECT_EQ(rig.get(), 2u);
}

TEST(TokenBucket, ASmallerBucketLetsWhatWaitsThroughWhenItIsFull) {
  RouterRig rig(TokenBucketConfig{.rate = 8'000, .burst = 1000, .discipline = tail_drop(10'000)});
  rig.put({.size = 1000});
  rig.put({.size = 1000});
  rig.get();
  rig.change(TokenBucketConfig{.rate = 8'000, .burst = 100, .discipline = tail_drop(10'000)});
  EXPECT_EQ(rig.router->next_ready(rig.now), Time::from_ns(100'000'000));
  rig.now = at_ms(100);
  EXPECT_EQ(rig.get(), 2u);
  // 900 bytes in debt: 1000 bytes of tokens until the next packet of 100.
  rig.put({.size = 100});
  EXPECT_EQ(rig.router->next_ready(rig.now), Time::from_ns(1'100'000'000));
}

// Model Q6. 76 bytes every 19 ms are the rate of the bucket. The link takes nothing for 150
// intervals: the queue fills, 151 packets or 11476 bytes. It then takes everything for 10.
TEST(TokenBucket, ABucketThatHoldsItsFullQueueNeverDelaysAStreamOfItsRate) {
  for (const auto& [burst, waits] : {std::pair(11'476, 0), std::pair(11'475, 70)}) {
    RouterRig rig(
        TokenBucketConfig{.rate = 32'000, .burst = burst, .discipline = tail_drop(11'520)});
    int waited = 0;
    for (int k = 0; k < 1147; ++k) {
      rig.now = at_ms(19 * k);
      rig.put({.size = 76});
      if (k % 160 < 150) continue;
      rig.drain_until(rig.now);
      if (rig.router->packets() > 0) ++waited;
    }
    EXPECT_EQ(waited, waits) << burst;
  }
}

// Mixed sizes, always backlogged: every window obeys the bucket's bound, and the total obeys the
// rate to 0.1 %.
TEST(TokenBucket, HoldsItsRate) {
  RouterRig rig(
      TokenBucketConfig{.rate = 123'457, .burst = 3000, .discipline = tail_drop(100'000)});
  rig.keep_events = false;
  RandomStream random(8, "tbf");
  std::vector<std::pair<Time, std::int64_t>> sent;
  std::int64_t total = 0;
  while (rig.now < Time::from_ns(600'000'000'000)) {
    while (rig.router->bytes() < 50'000) {
      rig.put({.size = 40 + random.next() % 1461});
    }
    rig.now = std::max(rig.now, rig.router->next_ready(rig.now));
    if (const Packet packet = rig.take()) {
      total += packet.size();
      sent.emplace_back(rig.now, total);
    }
  }
  const double expected = 3000 + 123'457 / 8.0 * rig.now.in_seconds();
  EXPECT_NEAR(static_cast<double>(total), expected, 0.001 * expected);
  for (std::size_t i = 0; i < sent.size(); i += 7) {
    for (std::size_t k = i + 1; k < std::min(sent.size(), i + 500); k += 13) {
      const double window = (sent[k].first - sent[i].first).in_seconds();
      ASSERT_LE(static_cast<double>(sent[k].second - sent[i].second),
                3000 + 123'457 / 8.0 * window + 1e-6);
    }
  }
}

HtbConfig htb(std::vector<ClassConfig> classes, std::optional<std::int64_t> rate = 80'000) {
  return {.rate = rate, .burst = 1500, .classes = std::move(classes)};
}
ClassConfig htb_class(const std::string& name, std::uint16_t port, std::int64_t rate,
                      std::optional<std::int64_t> ceil = {}, int prio = 0) {
  ClassConfig out = port_class(name, port);
  out.rate = rate;
  out.ceil = ceil;
  out.burst = out.cburst = 1500;
  out.quantum = 1500;
  out.prio = prio;
  return out;
}

// Keeps the classes of these ports backlogged for `seconds`; returns the bytes sent by each.
std::map<std::uint8_t, std::int64_t> backlogged(RouterRig& rig,
                                                const std::vector<std::uint16_t>& ports,
                                                std::int64_t seconds) {
  rig.keep_events = false;
  rig.sent_by_class.clear();
  RandomStream random(4, "htb");
  const Time end = rig.now + Duration::seconds(seconds);
  while (rig.now < end) {
    for (const std::uint16_t port : ports) {
      const auto& held = rig.router->classes();
      for (const ClassStatistics& one : held) {
        // The classes of these tests are named by their ports.
        if (one.name.ends_with("p" + std::to_string(port))) {
          while (one.held.bytes < 20'000) {
            rig.put({.size = 200 + random.next() % 1300, .port = port});
          }
        }
      }
    }
    rig.now = std::max(rig.now, rig.router->next_ready(rig.now));
    rig.get();
  }
  return rig.sent_by_class;
}

TEST(Htb, EveryClassGetsItsRateAndSharesTheRestByQuantum) {
  RouterRig rig(
      htb({htb_class("p1", 1, 40'000), htb_class("p2", 2, 16'000), htb_class("p3", 3, 8'000)}));
  const auto sent = backlogged(rig, {1, 2, 3}, 400);
  // 80 000 - 64 000 = 16 000 bit/s to borrow, in equal parts.
  const double third = 16'000 / 3.0;
  EXPECT_NEAR(static_cast<double>(sent.at(1)) * 8 / 400, 40'000 + third, 45'333 * 0.01);
  EXPECT_NEAR(static_cast<double>(sent.at(2)) * 8 / 400, 16'000 + third, 21'333 * 0.01);
  EXPECT_NEAR(static_cast<double>(sent.at(3)) * 8 / 400, 8'000 + third, 13'333 * 0.01);
  const double all = static_cast<double>(sent.at(1) + sent.at(2) + sent.at(3)) * 8 / 400;
  EXPECT_NEAR(all, 80'000, 80);  // 0.1 %
}

TEST(Htb, BorrowsUpToItsCeilAndNoFurther) {
  RouterRig rig(htb({htb_class("p1", 1, 8'000, 24'000), htb_class("p2", 2, 8'000)}));
  EXPECT_NEAR(static_cast<double>(backlogged(rig, {1}, 400).at(1)) * 8 / 400, 24'000, 60);
  RouterRig other(htb({htb_class("p1", 1, 8'000, 24'000), htb_class("p2", 2, 8'000)}));
  const auto sent = backlogged(other, {1, 2}, 400);
  EXPECT_NEAR(static_cast<double>(sent.at(1)) * 8 / 400, 24'000, 60);
  EXPECT_NEAR(static_cast<double>(sent.at(2)) * 8 / 400, 56'000, 120);
}

TEST(Htb, TheSmallerPrioBorrowsFirst) {
  RouterRig rig(htb({htb_class("p1", 1, 8'000, {}, 1), htb_class("p2", 2, 8'000, {}, 0)}));
  const auto sent = backlogged(rig, {1, 2}, 400);
  EXPECT_NEAR(static_cast<double>(sent.at(1)) * 8 / 400, 8'000, 80);
  EXPECT_NEAR(static_cast<double>(sent.at(2)) * 8 / 400, 72'000, 150);
}

TEST(Htb, AnInnerClassSharesAmongItsOwnBeforeOthersBorrow) {
  ClassConfig inner;
  inner.name = "inner";
  inner.rate = 60'000;
  inner.burst = inner.cburst = 1500;
  inner.classes = {htb_class("p1", 1, 20'000), htb_class("p2", 2, 10'000)};
  RouterRig rig(htb({inner, htb_class("p3", 3, 20'000)}));
  const auto all = backlogged(rig, {1, 2, 3}, 400);
  // inner: 60 000, of which 30 000 are shared equally; class numbers: inner 1, p1 2, p2 3, p3 4.
  EXPECT_NEAR(static_cast<double>(all.at(2)) * 8 / 400, 35'000, 350);
  EXPECT_NEAR(static_cast<double>(all.at(3)) * 8 / 400, 25'000, 250);
  EXPECT_NEAR(static_cast<double>(all.at(4)) * 8 / 400, 20'000, 200);
  RouterRig alone(htb({inner, htb_class("p3", 3, 20'000)}));
  EXPECT_NEAR(static_cast<double>(backlogged(alone, {2}, 400).at(3)) * 8 / 400, 80'000, 150);
}

// A whole burst at once after an idle time, then the rate: experiments RQ10. A class sends while it
// is not in debt, so it sends one packet more than the bucket holds.
TEST(Htb, TokensAsLargeAsTheSendBufferFillItAtOnce) {
  ClassConfig tcp = port_class("tcp", 1);
  tcp.burst = tcp.cburst = 12'000;
  RouterRig rig(HtbConfig{.rate = {}, .burst = 12'000, .classes = {tcp}});  // 64 kbit/s
  for (int i = 0; i < 30; ++i) rig.put({.size = 576, .port = 1});
  int at_once = 0;
  while (rig.get() != 0) ++at_once;
  EXPECT_EQ(at_once, 21);  // 20 x 576 = 11 520 of 12 000, the 21st into debt by 96
  EXPECT_EQ(rig.router->next_ready(rig.now), Time::from_ns(12'000'000));  // 96 B at 8 B/ms
  rig.now = at_ms(12);
  EXPECT_NE(rig.get(), 0u);
  EXPECT_EQ(rig.router->next_ready(rig.now), Time::from_ns(84'000'000));  // 72 ms a packet
}

TEST(Htb, AChangeWhilePacketsWaitKeepsThemAndTheirTokens) {
  RouterRig rig(htb({htb_class("p1", 1, 8'000), htb_class("p2", 2, 8'000)}));
  backlogged(rig, {1, 2}, 20);
  const std::int64_t inside = rig.router->packets();
  rig.change(htb({htb_class("p1", 1, 8'000, 16'000, 3), htb_class("p2", 2, 40'000)}, 60'000));
  EXPECT_EQ(rig.router->packets(), inside);
  // The rest of 60 000 after 8 000 + 40 000 goes to the smaller prio.
  const auto sent = backlogged(rig, {1, 2}, 400);
  EXPECT_NEAR(static_cast<double>(sent.at(1)) * 8 / 400, 8'000, 80);
  EXPECT_NEAR(static_cast<double>(sent.at(2)) * 8 / 400, 52'000, 520);
}

}  // namespace
}  // namespace seawind::test
