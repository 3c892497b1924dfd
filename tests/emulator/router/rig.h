// SPDX-License-Identifier: GPL-3.0-or-later
// A router under test. It takes packets by number, size and class marks, and records one word per
// event: "in:3(2)" (class 2), "out:3", "drop:3(router_full)", "mark:3", "dscp:3".
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "emulator/core/packet_edit.h"
#include "emulator/core/random.h"
#include "emulator/router/last_hop_router.h"
#include "tests/support/ip_bytes.h"

namespace seawind::test {

struct Arrival {
  std::uint32_t size = 100;
  std::uint8_t dscp = 0;
  std::uint16_t port = 2000;  // destination
  std::uint8_t ecn = 0;
};

class RouterRig : private QueueEvents {
 public:
  explicit RouterRig(const DisciplineConfig& root, std::int64_t rate = 64'000,
                     Duration delay = Duration::milliseconds(300))
      : link{.link_rate = rate, .link_delay = delay, .seed = 1, .direction = {}},
        router(std::make_unique<LastHopRouter>(RouterConfig{root}, link, events())) {}

  std::uint64_t arrive(const Arrival& a) {
    std::vector<std::uint8_t> bytes = ipv4_udp(a.size, 1000, a.port);
    bytes[1] = static_cast<std::uint8_t>(a.dscp << 2 | a.ecn);
    Packet packet = Packet::copy_of(pool, ++last_id, now, bytes, 0);
    ++received;
    received_bytes += a.size;
    router->enqueue(std::move(packet), now);
    check();
    return last_id;
  }
  /// Dequeues a packet; returns its id, or 0. Checks the result against next_ready().
  std::uint64_t take() {
    const Time ready = router->next_ready(now);
    const Packet packet = router->dequeue(now);
    if (packet) {
      EXPECT_LE(ready, now) << "left before next_ready()";
      ++sent;
      sent_bytes += packet.size();
      sent_by_class[packet.traffic_class()] += packet.size();
      last_size = packet.size();
      last_dscp = packet.ip().dscp;
      last_class = packet.traffic_class();
      say(fmt::format("out:{}", packet.id()));
    } else {
      EXPECT_GT(router->next_ready(now), now) << "ready, but nothing leaves: the link would spin";
    }
    check();
    return packet ? packet.id() : 0;
  }
  /// Dequeues every packet that may leave by `until`, as soon as it may.
  void drain_until(Time until) {
    while (router->next_ready(now) <= until) {
      now = std::max(now, router->next_ready(now));
      take();
    }
    now = until;
  }
  void reconfigure(const RouterConfig& config) {
    auto next = std::make_unique<LastHopRouter>(config, link, events());
    change_router(router, next, link, now);
  }
  void at_ms(std::int64_t ms) { now = Time::from_ns(ms * 1'000'000); }
  std::string take_words() { return std::exchange(words, {}); }

  void check() {
    ASSERT_EQ(received, sent + dropped_packets + router->packets());
    ASSERT_EQ(received_bytes, sent_bytes + dropped_bytes + router->bytes());
    const QueueDiscipline& tree = router->root();
    ASSERT_EQ(tree.packets(), router->packets());
    ASSERT_EQ(tree.bytes(), router->bytes());
  }

  RouterContext link;
  PacketPool pool;
  Time now;
  std::string words;
  bool keep = true;
  std::uint64_t last_id = 0;
  std::int64_t received = 0, received_bytes = 0, sent = 0, sent_bytes = 0;
  std::int64_t dropped_packets = 0, dropped_bytes = 0;
  std::map<DropReason, std::int64_t> drops;
  std::map<std::uint8_t, std::int64_t> sent_by_class;
  std::uint32_t last_size = 0;
  std::uint8_t last_dscp = 0, last_class = 0;
  QueueEvents& events() { return *this; }
  std::unique_ptr<LastHopRouter> router;

 private:
  void say(const std::string& word) {
    if (keep) words += (words.empty() ? "" : " ") + word;
  }
  void enqueued(const Packet& packet, std::uint8_t traffic_class) override {
    say(fmt::format("in:{}({})", packet.id(), traffic_class));
  }
  void dropped(const Packet& packet, DropReason reason) override {
    ++dropped_packets;
    dropped_bytes += packet.size();
    ++drops[reason];
    say(fmt::format("drop:{}({})", packet.id(), to_string(reason)));
  }
  void marked(const Packet& packet) override { say(fmt::format("mark:{}", packet.id())); }
  void modified(const Packet& packet) override { say(fmt::format("dscp:{}", packet.id())); }
  void measured(EventKind, std::uint8_t, std::int64_t) override {}
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
