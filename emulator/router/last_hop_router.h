// SPDX-License-Identifier: GPL-3.0-or-later
// The root of a router's tree. It passes packets in and out, keeps counters by class, and rebuilds
// the tree after a change of structure. It counts its content from events alone, so that bytes() is
// also correct inside an event, and a discipline whose own count is wrong is detected (tests
// compare the two).
//
// Change while packets are queued (change_router()). Same structure (same_structure of
// tree_structure.h): every discipline applies its new parameters and keeps its packets and state.
// Different structure: a router built in advance replaces this one. The packets inside are enqueued
// in the new router in the order of their arrival, each with kRouterEnqueue again; bytes() counts
// all of them meanwhile. Packets that do not fit are dropped as `shrink`; packets that its filters,
// meters and AQMs reject are dropped with their reasons. A class keeps the counters of the class of
// the same name.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "emulator/router/class_statistics.h"
#include "emulator/router/router_config.h"

namespace seawind {

class LastHopRouter final : private QueueEvents {
 public:
  /// `out` must outlive the router.
  LastHopRouter(const RouterConfig& config, const RouterContext& link, QueueEvents& out);
  LastHopRouter(const LastHopRouter&) = delete;
  LastHopRouter& operator=(const LastHopRouter&) = delete;

  // As in QueueDiscipline:
  void enqueue(Packet packet, Time now);
  Packet dequeue(Time now);
  Time next_ready(Time now) const { return root_->next_ready(now); }
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason, Time now);
  /// Visits every packet inside, each from the head of its queue.
  void for_each(const std::function<void(const Packet&)>& visit, Time now);
  /// Called when the router is removed or replaced; also emits 0 for the averages of its classes.
  /// Returns the packets in the order of their arrival.
  std::vector<Packet> drain();
  std::int64_t bytes() const { return classes_.front().held.bytes + moving_.value_or(0); }
  std::int64_t packets() const { return classes_.front().held.packets; }
  BufferLimit limit() const { return root_->limit(); }
  const QueueDiscipline& root() const { return *root_; }

  /// Counters by class number; the first is the root's and counts every packet. Averages start at
  /// the first packet.
  const std::vector<ClassStatistics>& classes() const { return classes_; }

 private:
  friend void change_router(std::unique_ptr<LastHopRouter>& router,
                            std::unique_ptr<LastHopRouter>& next, const RouterContext& link,
                            Time now);
  /// Applies config_, which has the structure of the running tree.
  void apply_config(const RouterContext& link, Time now);
  /// Replaces `before`, which is empty afterwards. This router must not have received a packet yet.
  void replace(LastHopRouter& before, const RouterContext& link, Time now);
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

  DisciplineConfig config_;  // with class numbers assigned
  RouterContext link_;       // the limits are scaled to it
  QueueEvents& out_;
  std::vector<ClassStatistics> classes_;
  std::unique_ptr<QueueDiscipline> root_;
  Time now_;  // time of the current call
  bool started_ = false;
  std::uint64_t arriving_ = 0;  // id of the packet being enqueued until it is queued or dropped; 0:
                                // none
  std::optional<std::int64_t> moving_;  // during replace(): bytes that are not enqueued here yet
};

/// Changes a router at `now` while packets are queued. `next` was constructed for the new
/// configuration and the same events, at any earlier time and on any thread, so that no queues are
/// built here. Afterwards `next` holds the replaced objects, which the caller destroys off the
/// packet path.
void change_router(std::unique_ptr<LastHopRouter>& router, std::unique_ptr<LastHopRouter>& next,
                   const RouterContext& link, Time now);

}  // namespace seawind
