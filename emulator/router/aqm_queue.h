// SPDX-License-Identifier: GPL-3.0-or-later
// A discipline of one FIFO queue with an AQM algorithm. A packet that exceeds the limit is dropped
// at the tail (router_full), independent of the AQM; drops by the AQM have the reason early. The
// AQM measures only the wait in this queue, not in the link's buffers behind it.
//
// Aqm is a class with
//
//   using Config = ...;
//   static constexpr bool kDraws;          whether admit() uses its random number
//   static constexpr bool kDropsFromHead;  whether dequeue() may drop packets
//   bool admit(Packet&, const Fifo&, Time, const Config&, QueueEvents&, double uniform);
//   Packet dequeue(Fifo&, Time, const Config&, QueueEvents&);
//   void change(const Config& from, const Config& to, Time);  the parameters change at that instant
//   void emptied(Time, const Config&);  the last packet left the queue outside dequeue()
//
// If kDraws, each arrival draws one number.
#pragma once

#include "emulator/core/random.h"
#include "emulator/router/class_stream.h"
#include "emulator/router/leaf_queue.h"

namespace seawind {

template <typename Aqm>
class AqmQueue final : public LeafQueue<typename Aqm::Config> {
  using Config = typename Aqm::Config;
  using Leaf = LeafQueue<Config>;

 public:
  AqmQueue(const Config& config, const Node& node) : Leaf(node), random_(class_stream(node)) {
    configure(config, node.link);
  }

  void enqueue(Packet packet, Time now) override {
    const double uniform = Aqm::kDraws ? random_.uniform() : 0;
    if (Leaf::drop_if_full(packet)) return;
    if (aqm_.admit(packet, Leaf::queue_, now, config_, Leaf::events_, uniform)) {
      Leaf::accept(std::move(packet), now);
    } else {
      Leaf::events_.dropped(packet, DropReason::kEarly);
    }
  }
  Packet dequeue(Time now) override {
    return aqm_.dequeue(Leaf::queue_, now, config_, Leaf::events_);
  }
  const Packet* front() const override { return Aqm::kDropsFromHead ? nullptr : Leaf::front(); }
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override {
    const Config before = config_;
    Leaf::change(config, link, now);
    aqm_.change(before, config_, now);
  }

 private:
  void configure(const Config& config, const RouterContext& link) override {
    Leaf::configure(config, link);
    config_ = config;
  }
  void emptied(Time now) override { aqm_.emptied(now, config_); }

  Config config_;
  Aqm aqm_;
  RandomStream random_;
};

}  // namespace seawind
