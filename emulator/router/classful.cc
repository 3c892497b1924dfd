// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/classful.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/core/packet_edit.h"
#include "emulator/router/flow_hash.h"
#include "emulator/router/make_discipline.h"

namespace seawind {
namespace {

std::vector<std::vector<FilterConfig>> filters_of(const std::vector<const ClassConfig*>& leaves) {
  std::vector<std::vector<FilterConfig>> filters;
  for (const ClassConfig* leaf : leaves) filters.push_back(leaf->match);
  return filters;
}

}  // namespace

Classful::Leaves Classful::leaves_of(const std::vector<ClassConfig>& classes) {
  Leaves leaves;
  for (const ClassConfig& one : classes) {
    if (one.classes.empty()) {
      leaves.push_back(&one);
      continue;
    }
    for (const ClassConfig* inner : leaves_of(one.classes)) leaves.push_back(inner);
  }
  return leaves;
}

Classful::Classful(const Leaves& leaves, const FlowQueues& flows, const Node& node)
    : node_(node),
      hash_seed_(node.link.seed),
      child_events_(node.events),
      children_(flows.count != 0 ? flows.count : leaves.size()),
      holding_((children_.size() + 63) / 64),
      later_(static_cast<std::uint32_t>(children_.size())) {
  if (flows.count != 0) {
    for (std::size_t i = 0; i < children_.size(); ++i) {
      children_[i].number = node.traffic_class;
      children_[i].queue = make_discipline(or_tail_drop(flows.discipline),
                                           Node{node.link, node.traffic_class, child_events_,
                                                node.flow_queue + " flow " + std::to_string(i)});
    }
    return;
  }
  classifier_.emplace(filters_of(leaves), hash_seed_);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const ClassConfig& config = *leaves[i];
    Child& child = children_[i];
    child.number = config.number;
    if (config.meter) child.meter.emplace(*config.meter, Time{});
    child.set_dscp = config.set_dscp;
    child.queue = make_discipline(config.discipline,
                                  Node{node.link, config.number, child_events_, node.flow_queue});
  }
}

void Classful::change_children(const Leaves& leaves, const FlowQueues& flows,
                               const RouterContext& link, Time now) {
  node_.link = link;
  if (classifier_) classifier_.emplace(filters_of(leaves), hash_seed_);
  for (std::uint32_t i = 0; i < size(); ++i) {
    Child& child = children_[i];
    count(child, -1);
    if (!classifier_) {
      child.queue->change(or_tail_drop(flows.discipline), link, now);
    } else {
      const ClassConfig& config = *leaves[i];
      if (!config.meter || !child.meter) {
        child.meter.reset();
        if (config.meter) child.meter.emplace(*config.meter, now);
      } else {
        child.meter->change(*config.meter, now);
      }
      child.set_dscp = config.set_dscp;
      child.queue->change(config.discipline, link, now);
    }
    count(child, 1);
    refresh(i, now);
  }
}

bool Classful::admit(Child& child, Packet& packet, Time now) {
  packet.set_traffic_class(child.number);
  const std::uint8_t dscp = packet.ip().dscp;
  if (child.meter) {
    const Colour colour = child.meter->colour(packet, now);
    node_.events.coloured(packet, child.number, colour);
    const ColourAction& action = child.meter->action(colour);
    if (action.drop) {
      node_.events.dropped(packet, DropReason::kPoliced);
      return false;
    }
    if (action.set_dscp) set_dscp(packet, *action.set_dscp);
  }
  if (child.set_dscp) set_dscp(packet, *child.set_dscp);
  if (packet.ip().dscp != dscp) node_.events.modified(packet);
  return true;
}

