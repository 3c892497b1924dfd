// SPDX-License-Identifier: GPL-3.0-or-later
// Reads plans of older programs, in which some parameters of a link were plain numbers because only
// fixed values existed. Campaign directories outlive programs, so their plans stay readable.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "common/error.h"

namespace seawind {

inline void upgrade_plan(nlohmann::json& node) {
  for (auto& item : node) {
    if (item.is_structured()) upgrade_plan(item);
  }
  if (!node.is_object()) return;
  for (const char* key : {"rate_base", "propagation_delay", "error_probability"}) {
    const auto found = node.find(key);
    if (found == node.end()) continue;
    // protobuf writes int64 as strings. The reader rejects values that are not numbers.
    const nlohmann::json value =
        found->is_string() ? nlohmann::json::parse(found->get<std::string>(), nullptr, false)
                           : *found;
    if (value.is_number()) *found = {{"fixed", value.get<double>()}};
  }
}

/// The text in the current format. A text that is not JSON is returned unchanged. Throws Error when
/// it is nested too deep.
inline std::string upgraded_plan(std::string_view text) {
  constexpr int kDeepest = 100;  // the limit of protobuf
  bool too_deep = false;
  nlohmann::json plan = nlohmann::json::parse(
      text,
      [&](int depth, auto, auto&) {
        too_deep |= depth > kDeepest;
        return depth <= kDeepest;
      },
      false);
  if (too_deep) throw Error("cannot read the plan: it is nested deeper than 100 levels");
  if (plan.is_discarded()) return std::string(text);
  upgrade_plan(plan);
  return plan.dump();
}

}  // namespace seawind
