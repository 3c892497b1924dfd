// SPDX-License-Identifier: GPL-3.0-or-later
// One stage with a host that records calls. The waiting packets of the stage's direction are a list
// that the test fills.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "common/packet_ids.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/stage.h"
#include "tests/support/directions.h"
#include "tests/support/tcp_bytes.h"

namespace seawind::test {

class StageRig : private StageContext {
  PacketPool pool_;  // first: outlives all packets

 public:
  explicit StageRig(const StageConfig& config, Direction direction = Direction::kDownlink)
      : stage_(make_stage(config, direction, *this)) {}

  struct Drop {
    Direction direction;
    std::uint64_t id;
    DropReason reason;
    bool operator==(const Drop&) const = default;
  };
  std::vector<Drop> drops;
  std::vector<Packet> emitted;
  std::vector<Packet> sent;                  // over the link
  std::vector<std::uint32_t> modified_from;  // sizes before the change
  std::deque<Packet> queue;
  Duration needed;  // time_to_deliver
  Duration day;     // time of day at link time 0
  PacketPool& pool() { return pool_; }
  Stage& stage() { return *stage_; }
  void run_until(Time when) { scheduler_.run_until(when); }

  /// A packet of these bytes (bare IP) with the next id: 1, 2, ...
  Packet packet(const std::vector<std::uint8_t>& bytes) {
    return Packet::copy_of(pool_, next_++, scheduler_.now(), bytes, 0);
  }
  /// Returns whether the packet passes.
  bool data(const Segment& segment) {
    return static_cast<bool>(stage_->on_arrival(packet(tcp_bytes(segment))));
  }
  bool ack(Segment segment) {
    segment.downlink = false;
    return static_cast<bool>(stage_->on_other_delivery(packet(tcp_bytes(segment))));
  }

 private:
  Time now() const override { return scheduler_.now(); }
  std::uint64_t generated_id() override { return 1000 + emitted.size() + sent.size(); }
  std::uint64_t fragment_id() override { return kFirstFragmentId + sent.size(); }
  void drop(Direction direction, Packet dropped, DropReason reason) override {
    drops.push_back({direction, dropped.id(), reason});
  }
  void modified(Direction, const Packet&, std::uint32_t before) override {
    modified_from.push_back(before);
  }
  void deliver_generated(Direction, Packet made) override { emitted.push_back(std::move(made)); }
  void send(Direction, Packet made) override { sent.push_back(std::move(made)); }
  Duration time_of_day() const override { return day; }
  void remove_if(Direction direction, const std::function<bool(const Packet&)>& chosen,
                 DropReason reason) override {
    for (std::size_t left = queue.size(); left > 0; --left) {
      Packet next = std::move(queue.front());
      queue.pop_front();
      if (chosen(next)) {
        drop(direction, std::move(next), reason);
      } else {
        queue.push_back(std::move(next));
      }
    }
  }
  Occupancy waiting(Direction) override {
    Occupancy fill;
    for (const Packet& held : queue) fill.add(held.size());
    return fill;
  }
  bool drop_head(Direction direction, DropReason reason) override {
    if (queue.empty()) return false;
    drop(direction, std::move(queue.front()), reason);
    queue.pop_front();
    return true;
  }
  Duration time_to_deliver(Direction, std::uint32_t) override { return needed; }

  Scheduler scheduler_;
  std::uint64_t next_ = 1;
  std::unique_ptr<Stage> stage_;
};

}  // namespace seawind::test
