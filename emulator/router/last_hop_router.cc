// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/last_hop_router.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "emulator/router/make_discipline.h"
#include "emulator/router/tree_structure.h"

namespace seawind {

LastHopRouter::LastHopRouter(const RouterConfig& config, const RouterContext& link,
                             QueueEvents& out)
    : config_(config.root), link_(link), out_(out) {
  [[maybe_unused]] const std::size_t count = number_classes(config_);
  assert(count <= kMaxClasses);
  const auto add = [&](const std::string& name, std::uint8_t number, std::uint8_t parent) {
    ClassStatistics& added = classes_.emplace_back();
    added.name = name;
    added.number = number;
    added.parent = parent;
  };
  add("root", 0, 0);
  for_each_class(config_, [&](const ClassConfig& one, std::uint8_t parent,
                              const std::string& path) { add(path, one.number, parent); });
  root_ = make_discipline(config_, Node{link, 0, *this});
  read_limits();
}

void LastHopRouter::read_limits() {
  // The limit of a class is that of the lowest discipline with a limit on the path to it.
  for (ClassStatistics& one : classes_) one.limit = {};
  const auto visit = [&](const auto& self, const QueueDiscipline& queue,
                         std::uint8_t number) -> void {
    if (!queue.limit().unlimited()) classes_[number].limit = queue.limit();
    for (std::size_t i = 0; i < queue.children(); ++i) {
      // Flow queues are equal and serve the same class, so visiting the last one suffices.
      if (i + 1 < queue.children() && queue.class_of_child(i) == number) continue;
      self(self, *queue.child(i), queue.class_of_child(i));
    }
  };
  visit(visit, *root_, 0);
}

template <typename Count>
void LastHopRouter::up_from(std::uint8_t number, const Count& count) {
  for (;; number = classes_[number].parent) {
    count(classes_[number]);
    if (number == 0) return;
  }
}

void LastHopRouter::enqueue(Packet packet, Time now) {
  now_ = now;
  if (!std::exchange(started_, true)) {
    for (ClassStatistics& one : classes_) one.start = one.held_since = now;
  }
  packet.set_traffic_class(0);
  arriving_ = packet.id();
  root_->enqueue(std::move(packet), now);
  assert(arriving_ == 0);
}

Packet LastHopRouter::dequeue(Time now) {
  now_ = now;
  Packet packet = root_->dequeue(now);
  if (!packet) return packet;
  leaves(packet);
  const Duration sojourn = now - packet.arrival();
  up_from(packet.traffic_class(), [&](ClassStatistics& one) {
    one.dequeued.add(packet.size());
    one.sojourn_sum += sojourn;
    one.sojourn_max = std::max(one.sojourn_max, sojourn);
  });
  return packet;
}

void LastHopRouter::remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                              Time now) {
  now_ = now;
  root_->remove_if(chosen, reason, now);
}

void LastHopRouter::for_each(const std::function<void(const Packet&)>& visit, Time now) {
  remove_if([&](const Packet& packet) { return visit(packet), false; }, DropReason::kShrink, now);
}

std::vector<Packet> LastHopRouter::drain() {
  std::vector<Packet> out;
  out.reserve(static_cast<std::size_t>(packets()));
  root_->drain(out);
  for (const Packet& packet : out) leaves(packet);
  // Readers of the log keep an average until the next one of its class, which may never come.
  for (const ClassStatistics& one : classes_)
    if (one.average_queue.value_or(0) != 0) measured(EventKind::kRouterAverage, one.number, 0);
  std::sort(out.begin(), out.end(),
            [](const Packet& a, const Packet& b) { return arrival_of(a) < arrival_of(b); });
  return out;
}

void LastHopRouter::apply_config(const RouterContext& link, Time now) {
  link_ = link;
  now_ = now;
  root_->change(config_, link, now);
  read_limits();
}

void LastHopRouter::replace(LastHopRouter& before, const RouterContext& link, Time now) {
  if (link_ != link) apply_config(link, now);  // the link's rate was unknown at construction
  before.now_ = now_ = now;
  std::vector<Packet> inside = before.drain();
  keep_counters(before.classes_);
  started_ = before.started_;
  moving_ = 0;
  for (const Packet& packet : inside) *moving_ += packet.size();
  for (Packet& packet : inside) {
    *moving_ -= packet.size();
    enqueue(std::move(packet), now);
  }
  moving_.reset();
}

void LastHopRouter::keep_counters(const std::vector<ClassStatistics>& before) {
  for (ClassStatistics& mine : classes_) {
    mine.start = mine.held_since = now_;
    const auto same = std::find_if(before.begin(), before.end(), [&](const ClassStatistics& one) {
      return one.name == mine.name;
    });
    if (same == before.end()) continue;
    ClassStatistics kept = *same;
    kept.number = mine.number;
    kept.parent = mine.parent;
    kept.limit = mine.limit;
    kept.average_queue = mine.average_queue;
    kept.tokens = mine.tokens;
    mine = std::move(kept);
  }
}

void LastHopRouter::leaves(const Packet& packet) {
  up_from(packet.traffic_class(),
          [&](ClassStatistics& one) { one.hold(-std::int64_t{packet.size()}, -1, now_); });
}

void LastHopRouter::enqueued(const Packet& packet, std::uint8_t traffic_class) {
  assert(traffic_class == packet.traffic_class());
  if (packet.id() == arriving_) arriving_ = 0;
  up_from(traffic_class, [&](ClassStatistics& one) {
    one.hold(packet.size(), 1, now_);
    one.enqueued.add(packet.size());
  });
  out_.enqueued(packet, traffic_class);
}

void LastHopRouter::dropped(const Packet& packet, DropReason reason) {
  const bool full = reason == DropReason::kRouterFull || reason == DropReason::kHeadDrop;
  if (moving_ && full) reason = DropReason::kShrink;
  if (packet.id() == arriving_) {
    arriving_ = 0;
  } else {
    leaves(packet);
  }
  up_from(packet.traffic_class(), [&](ClassStatistics& one) {
    one.drops[static_cast<std::size_t>(reason)].add(packet.size());
  });
  out_.dropped(packet, reason);
}

void LastHopRouter::marked(const Packet& packet) {
  up_from(packet.traffic_class(), [](ClassStatistics& one) { ++one.marked; });
  out_.marked(packet);
}

void LastHopRouter::modified(const Packet& packet) {
  up_from(packet.traffic_class(), [](ClassStatistics& one) { ++one.modified; });
  out_.modified(packet);
}

void LastHopRouter::measured(EventKind what, std::uint8_t traffic_class, std::int64_t value) {
  ClassStatistics& one = classes_[traffic_class];
  (what == EventKind::kRouterTokens ? one.tokens : one.average_queue) = value;
  out_.measured(what, traffic_class, value);
}

void LastHopRouter::coloured(const Packet& packet, std::uint8_t traffic_class, Colour colour) {
  classes_[traffic_class].colours[static_cast<std::size_t>(colour)].add(packet.size());
  out_.coloured(packet, traffic_class, colour);
}

void change_router(std::unique_ptr<LastHopRouter>& router, std::unique_ptr<LastHopRouter>& next,
                   const RouterContext& link, Time now) {
  if (same_structure(router->config_, next->config_)) {
    std::swap(router->config_, next->config_);
    router->apply_config(link, now);
  } else {
    std::swap(router, next);  // first: the events of replace() are those of the new router
    router->replace(*next, link, now);
  }
}

}  // namespace seawind
