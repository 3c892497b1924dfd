// SPDX-License-Identifier: GPL-3.0-or-later
// A queue discipline in virtual time: takes packets of any size, ECN, DSCP and flow, and records
// all of its events as short lines ("in 3", "drop 4 early", "mark 3", "out 3").
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "emulator/core/random.h"
#include "emulator/router/make_discipline.h"
#include "tests/support/ip_bytes.h"

namespace seawind::test {

struct PacketSpec {
  std::size_t size = 576;
  std::uint8_t ecn = 0;
  std::uint8_t dscp = 0;
  std::uint16_t flow = 1000;  // source port
};

class AqmBench : private QueueEvents {
 public:
  AqmBench(const DisciplineConfig& config,
           RouterContext link = {.link_rate = 64'000,
                                 .link_delay = Duration::milliseconds(300),
                                 .seed = 7,
                                 .direction = {}})
      : queue_(make_discipline(config, Node{link, 0, *this})) {}

  /// Enqueues a packet and returns its id: 1, 2, 3, ...
  std::uint64_t put(const PacketSpec& spec = {}) {
    auto bytes = ipv4_udp(spec.size, spec.flow);
    bytes[1] = static_cast<std::uint8_t>(spec.dscp << 2 | spec.ecn);
    ++next_id_;
    ++received;
    arriving_ = next_id_;
    queue_->enqueue(Packet::copy_of(pool_, next_id_, now, bytes, 0), now);
    EXPECT_EQ(arriving_, 0u) << "packet neither in nor dropped";
    check();
    return next_id_;
  }
  /// Dequeues a packet; returns its id, or 0.
  std::uint64_t get() {
    const Packet packet = queue_->dequeue(now);
    check_after(packet);
    return packet ? packet.id() : 0;
  }
  Packet take() {
    Packet packet = queue_->dequeue(now);
    check_after(packet);
    return packet;
  }
  void remove_if(const std::function<bool(const Packet&)>& chosen) {
    queue_->remove_if(chosen, DropReason::kOutage, now);
    check();
  }
  void change(const DisciplineConfig& config, const RouterContext& link) {
    queue_->change(config, link, now);
  }
  /// Returns the lines since the last call.
  std::vector<std::string> lines() { return std::exchange(lines_, {}); }

  template <typename Queue>
  const Queue& as() const {
    return static_cast<const Queue&>(*queue_);
  }
  QueueDiscipline& queue() { return *queue_; }
  std::size_t inside() const { return sizes_.size(); }

  Time now;
  bool keep_lines = true;
  bool tell_average = false;
  std::uint64_t received = 0;
  std::uint64_t sent = 0;
  std::uint64_t dropped_packets = 0;
  std::uint64_t marks = 0;
  std::map<DropReason, std::uint64_t> drops;
  std::vector<std::uint64_t> lost;  // in the order of their drops

 private:
  void say(const std::string& line) {
    if (keep_lines) lines_.push_back(line);
  }
  void enqueued(const Packet& packet, std::uint8_t traffic_class) override {
    EXPECT_EQ(traffic_class, 0);
    EXPECT_EQ(packet.id(), arriving_);
    arriving_ = 0;
    sizes_[packet.id()] = packet.size();
    bytes_ += packet.size();
    say("in " + std::to_string(packet.id()));
  }
  void dropped(const Packet& packet, DropReason reason) override {
    if (packet.id() == arriving_) {
      arriving_ = 0;
    } else {
      leave(packet);
    }
    ++dropped_packets;
    lost.push_back(packet.id());
    ++drops[reason];
    say("drop " + std::to_string(packet.id()) + " " + std::string(to_string(reason)));
  }
  void marked(const Packet& packet) override {
    EXPECT_EQ(packet.ip().ecn, 3);
    ++marks;
    say("mark " + std::to_string(packet.id()));
  }
  void modified(const Packet&) override { ADD_FAILURE() << "no AQM re-marks"; }
  void measured(EventKind what, std::uint8_t, std::int64_t value) override {
    EXPECT_EQ(what, EventKind::kRouterAverage);
    if (tell_average) say("average " + std::to_string(value));
  }
  void leave(const Packet& packet) {
    const auto found = sizes_.find(packet.id());
    ASSERT_NE(found, sizes_.end()) << "packet " << packet.id() << " was not inside";
    EXPECT_EQ(found->second, packet.size());
    bytes_ -= packet.size();
    sizes_.erase(found);
  }
  void check_after(const Packet& packet) {
    if (packet) {
      leave(packet);
      ++sent;
      say("out " + std::to_string(packet.id()));
    }
    check();
  }
  /// received = sent + dropped + held; the counts are exact.
  void check() {
    ASSERT_EQ(queue_->bytes(), bytes_);
    ASSERT_EQ(queue_->packets(), static_cast<std::int64_t>(sizes_.size()));
    ASSERT_EQ(received, sent + dropped_packets + sizes_.size());
    ASSERT_EQ(queue_->next_ready(now), sizes_.empty() ? Time::max() : now);
  }

  PacketPool pool_;
  std::unique_ptr<QueueDiscipline> queue_;
  std::map<std::uint64_t, std::uint32_t> sizes_;
  std::int64_t bytes_ = 0;
  std::uint64_t next_id_ = 0;
  std::uint64_t arriving_ = 0;
  std::vector<std::string> lines_;
};

inline Time at_ms(double ms) {
  return Time::from_ns(static_cast<std::int64_t>(ms * 1e6));
}

}  // namespace seawind::test
