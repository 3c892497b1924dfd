// SPDX-License-Identifier: GPL-3.0-or-later
// A router in virtual time. It takes packets of any size, DSCP, ECN, port and flow, and records one
// word per event, with the packet's number: "in:3", "in:3(2)" (class 2), "drop:3(early)", "mark:3",
// "dscp:3", "out:3". After every call it checks that each packet is inside, sent or dropped, once
// and whole; that the router and its root count exactly the packets inside; and when the next one
// may leave.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "emulator/core/random.h"
#include "emulator/router/last_hop_router.h"
#include "tests/support/at_ms.h"
#include "tests/support/ip_bytes.h"

namespace seawind::test {

struct Arrival {
  std::size_t size = 576;
  std::uint8_t dscp = 0;
  std::uint16_t port = 2000;  // destination
  std::uint8_t ecn = 0;
  std::uint16_t flow = 1000;  // source port
};

constexpr RouterContext link_of(std::int64_t rate, std::int64_t delay_ms, std::uint64_t seed = 7) {
  return {.link_rate = rate, .link_delay = Duration::milliseconds(delay_ms), .seed = seed};
}
/// The link of the published experiments.
constexpr RouterContext kSlow = link_of(64'000, 300);

/// A line of words: the events of a rig, or those that an oracle expects.
class Words {
 public:
  void add(const std::string& word) { line_ += (line_.empty() ? "" : " ") + word; }
  /// Returns the line and starts the next one.
  std::string take() { return std::exchange(line_, {}); }

 private:
  std::string line_;
};

class RouterRig : private QueueEvents {
 public:
  explicit RouterRig(const DisciplineConfig& root, const RouterContext& behind = kSlow)
      : link(behind),
        work_conserving(!std::holds_alternative<TokenBucketConfig>(root) &&
                        !std::holds_alternative<HtbConfig>(root)),
        router(make(root)),
        classes_(router->classes().size()) {}

  /// Enqueues a packet; returns its id: that given, or its number, 1, 2, 3, ...
  std::uint64_t put(const Arrival& a = {}, std::uint64_t id = 0) {
    std::vector<std::uint8_t> bytes = ipv4_udp(a.size, a.flow, a.port);
    bytes[1] = static_cast<std::uint8_t>(a.dscp << 2 | a.ecn);
    ++received;
    if (id == 0) id = received;
    arriving_ = id;
    inside_[id] = static_cast<std::uint32_t>(a.size);
    bytes_ += static_cast<std::int64_t>(a.size);
    router->enqueue(Packet::copy_of(pool, id, now, bytes, 0), now);
    EXPECT_EQ(arriving_, 0u) << "packet neither in nor dropped";
    check();
    return id;
  }
  /// Dequeues a packet.
  Packet take() {
    const Time ready = router->next_ready(now);
    Packet packet = router->dequeue(now);
    if (packet) {
      EXPECT_LE(ready, now) << "left before next_ready()";
      ++sent;
      sent_bytes += packet.size();
      sent_by_class[packet.traffic_class()] += packet.size();
      leave(packet);
      record(fmt::format("out:{}", packet.id()));
    } else {
      EXPECT_GT(router->next_ready(now), now) << "ready, but nothing leaves: the link would spin";
    }
    check();
    return packet;
  }
  /// Dequeues a packet; returns its number, or 0.
  std::uint64_t get() {
    const Packet packet = take();
    return packet ? packet.id() : 0;
  }
  /// Dequeues packets until none may leave; returns the events of that.
  std::string drain() {
    words_.take();
    while (get() != 0) {
    }
    return events();
  }
  /// Dequeues every packet that may leave by `until`, as soon as it may.
  void drain_until(Time until) {
    while (router->next_ready(now) <= until) {
      now = std::max(now, router->next_ready(now));
      get();
    }
    now = until;
  }
  void remove_if(const std::function<bool(const Packet&)>& chosen,
                 DropReason reason = DropReason::kOutage) {
    router->remove_if(chosen, reason, now);
    check();
  }
  void change(const DisciplineConfig& root) {
    auto next = make(root);
    classes_ = next->classes().size();
    changing_ = true;
    change_router(router, next, link, now);
    changing_ = false;
    check();
  }
  /// Returns the events since the last call.
  std::string events() { return words_.take(); }

  template <typename Queue>
  const Queue& as() const {
    return static_cast<const Queue&>(router->root());
  }
  std::size_t inside() const { return inside_.size(); }

  RouterContext link;
  PacketPool pool;
  Time now;
  bool keep_events = true;
  bool keep_averages = false;  // as events: "average:12800"
  bool work_conserving;        // a packet inside may always leave: there is no shaper
  std::uint64_t received = 0;
  std::uint64_t sent = 0;
  std::uint64_t dropped_packets = 0;
  std::uint64_t marks = 0;
  std::map<DropReason, std::uint64_t> drops;
  std::vector<std::uint64_t> lost;  // in the order of their drops
  std::int64_t sent_bytes = 0;
  std::map<std::uint8_t, std::int64_t> sent_by_class;  // bytes
  std::unique_ptr<LastHopRouter> router;

 private:
  std::unique_ptr<LastHopRouter> make(const DisciplineConfig& root) {
    QueueEvents& observer = *this;
    return std::make_unique<LastHopRouter>(RouterConfig{root}, link, observer);
  }
  void record(const std::string& word) {
    if (keep_events) words_.add(word);
  }
  void enqueued(const Packet& packet, std::uint8_t traffic_class) override {
    EXPECT_EQ(traffic_class, packet.traffic_class());
    EXPECT_LT(traffic_class, classes_);
    if (!changing_) {
      EXPECT_EQ(packet.id(), std::exchange(arriving_, 0));
    }
    record(traffic_class == 0 ? fmt::format("in:{}", packet.id())
                              : fmt::format("in:{}({})", packet.id(), traffic_class));
  }
  void dropped(const Packet& packet, DropReason reason) override {
    if (packet.id() == arriving_) arriving_ = 0;
    leave(packet);
    ++dropped_packets;
    lost.push_back(packet.id());
    ++drops[reason];
    record(fmt::format("drop:{}({})", packet.id(), to_string(reason)));
  }
  void marked(const Packet& packet) override {
    EXPECT_EQ(packet.ip().ecn, 3);
    ++marks;
    record(fmt::format("mark:{}", packet.id()));
  }
  void modified(const Packet& packet) override {
    EXPECT_TRUE(changing_ || router->root().children() > 0) << "no AQM re-marks";
    record(fmt::format("dscp:{}", packet.id()));
  }
  void measured(EventKind what, std::uint8_t, std::int64_t value) override {
    if (work_conserving) {
      EXPECT_EQ(what, EventKind::kRouterAverage);
    }
    if (keep_averages) record(fmt::format("average:{}", value));
  }
  void leave(const Packet& packet) {
    const auto found = inside_.find(packet.id());
    ASSERT_NE(found, inside_.end()) << "packet " << packet.id() << " was not inside";
    EXPECT_EQ(found->second, packet.size());
    bytes_ -= packet.size();
    inside_.erase(found);
  }
  void check() {
    const auto packets = static_cast<std::int64_t>(inside_.size());
    ASSERT_EQ(received, sent + dropped_packets + inside_.size());
    ASSERT_EQ(router->packets(), packets);
    ASSERT_EQ(router->bytes(), bytes_);
    ASSERT_EQ(router->root().packets(), packets);
    ASSERT_EQ(router->root().bytes(), bytes_);
    if (work_conserving) {
      ASSERT_EQ(router->next_ready(now), packets == 0 ? Time::max() : now);
    }
  }

  std::size_t classes_;         // with the root
  std::uint64_t arriving_ = 0;  // until it is queued or dropped; 0: none
  bool changing_ = false;
  std::map<std::uint64_t, std::uint32_t> inside_;  // sizes
  std::int64_t bytes_ = 0;
  Words words_;
};

/// A class named `name` for packets to this destination port.
inline ClassConfig port_class(const std::string& name, std::uint16_t port,
                              const DisciplineConfig& discipline = TailDropConfig{
                                  {.bytes = 1'000'000}}) {
  ClassConfig out;
  out.name = name;
  FilterConfig filter;
  filter.destination_port = {{port, port}};
  out.match = {filter};
  out.discipline = discipline;
  return out;
}

}  // namespace seawind::test
