// SPDX-License-Identifier: GPL-3.0-or-later
// The flows and the scheduler of RFC 8290. Packets are hashed into `flows` queues, each with its
// own AQM (aqm_queue.h). The queues are served by deficit round robin in bytes (DRR++): a
// queue that becomes active is served once, with one quantum, before queues that have been active
// for longer.
//
// Enqueue (section 4.1): hash, aqm.admit(), append; a flow that is on no list goes to the tail of
// the new list with a full quantum. While bytes or packets of all flows exceed the limit, packets
// are dropped from the head of the flow with the most bytes (reason router_full): up to drop_batch
// packets, until half of its bytes are gone. A packet larger than the whole limit is rejected.
//
// Dequeue (section 4.2): the head of the new list, or if that is empty, of the old list. A flow
// without deficit gets one quantum and goes to the tail of the old list. A new flow that yields no
// packet goes to the tail of the old list if that is not empty (otherwise it could be new again and
// starve the old flows), else off the lists. When the last packet of all flows has left, the lists
// are emptied: Linux calls its dequeue until it has no packet, before the link becomes idle.
//
// The hash key is the first draw of the class's random stream. If Aqm::kDraws, each arrival then
// draws one number. The cost per packet does not depend on the number of flows, except for the
// logarithmic search for the largest flow.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "emulator/core/indexed_heap.h"
#include "emulator/core/random.h"
#include "emulator/router/class_stream.h"
#include "emulator/router/default_limit.h"
#include "emulator/router/fifo.h"
#include "emulator/router/flow_hash.h"
#include "emulator/router/queue_discipline.h"
#include "emulator/router/round_list.h"
#include "emulator/router/router_config.h"

namespace seawind {

template <typename Aqm>
class FairQueue final : public QueueDiscipline {
 public:
  using Config = FairQueueConfig<typename Aqm::Config>;

  FairQueue(const Config& config, const Node& node)
      : random_(class_stream(node)),
        hash_key_(random_.next()),
        events_(node.events),
        flows_(static_cast<std::size_t>(config.flows)),
        new_(static_cast<std::uint32_t>(config.flows)),
        old_(static_cast<std::uint32_t>(config.flows)),
        by_size_(static_cast<std::uint32_t>(config.flows)) {
    configure(config, node.link);
  }

  void enqueue(Packet packet, Time now) override {
    const double uniform = Aqm::kDraws ? random_.uniform() : 0;
    const std::int64_t size = packet.size();
    if (!Occupancy{}.fits(size, limit_)) {
      return events_.dropped(packet, DropReason::kRouterFull);
    }
    const auto number =
        queue_of(flow_hash(packet, hash_key_), static_cast<std::uint32_t>(flows_.size()));
    Flow& flow = flows_[number];
    if (!flow.aqm.admit(packet, flow.queue, now, config_.aqm, events_, uniform)) {
      return events_.dropped(packet, DropReason::kEarly);
    }
    occupancy_.add(size);
    const Packet& inside = flow.queue.push(std::move(packet), now);
    events_.enqueued(inside, inside.traffic_class());
    update_size_index(number);
    if (!flow.listed) {
      flow.listed = true;
      flow.deficit = config_.quantum;
      new_.push_back(number);
    }
    while (occupancy_.exceeds(limit_)) drop_from_largest(now);
  }

  Packet dequeue(Time now) override {
    while (true) {
      const bool from_new = !new_.empty();
      RoundList& list = from_new ? new_ : old_;
      if (list.empty()) return {};
      const std::uint32_t number = list.front();
      Flow& flow = flows_[number];
      if (flow.deficit <= 0) {
        flow.deficit += config_.quantum;
        list.erase(number);
        old_.push_back(number);
        continue;
      }
      const Occupancy before = flow.queue.occupancy();
      Packet packet = flow.aqm.dequeue(flow.queue, now, config_.aqm, events_);
      subtract(number, before);
      if (!packet) {
        list.erase(number);
        flow.listed = from_new && !old_.empty();
        if (flow.listed) old_.push_back(number);
        continue;
      }
      flow.deficit -= packet.size();
      if (occupancy_.packets == 0) empty_lists();
      return packet;
    }
  }

