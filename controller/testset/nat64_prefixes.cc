// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "controller/testset/plan.h"

namespace seawind {

std::vector<std::string> nat64_prefixes(const Plan& plan) {
  std::vector<std::string> out;
  for (const Case& one : plan.cases()) {
    for (const StageSpec& stage : one.link().downlink().stages()) {
      if (!stage.has_nat64()) continue;
      const std::string prefix =
          stage.nat64().has_prefix() ? stage.nat64().prefix() : "64:ff9b::/96";
      if (std::ranges::find(out, prefix) == out.end()) out.push_back(prefix);
    }
  }
  return out;
}

}  // namespace seawind
