// SPDX-License-Identifier: GPL-3.0-or-later
// DualPI2 in front of a 50 Mbit/s link in virtual time: an ECT(1) probe beside classic and scalable
// flows. The sources have windows clocked by acknowledgements over a base round-trip time of 20 ms.
// Classic sources halve the window once per round trip on a loss (Reno). Scalable sources reduce it
// by alpha / 2 once per round trip with marks and are paced (DCTCP, RFC 8257, with RFC 9331's
// pacing). The steady state starts at 5 s.
#include <gtest/gtest.h>

#include <algorithm>
#include <queue>

#include "common/quantile.h"
#include "emulator/router/dualpi2.h"
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

constexpr std::int64_t kRate = 50'000'000;
constexpr RouterContext kBottleneck = link_of(kRate, 10, 1);
constexpr std::int64_t kRtt = 20'000'000;
constexpr std::int64_t kEnd = 17'000'000'000;
constexpr std::int64_t kSteady = 5'000'000'000;

struct Source {
  bool scalable = false;
  double window = 10;
  double threshold = 1e9;
  int in_flight = 0;
  std::int64_t round_ends = 0;
  double alpha = 1;
  int acked = 0;
  int marked = 0;
  std::int64_t recovering_until = 0;
  std::int64_t next_send = 0;
  bool waiting = false;
  std::int64_t bytes = 0;  // delivered in steady state

  void acknowledged(bool ce, std::int64_t now) {
    --in_flight;
    ++acked;
    marked += ce && scalable ? 1 : 0;
    window += window < threshold ? 1 : 1 / window;
    if (!scalable || now < round_ends) return;
    const double share = static_cast<double>(marked) / acked;
    alpha += (share - alpha) / 16;
    if (marked > 0) {
      window = std::max(2.0, window * (1 - alpha / 2));
      threshold = window;
    }
    acked = marked = 0;
    round_ends = now + kRtt;
  }
  void lost(std::int64_t now) {
    --in_flight;
    if (now < recovering_until) return;
    window = threshold = std::max(2.0, window / 2);
    recovering_until = now + kRtt + 15'000'000;
  }
};

struct Simulation {
  explicit Simulation(const DualPi2Config& config) : rig(config, kBottleneck) {
    rig.keep_events = false;
  }

  struct Event {
    std::int64_t time;
    std::uint64_t order;
    enum Kind { kAck, kLoss, kTransmitted, kProbe, kSend } kind;
    std::size_t source;
    bool ce;
    bool operator>(const Event& other) const {
      return std::pair(time, order) > std::pair(other.time, other.order);
    }
  };
  void at(std::int64_t time, Event::Kind kind, std::size_t source = 0, bool ce = false) {
    events.push({time, order++, kind, source, ce});
  }
  static constexpr std::size_t kProbeSource = 1000;

  void put(std::size_t source, std::size_t size, std::uint8_t ecn) {
    owner.push_back({source, now});
    rig.put({.size = size, .ecn = ecn, .flow = static_cast<std::uint16_t>(source + 1)});
    losses();
    if (!busy) transmit();
  }
  void losses() {
    for (const std::uint64_t id : rig.lost) {
      at(now + kRtt, Event::kLoss, owner[id - 1].first);
    }
    rig.lost.clear();
  }
  void transmit() {
    const Packet packet = rig.take();
    losses();
    busy = static_cast<bool>(packet);
    if (!busy) return;
    const auto& [source, entered] = owner[packet.id() - 1];
    const std::int64_t done = now + packet.size() * 8 * 1'000'000'000LL / kRate;
    at(done, Event::kTransmitted);
    if (source == kProbeSource) {
      if (now > kSteady) probe_ms.push_back(static_cast<double>(now - entered) / 1e6);
      return;
    }
    if (now > kSteady) {
      sources[source].bytes += packet.size();
      if (!sources[source].scalable) {
        classic_ms.push_back(static_cast<double>(now - entered) / 1e6);
      }
    }
    at(done + kRtt, Event::kAck, source, packet.ip().ecn == 3);
  }
  void fill_window(std::size_t number) {
    Source& source = sources[number];
    while (source.in_flight < static_cast<int>(source.window)) {
      if (source.scalable) {  // paced, as RFC 9331 section 4.3 requires: at most one at a time
        if (source.waiting) return;
        if (now < source.next_send) {
          source.waiting = true;
          at(source.next_send, Event::kSend, number);
          return;
        }
        source.next_send = now + static_cast<std::int64_t>(kRtt / source.window / 1.25);
      }
      ++source.in_flight;
      put(number, 1500, source.scalable ? 1 : 0);
    }
  }
  void run() {
    at(0, Event::kProbe);
    for (std::size_t i = 0; i < sources.size(); ++i) fill_window(i);
    while (events.top().time < kEnd) {
      const Event event = events.top();
      events.pop();
      now = event.time;
      rig.now = Time::from_ns(now);
      switch (event.kind) {
        case Event::kProbe:
          put(kProbeSource, 100, 1);
          at(now + 5'000'000, Event::kProbe);
          break;
        case Event::kSend:
          sources[event.source].waiting = false;
          fill_window(event.source);
          break;
        case Event::kTransmitted:
          transmit();
          break;
        case Event::kAck:
          sources[event.source].acknowledged(event.ce, now);
          fill_window(event.source);
          break;
        case Event::kLoss:
          if (event.source == kProbeSource) break;
          sources[event.source].lost(now);
          fill_window(event.source);
          break;
      }
    }
    std::sort(probe_ms.begin(), probe_ms.end());
    std::sort(classic_ms.begin(), classic_ms.end());
  }
  double share(std::size_t source) const {
    return static_cast<double>(sources[source].bytes) * 8 /
           (static_cast<double>(kEnd - kSteady) / 1e9) / kRate;
  }

