// SPDX-License-Identifier: GPL-3.0-or-later
// The flows and the scheduler of RFC 8290. Packets are hashed into `flows` queues, each with its
// own control law. The queues are served by deficit round robin in bytes (DRR++): a queue that
// becomes active is served once, with one quantum, before queues that have been active for longer.
//
// Enqueue (section 4.1): hash, law.admit(), append; a flow that is on no list goes to the tail of
// the new list with a full quantum. While bytes or packets of all flows exceed the limit, packets
// are dropped from the head of the flow with the most bytes (reason router_full): up to drop_batch
// packets, but at most half of its bytes. A packet larger than the whole limit is rejected.
//
// Dequeue (section 4.2): the head of the new list, or if that is empty, of the old list. A flow
// without deficit gets one quantum and goes to the tail of the old list. A new flow that yields no
// packet goes to the tail of the old list if that is not empty (otherwise it could be new again and
// overtake forever), else off the lists.
//
// Law is a struct with Config and:
//   bool admit(Packet&, const TimedFifo&, Time, const Config&, QueueEvents&, double uniform);
//   Packet dequeue(TimedFifo&, Time, const Config&, QueueEvents&);
//   void settle(Time, const Config&);   updates time-driven state up to that instant
//   void emptied(Time, const Config&);  the last packet left the queue outside dequeue()
//
// The cost per packet does not depend on the number of flows, except for the logarithmic search for
// the largest flow.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "emulator/core/random.h"
#include "emulator/router/flow_hash.h"
#include "emulator/router/flow_list.h"
#include "emulator/router/largest_queue.h"
#include "emulator/router/queue_discipline.h"
#include "emulator/router/timed_fifo.h"

namespace seawind {

struct FlowLimits {
  BufferLimit limit;
  std::int64_t quantum = 1500;
  std::int64_t drop_batch = 64;
};

template <typename Law>
class FlowScheduler final {
 public:
  using Config = typename Law::Config;

  /// `events` must outlive this object.
  FlowScheduler(std::int64_t flows, std::uint64_t hash_key, QueueEvents& events)
      : hash_key_(hash_key),
        events_(events),
        flows_(static_cast<std::size_t>(flows)),
        links_(static_cast<std::size_t>(flows)),
        largest_(static_cast<std::size_t>(flows)) {}

  void enqueue(Packet packet, Time now, const FlowLimits& limits, const Config& config,
               double uniform) {
    const std::int64_t size = packet.size();
    if (!Occupancy{}.fits(size, limits.limit)) {
      events_.dropped(packet, DropReason::kRouterFull);
      return;
    }
    const auto number =
        queue_of(flow_hash(packet, hash_key_), static_cast<std::uint32_t>(flows_.size()));
    Flow& flow = flows_[number];
    if (!flow.law.admit(packet, flow.queue, now, config, events_, uniform)) {
      events_.dropped(packet, DropReason::kEarly);
      return;
    }
    occupancy_.add(size);
    const Packet& inside = flow.queue.push(std::move(packet), now);
    events_.enqueued(inside, inside.traffic_class());
    largest_.set(number, flow.queue.bytes());
    if (!links_[number].listed) {
      flow.deficit = limits.quantum;
      new_.append(links_, number);
    }
    while (over(limits.limit)) drop_from_largest(limits.drop_batch, now, config);
  }

  Packet dequeue(Time now, const FlowLimits& limits, const Config& config) {
    while (true) {
      const bool from_new = !new_.empty();
      FlowList& list = from_new ? new_ : old_;
      if (list.empty()) return {};
      const std::uint32_t number = list.head();
      Flow& flow = flows_[number];
      if (flow.deficit <= 0) {
        flow.deficit += limits.quantum;
        list.remove_head(links_);
        old_.append(links_, number);
        continue;
      }
      const Occupancy before = flow.queue.occupancy();
      Packet packet = flow.law.dequeue(flow.queue, now, config, events_);
      forget(number, before);
      if (!packet) {
        list.remove_head(links_);
        if (from_new && !old_.empty()) old_.append(links_, number);
        continue;
      }
      flow.deficit -= packet.size();
      return packet;
    }
  }

  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason, Time now,
                 const Config& config) {
    for (std::uint32_t number = 0; number < flows_.size(); ++number) {
      Flow& flow = flows_[number];
      if (flow.queue.empty()) continue;
      const Occupancy before = flow.queue.occupancy();
      flow.queue.remove_if(chosen, [&](Packet packet) { events_.dropped(packet, reason); });
      forget(number, before);
      if (flow.queue.empty()) flow.law.emptied(now, config);
    }
  }

  void drain(std::vector<Packet>& out) {
    for (std::uint32_t number = 0; number < flows_.size(); ++number) {
      const Occupancy before = flows_[number].queue.occupancy();
      flows_[number].queue.drain(out);
      forget(number, before);
    }
  }

  /// Updates the time-driven state of every flow up to `now`, by `config`.
  void settle(Time now, const Config& config) {
    for (Flow& flow : flows_) flow.law.settle(now, config);
  }

  /// Occupancy of all flows together.
  const Occupancy& occupancy() const { return occupancy_; }

 private:
  struct Flow {
    TimedFifo queue;
    Law law;
    std::int64_t deficit = 0;
  };

  bool over(const BufferLimit& limit) const {
    return (limit.bytes && occupancy_.bytes > *limit.bytes) ||
           (limit.packets && occupancy_.packets > *limit.packets);
  }
  /// Subtracts from the totals what has left flow `number` since `before`.
  void forget(std::uint32_t number, const Occupancy& before) {
    const Occupancy& after = flows_[number].queue.occupancy();
    occupancy_.bytes -= before.bytes - after.bytes;
    occupancy_.packets -= before.packets - after.packets;
    if (before.bytes != after.bytes) largest_.set(number, after.bytes);
  }
  void drop_from_largest(std::int64_t batch, Time now, const Config& config) {
    const std::uint32_t number = largest_.queue();
    Flow& flow = flows_[number];
    const Occupancy before = flow.queue.occupancy();
    do {
      events_.dropped(flow.queue.pop().packet, DropReason::kRouterFull);
    } while (--batch > 0 && flow.queue.bytes() > before.bytes / 2);
    forget(number, before);
    if (flow.queue.empty()) flow.law.emptied(now, config);
  }

  const std::uint64_t hash_key_;
  QueueEvents& events_;
  std::vector<Flow> flows_;
  std::vector<FlowLink> links_;
  FlowList new_;
  FlowList old_;
  LargestQueue largest_;
  Occupancy occupancy_;
};

}  // namespace seawind
