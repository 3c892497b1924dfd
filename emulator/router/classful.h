// SPDX-License-Identifier: GPL-3.0-or-later
// The common part of classful disciplines. It sorts packets into children (classes, or flow queues
// selected by hash), applies meters and marking on entry, counts the content, and tracks which
// children may send. A derived discipline only implements the order of service.
//
// A child is active while it holds a packet that may leave now. A child whose packets may only
// leave later (a shaper) becomes active at that instant; it is not polled until then.
// enqueue() and dequeue() take logarithmic time in the number of children, remove_if() and change()
// linear time.
//
// classifier.h selects the class. A packet that matches no class is dropped (`classified`). A class
// applies its meter first, then its set_dscp, then its discipline.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "emulator/core/indexed_heap.h"
#include "emulator/router/classifier.h"
#include "emulator/router/meter.h"
#include "emulator/router/queue_discipline.h"
#include "emulator/router/router_config.h"

namespace seawind {

class Classful : public QueueDiscipline {
 public:
  void enqueue(Packet packet, Time now) final;
  Packet dequeue(Time now) final;
  Time next_ready(Time now) const final;
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 Time now) final;
  void drain(std::vector<Packet>& out) final;
  std::int64_t bytes() const final { return occupancy_.bytes; }
  std::int64_t packets() const final { return occupancy_.packets; }
  std::size_t children() const final { return children_.size(); }
  const QueueDiscipline* child(std::size_t i) const final { return children_[i].queue.get(); }
  std::uint8_t class_of_child(std::size_t i) const final { return children_[i].number; }

 protected:
  using Leaves = std::vector<const ClassConfig*>;
  static Leaves leaves_of(const std::vector<ClassConfig>& classes);

  /// Creates one child per class of `leaves`, or `flows.count` flow queues.
  Classful(const Leaves& leaves, const FlowQueues& flows, const Node& node);
  void change_children(const Leaves& leaves, const FlowQueues& flows, const RouterContext& link,
                       Time now);

  std::uint32_t size() const { return static_cast<std::uint32_t>(children_.size()); }
  bool active(std::uint32_t child) const { return children_[child].active; }
  bool any_active() const { return active_ > 0; }
  std::uint8_t number(std::uint32_t child) const { return children_[child].number; }
  std::int64_t packets_of(std::uint32_t child) const;
  /// Size of the next packet of the active child `child`. Returns 0 if the child's AQM has dropped
  /// all of its packets; the child is then inactive.
  std::uint32_t head_size(std::uint32_t child, Time now);
  Node node_;

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

 private:
  /// `child` becomes active (activate) or inactive (deactivate).
  virtual void activate(std::uint32_t child, Time now) = 0;
  virtual void deactivate(std::uint32_t child) = 0;
  /// Returns the active child to serve; kNone if none may send now. Called only while a child is
  /// active.
  virtual std::uint32_t choose(Time now) = 0;
  /// `child` has sent `size` bytes. Called before deactivate() if that was its last packet.
  virtual void served(std::uint32_t child, std::uint32_t size, Time now) = 0;
  /// Called after served() if `child` is still active.
  virtual void stays_active(std::uint32_t /*child*/, Time /*now*/) {}
  /// `child` has accepted a packet of `size` bytes. Called before activate().
  virtual void accepted(std::uint32_t /*child*/, std::uint32_t /*size*/, Time /*now*/) {}
  /// The time at which choose() will next return a child. Called only while a child is active.
  virtual Time next_turn(Time now) const { return now; }

  /// Forwards the events of the children, and records whether the arriving packet was dropped.
  class ChildEvents final : public QueueEvents {
   public:
    explicit ChildEvents(QueueEvents& to) : to_(to) {}
    void arrives(const Packet& packet) {
      arriving_ = packet.id();
      rejected_ = false;
    }
    bool rejected() const { return rejected_; }

   private:
    void enqueued(const Packet& packet, std::uint8_t traffic_class) override {
      to_.enqueued(packet, traffic_class);
    }
    void dropped(const Packet& packet, DropReason reason) override {
      rejected_ = rejected_ || packet.id() == arriving_;
      to_.dropped(packet, reason);
    }
    void marked(const Packet& packet) override { to_.marked(packet); }
    void modified(const Packet& packet) override { to_.modified(packet); }
    void measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) override {
      to_.measured(what, traffic_class, value);
    }
    void coloured(const Packet& packet, std::uint8_t traffic_class, Colour colour) override {
      to_.coloured(packet, traffic_class, colour);
    }

    QueueEvents& to_;
    std::uint64_t arriving_ = 0;
    bool rejected_ = false;
  };

  struct Child {
    std::unique_ptr<QueueDiscipline> queue;
    std::uint8_t number = 0;
    std::optional<Meter> meter{};
    std::optional<std::uint8_t> set_dscp{};
    Packet head{};  // dequeued from `queue`, to determine its size
    bool active = false;
  };
  bool admit(Child& child, Packet& packet, Time now);
  void count(const Child& child, std::int64_t sign);
  void refresh(std::uint32_t child, Time now);
  void wake(Time now);
  /// Calls each(child) for every child that holds a packet, in order. Children without packets cost
  /// nothing: of 65 536 flow queues few are in use.
  template <typename Each>
  void for_each_holding(Each each);

  std::optional<Classifier> classifier_;  // none: flow queues
  std::uint64_t hash_seed_;
  ChildEvents child_events_;
  std::vector<Child> children_;
  std::vector<std::uint64_t> holding_;  // one bit per child: it holds a packet
  IndexedHeap<Time> later_;             // children that become active at a known time
  std::uint32_t active_ = 0;
  Occupancy occupancy_;
};

}  // namespace seawind
