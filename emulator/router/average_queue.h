// SPDX-License-Identifier: GPL-3.0-or-later
// The common part of RED and WRED. With ECN, a signal marks ECN-capable packets, also above
// max_threshold, and drops all others (reason early). Of the packets that are not dropped so, one
// that exceeds the physical limit is dropped and never marked (reason router_full).
//
// Each arrival draws one number, regardless of its outcome. The average is reported after each
// arrival that changed it, in units of 1/256 byte.
#pragma once

#include "emulator/core/random.h"
#include "emulator/router/class_stream.h"
#include "emulator/router/ecn.h"
#include "emulator/router/leaf_queue.h"
#include "emulator/router/red_average.h"
#include "emulator/router/red_curve.h"

namespace seawind {

template <typename Config>
class AverageQueue : public LeafQueue<Config> {
  using Leaf = LeafQueue<Config>;

 public:
  Packet dequeue(Time now) final {
    if (Leaf::queue_.empty()) {
      if (!average_.is_idle()) average_.emptied(now);
      return {};
    }
    Packet packet = Leaf::queue_.pop().packet;
    if (Leaf::queue_.empty()) emptied(now);
    return packet;
  }

  double average() const { return average_.value(); }

  void change(const DisciplineConfig& config, const RouterContext& link, Time now) final {
    const RedAverage::Parameters before = parameters_;
    Leaf::change(config, link, now);
    if (!parameters_.same_damping(before)) average_.advance(now, before);
  }

 protected:
  explicit AverageQueue(const Node& node) : Leaf(node), random_(class_stream(node)) {}
  void emptied(Time now) override { average_.emptied(now); }

  /// Enqueues, marks or drops an arriving packet by `curve` and the count of `decision`.
  void enqueue_by(Packet packet, Time now, const RedCurve& curve, RedDecision& decision, bool ecn) {
    const double average = average_.arrival(Leaf::queue_.bytes(), now, parameters_);
    const bool signal = decision.signal(curve, average, packet.size(), random_.uniform());
    if (const auto value = static_cast<std::int64_t>(average * 256); value != last_reported_) {
      last_reported_ = value;
      Leaf::events_.measured(EventKind::kRouterAverage, Leaf::traffic_class_, value);
    }
    if (signal && !(ecn && ecn_capable(packet))) {
      return Leaf::events_.dropped(packet, DropReason::kEarly);
    }
    if (Leaf::drop_if_full(packet)) return;
    if (signal) mark(packet, Leaf::events_);
    average_.filled();
    Leaf::accept(std::move(packet), now);
  }

  RedAverage::Parameters parameters_;
  RedAverage average_;

 private:
  RandomStream random_;
  std::int64_t last_reported_ = 0;
};

}  // namespace seawind
