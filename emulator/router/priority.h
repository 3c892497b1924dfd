// SPDX-License-Identifier: GPL-3.0-or-later
// Strict priority: the first class in the order of the file that may send, sends; the others wait.
// A later class may starve: that is what it is for, and why RFC 3246 (EF) wants a meter in front.
// Reference: experiments RQ9; `tc prio`; RFC 3246 section 2 for the delay of the first class: a
// packet that is being taken by the link is not interrupted.
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
