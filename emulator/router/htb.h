// SPDX-License-Identifier: GPL-3.0-or-later
// Hierarchical token bucket: classes with a guaranteed `rate` that borrow their parent's unused
// rate, up to their `ceil`. The algorithm is that of Linux (M. Devera, sch_htb.c), in exact integer
// arithmetic:
//
//  - Every class has two buckets, (rate, burst) and (ceil, cburst). A class may send on its own
//    rate while neither bucket is in debt. It may borrow while only the rate bucket is in debt. It
//    must not send while the ceil bucket is in debt. The test precedes the packet, so a packet may
//    take a class into debt by its own size.
//  - A leaf's packet is charged to the ceil of the leaf and of every ancestor. It is charged to the
//    rate of every class from the one whose rate was used (its level) upwards.
//  - Of the leaves that may send, the lowest level goes first (own rate before borrowed rate);
//    within a level, the smallest prio; within a prio, deficit round robin in the configured order,
//    with `quantum` bytes per turn.
//
// The whole tree is one class of `rate` and `burst` (rate = ceil). Defaults: rate of the tree: that
// of the link; rate of a class: an equal share of what its parent's other classes leave (at least
// an equal share of a hundredth); ceil: the parent's ceil; burst and cburst: default_burst.h of
// rate and ceil; quantum: a tenth of a second's rate (tc's r2q 10), 1000 to 200000 bytes.
//
// Experiments RQ9 to RQ13. Differences from the kernel: the number of events per call is not
// limited, there is no hysteresis, and debts and credits are not capped at a minute.
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
  static constexpr std::uint32_t kMaxHtbClasses = 256;  // including the whole tree

  Htb(const HtbConfig& config, const Node& node);

  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;

 private:
  enum class Mode : std::uint8_t { kCannotSend, kMayBorrow, kCanSend };
  struct Turns {  // children of a class, or classes of a level, served in turn
    ClassSet members;
    std::uint32_t next = 0;  // the first member from here is served next
  };
  struct Class {
    std::uint32_t parent = kNone;
    std::uint32_t leaf = kNone;  // index of the Classful child
    int level = 0;
    int prio = 0;
    std::int64_t quantum = 0;
    TokenBucket rate;
    TokenBucket ceil;
    Mode mode = Mode::kCanSend;
    std::uint8_t active_prios = 0;  // one bit per prio
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

  std::vector<Class> classes_;  // the whole tree first; parents before children
  std::vector<std::uint32_t> class_of_leaf_;
  std::array<std::array<Turns, kPrios>, kLevels> rows_{};  // classes that may send on their own
                                                           // rate
  IndexedHeap<Time> waiting_;  // classes whose mode changes at a known time
  std::uint32_t next_leaf_ = 0;
  std::uint32_t next_class_ = 0;
  // The level and prio at which choose() found its leaf, for served().
  int chosen_level_ = 0;
  int chosen_prio_ = 0;
};

}  // namespace seawind