  RouterRig rig;
  std::vector<Source> sources;
  std::vector<std::pair<std::size_t, std::int64_t>> owner;  // by packet id - 1
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  std::uint64_t order = 0;
  std::int64_t now = 0;
  bool busy = false;
  std::vector<double> probe_ms;
  std::vector<double> classic_ms;
};

TEST(L4s, AProbeBesideAClassicQueueWaitsLessThanAMillisecond) {
  Simulation sim{DualPi2Config{}};
  sim.sources.resize(2);
  sim.run();
  ASSERT_GT(sim.probe_ms.size(), 2300u);
  EXPECT_LT(sim.probe_ms.back(), 0.5);          // one packet of 1500 B is 0.24 ms
  EXPECT_GT(quantile(sim.classic_ms, 0.5), 5);  // the classic queue has a delay
  EXPECT_GT(sim.share(0) + sim.share(1), 0.93);
}

TEST(L4s, ProbeScalableAndClassicFlowTogether) {
  Simulation sim{DualPi2Config{}};
  sim.sources.resize(2);
  sim.sources[1].scalable = true;
  sim.run();
  EXPECT_LT(quantile(sim.probe_ms, 0.99), 1);
  EXPECT_LT(quantile(sim.probe_ms, 0.5), 0.5);
  EXPECT_NEAR(quantile(sim.classic_ms, 0.5), 15, 8);
  // Windows are balanced at 1.22 / p' and 2 / (2 p'); the round-trip times are 35 and 20 ms: 0.41
  // to 0.59.
  EXPECT_NEAR(sim.share(0), 0.41, 0.12);
  EXPECT_NEAR(sim.share(1), 0.59, 0.12);
  EXPECT_GT(sim.share(0) + sim.share(1), 0.95);
}

// Many scalable flows cannot starve a classic flow: the scheduler gives it its weight.
TEST(L4s, UnresponsiveLowLatencyTrafficLeavesTheClassicQueueItsWeight) {
  DualPi2Config config;
  config.classic_weight = 0.2;
  RouterRig rig(config, kBottleneck);
  rig.keep_events = false;
  std::int64_t classic = 0;
  std::int64_t all = 0;
  for (int i = 0; i < 40'000; ++i) {
    rig.now = Time::from_ns(i * 240'000LL);
    for (int n = 0; n < 2; ++n) rig.put({.size = 1500, .ecn = 1});
    if (i % 2 == 0) rig.put({.size = 1500, .ecn = 0});
    const Packet packet = rig.take();
    if (i < 20'000 || !packet) continue;
    all += packet.size();
    classic += packet.ip().ecn == 0 ? packet.size() : 0;
  }
  EXPECT_NEAR(static_cast<double>(classic) / static_cast<double>(all), 0.2, 0.01);
}

}  // namespace
}  // namespace seawind::test
