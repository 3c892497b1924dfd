// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/htb.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "emulator/router/default_burst.h"

namespace seawind {
namespace {

std::int64_t default_quantum(std::int64_t rate) {
  return std::clamp<std::int64_t>(rate / 8 / 10, 1000, 200'000);
}

// The rate of classes without one: an equal part of what the others leave of the parent's rate.
std::int64_t default_rate(const std::vector<ClassConfig>& siblings, std::int64_t parent) {
  std::int64_t given = 0;
  std::int64_t without = 0;
  for (const ClassConfig& one : siblings) {
    given += one.rate.value_or(0);
    without += one.rate ? 0 : 1;
  }
  return std::max({(parent - given) / std::max<std::int64_t>(without, 1),
                   parent / 100 / std::max<std::int64_t>(without, 1), std::int64_t{1}});
}

}  // namespace

Htb::Htb(const HtbConfig& config, const Node& node)
    : Classful(leaves_of(config.classes), {}, node),
      class_of_leaf_(size()),
      waiting_(kMaxHtbClasses) {
  build(config, node.link, Time{});
}

// Builds the classes, or applies a configuration of the same structure; classes keep their tokens.
void Htb::build(const HtbConfig& config, const RouterContext& link, Time now) {
  const std::int64_t rate = std::max<std::int64_t>(config.rate.value_or(link.link_rate), 1);
  const std::int64_t burst = config.burst.value_or(default_burst(rate));
  next_leaf_ = 0;
  next_class_ = 0;
  const std::uint32_t root = put({.parent = kNone,
                                  .level = kLevels - 1,
                                  .rate = TokenBucket(rate, burst),
                                  .ceil = TokenBucket(rate, burst),
                                  .number = node_.traffic_class},
                                 now);
  build_classes(config.classes, root, now);
}

void Htb::build_classes(const std::vector<ClassConfig>& configs, std::uint32_t parent, Time now) {
  for (const ClassConfig& config : configs) {
    const std::int64_t rate =
        config.rate.value_or(default_rate(configs, classes_[parent].rate.rate()));
    const std::int64_t ceil = std::max(rate, config.ceil.value_or(classes_[parent].ceil.rate()));
    const bool inner = !config.classes.empty();
    const std::uint32_t i =
        put({.parent = parent,
             .leaf = inner ? kNone : next_leaf_,
             .level = inner ? classes_[parent].level - 1 : 0,
             .prio = config.prio,
             .quantum = config.quantum.value_or(default_quantum(rate)),
             .rate = TokenBucket(rate, config.burst.value_or(default_burst(rate))),
             .ceil = TokenBucket(ceil, config.cburst.value_or(default_burst(ceil))),
             .number = config.number},
            now);
    if (inner) {
      build_classes(config.classes, i, now);
    } else {
      class_of_leaf_[next_leaf_++] = i;
    }
  }
}

std::uint32_t Htb::put(Class one, Time now) {
  const std::uint32_t i = next_class_++;
  assert(i < kMaxHtbClasses);
  if (i == classes_.size()) {
    classes_.push_back(one);
    return i;
  }
  Class& running = classes_[i];
  running.rate.change(one.rate.rate(), one.rate.burst(), now);
  running.ceil.change(one.ceil.rate(), one.ceil.burst(), now);
  // Quanta that are smaller than a packet leave debts that grow with time.
  if (running.quantum != one.quantum)
    for (std::int64_t& deficit : running.deficit)
      deficit = std::clamp<std::int64_t>(deficit, 0, one.quantum);
  running.quantum = one.quantum;
  running.prio = one.prio;
  return i;
}

void Htb::change(const DisciplineConfig& config, const RouterContext& link, Time now) {
  const auto& htb = std::get<HtbConfig>(config);
  // Active leaves are deactivated and reactivated, because prios and modes may differ.
  std::vector<std::uint32_t> active_leaves;
  for (std::uint32_t leaf = 0; leaf < size(); ++leaf) {
    if (classes_[class_of_leaf_[leaf]].active_prios == 0) continue;
    active_leaves.push_back(leaf);
    deactivate(leaf);
  }
  build(htb, link, now);
  waiting_.clear();
  for (std::uint32_t i = 0; i < classes_.size(); ++i) {
    classes_[i].mode = mode_of(classes_[i], now);
    if (classes_[i].mode != Mode::kCanSend) waiting_.set(i, next_mode(classes_[i], now));
  }
  for (const std::uint32_t leaf : active_leaves) activate(leaf, now);
  change_children(leaves_of(htb.classes), {}, link, now);
}

Htb::Mode Htb::mode_of(const Class& one, Time now) const {
  if (!one.ceil.holds(0, now)) return Mode::kCannotSend;
  return one.rate.holds(0, now) ? Mode::kCanSend : Mode::kMayBorrow;
}

Time Htb::next_mode(const Class& one, Time now) const {
  return one.mode == Mode::kCannotSend ? one.ceil.when(0, now) : one.rate.when(0, now);
}

void Htb::activate(std::uint32_t child, Time) {
  Class& leaf = classes_[class_of_leaf_[child]];
  leaf.active_prios = static_cast<std::uint8_t>(1u << leaf.prio);
  if (leaf.mode != Mode::kCannotSend) activate_prios(class_of_leaf_[child]);
}

void Htb::deactivate(std::uint32_t child) {
  Class& leaf = classes_[class_of_leaf_[child]];
  if (leaf.mode != Mode::kCannotSend) deactivate_prios(class_of_leaf_[child]);
  leaf.active_prios = 0;
}

// A class that may borrow is served by its parent. The parent is activated for the prios that are
// new to it.
void Htb::activate_prios(std::uint32_t i) {
  std::uint8_t prios = classes_[i].active_prios;
  while (classes_[i].mode == Mode::kMayBorrow && classes_[i].parent != kNone && prios != 0) {
    Class& parent = classes_[classes_[i].parent];
    for (unsigned left = prios; left != 0; left &= left - 1) {
      const int prio = std::countr_zero(left);
      ClassSet& fed = parent.feed[static_cast<std::size_t>(prio)].members;
      if (!fed.empty()) prios = static_cast<std::uint8_t>(prios & ~(1u << prio));
      fed.insert(i);
    }
    parent.active_prios |= prios;
    i = classes_[i].parent;
  }
  if (classes_[i].mode != Mode::kCanSend) return;
  for (unsigned left = prios; left != 0; left &= left - 1) {
    row(classes_[i].level, std::countr_zero(left)).members.insert(i);
  }
}

void Htb::deactivate_prios(std::uint32_t i) {
  std::uint8_t prios = classes_[i].active_prios;
  while (classes_[i].mode == Mode::kMayBorrow && classes_[i].parent != kNone && prios != 0) {
    Class& parent = classes_[classes_[i].parent];
    std::uint8_t emptied = 0;
    for (unsigned left = prios; left != 0; left &= left - 1) {
      const int prio = std::countr_zero(left);
      ClassSet& fed = parent.feed[static_cast<std::size_t>(prio)].members;
      fed.erase(i);
      if (fed.empty()) emptied = static_cast<std::uint8_t>(emptied | 1u << prio);
    }
    parent.active_prios = static_cast<std::uint8_t>(parent.active_prios & ~emptied);
    prios = emptied;
    i = classes_[i].parent;
  }
  if (classes_[i].mode != Mode::kCanSend) return;
  for (unsigned left = prios; left != 0; left &= left - 1) {
    row(classes_[i].level, std::countr_zero(left)).members.erase(i);
  }
}

void Htb::change_mode(std::uint32_t i, Time now) {
  Class& one = classes_[i];
  const Mode mode = mode_of(one, now);
  if (mode != one.mode) {
    const bool has_turns = one.active_prios != 0;
    if (has_turns && one.mode != Mode::kCannotSend) deactivate_prios(i);
    one.mode = mode;
    if (has_turns && mode != Mode::kCannotSend) activate_prios(i);
  }
  if (mode == Mode::kCanSend) {
    waiting_.erase(i);
  } else {
    waiting_.set(i, next_mode(one, now));
  }
}

void Htb::run_events(Time now) {
  while (!waiting_.empty() && waiting_.top_key() <= now) change_mode(waiting_.top(), now);
}

// Follows the turns from `row` down to a leaf. After the last member of a class's feed, the turn
// restarts at the first member and the turn one level above advances.
std::uint32_t Htb::leaf_of(Turns& row, int prio) {
  std::array<Turns*, kLevels + 1> path{};
  std::size_t depth = 0;
  path[0] = &row;
  for (;;) {
    Turns& turns = *path[depth];
    const std::uint32_t i = turns.members.first_from(turns.next);
    if (i == kNone) {
      turns.next = 0;
      if (depth > 0) {
        Turns& above = *path[--depth];
        above.next = above.members.first_from(above.next) + 1;
      }
      continue;
    }
    turns.next = i;
    if (classes_[i].leaf != kNone) return i;
    path[++depth] = &classes_[i].feed[static_cast<std::size_t>(prio)];
  }
}

std::uint32_t Htb::choose(Time now) {
  run_events(now);
  for (int level = 0; level < kLevels; ++level) {
    for (int prio = 0; prio < kPrios; ++prio) {
      if (row(level, prio).members.empty()) continue;
      chosen_level_ = level;
      chosen_prio_ = prio;
      return classes_[leaf_of(row(level, prio), prio)].leaf;
    }
  }
  return kNone;
}

void Htb::served(std::uint32_t child, std::uint32_t size, Time now) {
  const std::uint32_t i = class_of_leaf_[child];
  Class& leaf = classes_[i];
  std::int64_t& deficit = leaf.deficit[static_cast<std::size_t>(chosen_level_)];
  deficit -= size;
  if (deficit < 0) {
    deficit += leaf.quantum;
    Turns& turns = chosen_level_ == 0
                       ? row(0, chosen_prio_)
                       : classes_[leaf.parent].feed[static_cast<std::size_t>(chosen_prio_)];
    turns.next = i + 1;
  }
  charge(i, chosen_level_, size, now);
}

void Htb::charge(std::uint32_t i, int level, std::int64_t bytes, Time now) {
  const std::uint32_t leaf = i;
  for (; i != kNone; i = classes_[i].parent) {
    Class& one = classes_[i];
    one.rate.fill(now);
    one.ceil.fill(now);
    if (one.level >= level) one.rate.consume(bytes);
    one.ceil.consume(bytes);
    change_mode(i, now);
  }
  node_.events.measured(EventKind::kRouterTokens, classes_[leaf].number,
                        classes_[leaf].rate.bytes(now));
}

Time Htb::next_turn(Time now) const {
  for (const auto& level : rows_) {
    for (const Turns& turns : level) {
      if (!turns.members.empty()) return now;
    }
  }
  return waiting_.empty() ? Time::max() : std::max(now, waiting_.top_key());
}

}  // namespace seawind
