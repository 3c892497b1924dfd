// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "common/units.h"
#include "controller/testset/plan.h"

namespace seawind {

std::string describe(const Plan& plan) {
  const TestSet& set = plan.test_set();
  const std::int64_t runs = plan.cases_size() * set.repetitions();
  const std::optional<int> slots = parallel_slots(set);
  const auto shown = [](double ns) {
    return ns <= 0x1p53 ? format_quantity(ns, DURATION) : fmt::format("{:.0f}h", ns / 3'600e9);
  };
  const auto timeout = static_cast<double>(set.timeout());
  const char* most = set.has_until() ? "up to " : "";
  std::string text =
      fmt::format("{}: {} case{} x {}{} repetition{} = {}{} run{}, ", set.name(), plan.cases_size(),
                  plan.cases_size() == 1 ? "" : "s", most, set.repetitions(),
                  set.repetitions() == 1 ? "" : "s", most, runs, runs == 1 ? "" : "s");
  if (slots) {
    const std::int64_t rounds = (runs + *slots - 1) / *slots;
    text += fmt::format("{} at a time; at most {} each, {} in all\n", *slots, shown(timeout),
                        shown(timeout * static_cast<double>(rounds)));
  } else {
    text +=
        fmt::format("as many at a time as the machine allows; at most {} each\n", shown(timeout));
  }
  for (const Case& c : plan.cases()) text += fmt::format("  {}\n", c.id());
  return text;
}

}  // namespace seawind
