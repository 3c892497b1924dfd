// SPDX-License-Identifier: GPL-3.0-or-later
// The common part of disciplines with one FIFO queue.
#pragma once

#include <utility>
#include <variant>

#include "emulator/router/default_limit.h"
#include "emulator/router/fifo.h"
#include "emulator/router/queue_discipline.h"
#include "emulator/router/router_config.h"

namespace seawind {

template <typename Config>
class LeafQueue : public QueueDiscipline {
 public:
  Packet dequeue(Time) override { return queue_.pop().packet; }
  Time next_ready(Time now) const final { return queue_.empty() ? Time::max() : now; }
  const Packet* front() const override { return queue_.empty() ? nullptr : &queue_.front().packet; }
  std::int64_t bytes() const final { return queue_.bytes(); }
  std::int64_t packets() const final { return queue_.packets(); }
  BufferLimit limit() const final { return limit_; }
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 Time now) final {
    const bool was_empty = queue_.empty();
    queue_.remove_if(chosen, [&](const Packet& packet) { events_.dropped(packet, reason); });
    if (!was_empty && queue_.empty()) emptied(now);
  }
  void drain(std::vector<Packet>& out) final { queue_.drain(out); }
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override {
    advance(now);
    configure(std::get<Config>(config), link);
  }

 protected:
  explicit LeafQueue(const Node& node) : traffic_class_(node.traffic_class), events_(node.events) {}
  /// Applies parameters; packets and state are kept. A limit below the occupancy drops nothing, and
  /// admits nothing until the occupancy fits.
  virtual void configure(const Config& config, const RouterContext& link) {
    limit_ = limit_or_default(config.limit, link);
  }
  /// Updates time-driven state up to `now` by the current parameters.
  virtual void advance(Time) {}
  /// remove_if() has removed the last packet.
  virtual void emptied(Time) {}

  /// Drops a packet that does not fit whole (router_full). Returns whether it did.
  bool drop_if_full(const Packet& packet) {
    if (queue_.occupancy().fits(packet.size(), limit_)) return false;
    events_.dropped(packet, DropReason::kRouterFull);
    return true;
  }
  void accept(Packet packet, Time now) {
    const Packet& inside = queue_.push(std::move(packet), now);
    events_.enqueued(inside, inside.traffic_class());
  }

  const std::uint8_t traffic_class_;
  QueueEvents& events_;
  BufferLimit limit_;
  Fifo queue_;
};

}  // namespace seawind