void Classful::enqueue(Packet packet, Time now) {
  std::uint32_t i = 0;
  if (classifier_) {
    const auto found = classifier_->classify(packet);
    if (!found) {
      node_.events.dropped(packet, DropReason::kClassified);
      return;
    }
    i = *found;
  } else {
    i = queue_of(flow_hash(packet, hash_seed_), size());
  }
  Child& child = children_[i];
  if (!admit(child, packet, now)) return;
  const std::uint32_t bytes = packet.size();
  count(child, -1);
  child_events_.arrives(packet);
  child.queue->enqueue(std::move(packet), now);
  count(child, 1);
  if (!child_events_.rejected()) accepted(i, bytes, now);
  refresh(i, now);
}

Packet Classful::dequeue(Time now) {
  wake(now);
  while (active_ > 0) {
    const std::uint32_t i = choose(now);
    if (i == kNone) return {};
    Child& child = children_[i];
    count(child, -1);
    Packet packet = child.head ? std::move(child.head) : child.queue->dequeue(now);
    count(child, 1);
    if (packet) served(i, packet.size(), now);
    refresh(i, now);
    if (!packet) continue;
    if (child.active) stays_active(i, now);
    return packet;
  }
  return {};
}

Time Classful::next_ready(Time now) const {
  const Time waking = later_.empty() ? Time::max() : std::max(now, later_.top_key());
  return active_ > 0 ? std::min(next_turn(now), waking) : waking;
}

std::int64_t Classful::packets_of(std::uint32_t i) const {
  return children_[i].queue->packets() + (children_[i].head ? 1 : 0);
}

std::uint32_t Classful::head_size(std::uint32_t i, Time now) {
  Child& child = children_[i];
  if (!child.head) {
    if (const Packet* front = child.queue->front()) return front->size();
    count(child, -1);
    child.head = child.queue->dequeue(now);
    count(child, 1);
    if (!child.head) {
      refresh(i, now);
      return 0;
    }
  }
  return child.head.size();
}

template <typename Each>
void Classful::for_each_holding(Each each) {
  for (std::size_t word = 0; word < holding_.size(); ++word) {
    for (std::uint64_t bits = holding_[word]; bits != 0; bits &= bits - 1) {
      each(
          static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }
}

void Classful::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                         Time now) {
  for_each_holding([&](std::uint32_t i) {
    Child& child = children_[i];
    count(child, -1);
    if (child.head && chosen(child.head)) {
      const Packet gone = std::exchange(child.head, Packet{});
      node_.events.dropped(gone, reason);
    }
    child.queue->remove_if(chosen, reason, now);
    count(child, 1);
    refresh(i, now);
  });
}

void Classful::drain(std::vector<Packet>& out) {
  for_each_holding([&](std::uint32_t i) {
    Child& child = children_[i];
    count(child, -1);
    if (child.head) out.push_back(std::exchange(child.head, Packet{}));
    child.queue->drain(out);
    count(child, 1);
    refresh(i, Time{});
  });
}

void Classful::count(const Child& child, std::int64_t sign) {
  occupancy_.bytes += sign * (child.queue->bytes() + (child.head ? child.head.size() : 0));
  occupancy_.packets += sign * (child.queue->packets() + (child.head ? 1 : 0));
}

void Classful::refresh(std::uint32_t i, Time now) {
  Child& child = children_[i];
  const std::uint64_t bit = std::uint64_t{1} << (i % 64);
  holding_[i / 64] = packets_of(i) > 0 ? holding_[i / 64] | bit : holding_[i / 64] & ~bit;
  const Time ready = child.head ? now : child.queue->next_ready(now);
  if (ready <= now) {
    later_.erase(i);
    if (std::exchange(child.active, true)) return;
    ++active_;
    activate(i, now);
    return;
  }
  if (std::exchange(child.active, false)) {
    --active_;
    deactivate(i);
  }
  if (ready == Time::max()) {
    later_.erase(i);
  } else {
    later_.set(i, ready);
  }
}

void Classful::wake(Time now) {
  while (!later_.empty() && later_.top_key() <= now) refresh(later_.top(), now);
}

}  // namespace seawind
