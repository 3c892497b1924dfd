// SPDX-License-Identifier: GPL-3.0-or-later
// Hierarchical token bucket: classes with a guaranteed `rate`, which borrow what their parent has
// to spare up to their `ceil`. The algorithm is Linux's (M. Devera, sch_htb.c), in exact integers:
//
//  - Every class has two buckets, (rate, burst) and (ceil, cburst). It may send by its own right
//    while neither is in debt, borrow while only the rate's is, and not at all while the ceil's
//    is. A class sends while it is not in debt, so a packet may take it into debt by its size.
//  - What a leaf sends is charged to its ceil and to that of every ancestor; to the rate of every
//    class from the one whose right was used (its level) upwards.
//  - Of the leaves that may send, those whose right is at the lowest level go first (their own
//    rate before what is borrowed); within a level those of the smallest prio; within those,
//    deficit round robin in the order of the file, with `quantum` bytes a turn.
//
// The whole tree is one class of `rate` and `burst` (rate = ceil). Defaults: rate of the tree: that
// of the link; rate of a class: an equal share of what its parent's other classes leave (at least
// an equal share of a hundredth); ceil: the parent's ceil; burst and cburst: default_burst.h of
// rate and ceil; quantum: a tenth of a second's rate (tc's r2q 10), 1000 to 200000 bytes.
//
// Experiments RQ9 to RQ13. Differences from the kernel: no limit on events per call, no hysteresis,
// debts and credits are not cut at a minute.
#pragma once

#include <array>
#include <vector>

#include "emulator/router/class_set.h"
#include "emulator/router/classful.h"
#include "emulator/router/token_bucket.h"

namespace seawind {

class Htb final : public Classful {
 public:
  static constexpr int kLevels = 8;  // the whole tree is at level 7, leaves at 0
  static constexpr int kPrios = 8;
  static constexpr std::uint32_t kMostHtbClasses = 256;  // with the whole tree

  Htb(const HtbConfig& config, const Node& node);

  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;

 private:
  enum class Mode : std::uint8_t { kCannotSend, kMayBorrow, kCanSend };
  struct Turns {  // children of a class, or classes of a level, that take turns
    ClassSet members;
    std::uint32_t next = 0;  // the turn is that of the first member from here
  };
  struct Class {
    std::uint32_t parent = kNone;
    std::uint32_t leaf = kNone;  // index of the child of Classful
    int level = 0;
    int prio = 0;
    std::int64_t quantum = 0;
    TokenBucket rate;
    TokenBucket ceil;
    Mode mode = Mode::kCanSend;
    std::uint8_t active_prios = 0;  // bits
    std::uint8_t number = 0;
    std::array<std::int64_t, kLevels> deficit{};
    std::array<Turns, kPrios> feed{};  // children that borrow from this class
  };

  void build(const HtbConfig& config, const RouterContext& link, Time now);
  void build_classes(const std::vector<ClassConfig>& configs, std::uint32_t parent, Time now);
  std::uint32_t put(Class one, Time now);
  Turns& row(int level, int prio) {
    return rows_[static_cast<std::size_t>(level)][static_cast<std::size_t>(prio)];
  }

  void activate(std::uint32_t child, Time now) override;
  void deactivate(std::uint32_t child) override;
  std::uint32_t choose(Time now) override;
  void served(std::uint32_t child, std::uint32_t size, Time now) override;
  Time next_turn(Time now) const override;

  Mode mode_of(const Class& one, Time now) const;
  Time next_mode(const Class& one, Time now) const;
  void change_mode(std::uint32_t i, Time now);
  void activate_prios(std::uint32_t i);
  void deactivate_prios(std::uint32_t i);
  void run_events(Time now);
  std::uint32_t leaf_of(Turns& row, int prio);
  void charge(std::uint32_t i, int level, std::int64_t bytes, Time now);

  std::vector<Class> classes_;  // the first is the whole tree; parents before children
  std::vector<std::uint32_t> class_of_leaf_;
  std::array<std::array<Turns, kPrios>, kLevels> rows_{};  // classes with a right of their own
  IndexedHeap<Time> waiting_;                              // classes whose mode changes by itself
  std::uint32_t next_leaf_ = 0;
  std::uint32_t next_class_ = 0;
  // Where choose() found its leaf, for served().
  int chosen_level_ = 0;
  int chosen_prio_ = 0;
};

}  // namespace seawind
