// SPDX-License-Identifier: GPL-3.0-or-later
// The root of a router's tree: passes packets in and out, counts by class, and rebuilds the tree
// when a change gives it another shape. It keeps its own account of what is inside, from the events
// alone, so that bytes() is right also inside an event, and any discipline that loses count is
// found out (tests compare the two).
//
// Change while packets are queued (make_router.h). Same shape (same_shape of shape.h): every
// discipline takes over its parameters and keeps its packets and state. Another shape: a router
// that was built before takes the place of this one. The packets inside are given to it in the
// order in which they arrived, each with kRouterEnqueue again; what it has no room for is dropped
// as `shrink`, what its filters, meters and AQMs refuse with their own reasons. Counters of a class
// live on in the class of the same name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "emulator/router/class_statistics.h"
#include "emulator/router/router_config.h"

namespace seawind {

class LastHopRouter final : public QueueDiscipline, private QueueEvents {
 public:
  /// `out` must outlive the router.
  LastHopRouter(const RouterConfig& config, const RouterContext& link, QueueEvents& out);
  LastHopRouter(const LastHopRouter&) = delete;
  LastHopRouter& operator=(const LastHopRouter&) = delete;

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time now) override;
  Time next_ready(Time now) const override { return root_->next_ready(now); }
  const Packet* front() const override { return root_->front(); }
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 Time now) override;
  void drain(std::vector<Packet>& out) override;
  /// The shape must be the same.
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;
  /// Becomes what `next` is, which is of the same shape. `next` is of no use afterwards.
  void become(LastHopRouter& next, const RouterContext& link, Time now);
  /// Takes the place of `before`, which is empty afterwards. This router has had no packet yet.
  void take_over(LastHopRouter& before, const RouterContext& link, Time now);
  bool same_shape_as(const LastHopRouter& other) const;

  std::int64_t bytes() const override { return classes_.front().held.bytes; }
  std::int64_t packets() const override { return classes_.front().held.packets; }
  BufferLimit limit() const override { return root_->limit(); }
  std::size_t children() const override { return 1; }
  const QueueDiscipline* child(std::size_t) const override { return root_.get(); }

  /// By class number; the first is the root, which counts everything. Averages run from the first
  /// packet on.
  const std::vector<ClassStatistics>& classes() const { return classes_; }

 private:
  void read_limits();
  void keep_counters(const std::vector<ClassStatistics>& before);
  template <typename Count>
  void up_from(std::uint8_t number, const Count& count);
  void leaves(const Packet& packet);

  void enqueued(const Packet& packet, std::uint8_t traffic_class) override;
  void dropped(const Packet& packet, DropReason reason) override;
  void marked(const Packet& packet) override;
  void modified(const Packet& packet) override;
  void measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) override;
  void coloured(const Packet& packet, std::uint8_t traffic_class, Colour colour) override;

  DisciplineConfig config_;  // with numbers of classes
  RouterContext link_;       // that the limits go by
  QueueEvents& out_;
  std::vector<ClassStatistics> classes_;
  std::unique_ptr<QueueDiscipline> root_;
  Time now_;  // of the call that is going on
  bool started_ = false;
  std::uint64_t arriving_ = 0;  // id of the packet that is neither in nor dropped yet; 0: none
  bool taking_over_ = false;
};

}  // namespace seawind