  Time next_ready(Time now) const override { return packets() > 0 ? now : Time::max(); }

  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 Time now) override {
    for (std::uint32_t number = 0; number < flows_.size(); ++number) {
      Flow& flow = flows_[number];
      if (flow.queue.empty()) continue;
      const Occupancy before = flow.queue.occupancy();
      flow.queue.remove_if(chosen, [&](const Packet& packet) { events_.dropped(packet, reason); });
      subtract(number, before);
      if (flow.queue.empty()) flow.aqm.emptied(now, config_.aqm);
    }
    if (occupancy_.packets == 0) empty_lists();
  }

  void drain(std::vector<Packet>& out) override {
    for (std::uint32_t number = 0; number < flows_.size(); ++number) {
      const Occupancy before = flows_[number].queue.occupancy();
      flows_[number].queue.drain(out);
      subtract(number, before);
    }
  }

  std::int64_t bytes() const override { return occupancy_.bytes; }
  std::int64_t packets() const override { return occupancy_.packets; }
  BufferLimit limit() const override { return limit_; }

  /// Applies other parameters; packets, flows, the state of their AQM and the number of flows are
  /// kept.
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override {
    const typename Aqm::Config before = config_.aqm;
    configure(std::get<Config>(config), link);
    for (Flow& flow : flows_) {
      flow.aqm.change(before, config_.aqm, now);
      flow.deficit = std::min(flow.deficit, config_.quantum);
    }
  }

 private:
  struct Flow {
    Fifo queue;
    Aqm aqm;
    std::int64_t deficit = 0;
    bool listed = false;  // in new_ or old_
  };

  void configure(const Config& config, const RouterContext& link) {
    config_ = config;
    limit_ = limit_or_default(config.limit, link);
  }
  void empty_lists() {
    for (RoundList* list : {&new_, &old_})
      for (; !list->empty(); list->erase(list->front())) flows_[list->front()].listed = false;
  }
  void update_size_index(std::uint32_t number) {
    const std::int64_t bytes = flows_[number].queue.bytes();
    if (bytes > 0) {
      by_size_.set(number, {-bytes, number});
    } else {
      by_size_.erase(number);
    }
  }
  /// Subtracts from the totals what has left flow `number` since `before`.
  void subtract(std::uint32_t number, const Occupancy& before) {
    const Occupancy& after = flows_[number].queue.occupancy();
    occupancy_.bytes -= before.bytes - after.bytes;
    occupancy_.packets -= before.packets - after.packets;
    if (before.bytes != after.bytes) update_size_index(number);
  }
  void drop_from_largest(Time now) {
    const std::uint32_t number = by_size_.top();
    Flow& flow = flows_[number];
    const Occupancy before = flow.queue.occupancy();
    std::int64_t left = config_.drop_batch;
    do {
      events_.dropped(flow.queue.pop().packet, DropReason::kRouterFull);
    } while (--left > 0 && flow.queue.bytes() > before.bytes / 2);
    subtract(number, before);
    if (flow.queue.empty()) flow.aqm.emptied(now, config_.aqm);
  }

  RandomStream random_;
  const std::uint64_t hash_key_;
  QueueEvents& events_;
  Config config_;
  BufferLimit limit_;
  std::vector<Flow> flows_;
  RoundList new_;
  RoundList old_;
  // Flows with packets, the one with the most bytes first; of equal ones the smallest number, so
  // that runs are reproducible.
  IndexedHeap<std::pair<std::int64_t, std::uint32_t>> by_size_;
  Occupancy occupancy_;
};

}  // namespace seawind
