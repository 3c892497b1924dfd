// SPDX-License-Identifier: GPL-3.0-or-later
// Strict priority: the first class, in the configured order, that may send is served. A later class
// may starve; RFC 3246 (EF) therefore requires a meter in front. References: experiments RQ9; `tc
// prio`; RFC 3246 section 2 for the delay of the first class: a packet that the link is taking is
// not preempted.
#pragma once

#include "emulator/router/class_set.h"
#include "emulator/router/classful.h"

namespace seawind {

class StrictPriority final : public Classful {
 public:
  StrictPriority(const PriorityConfig& config, const Node& node)
      : Classful(leaves_of(config.classes), {}, node) {}

  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override {
    change_children(leaves_of(std::get<PriorityConfig>(config).classes), {}, link, now);
  }

 private:
  void activate(std::uint32_t child, Time) override { ready_.insert(child); }
  void deactivate(std::uint32_t child) override { ready_.erase(child); }
  std::uint32_t choose(Time) override { return ready_.first_from(0); }
  void served(std::uint32_t, std::uint32_t, Time) override {}

  ClassSet ready_;
};

}  // namespace seawind
