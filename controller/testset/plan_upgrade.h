// SPDX-License-Identifier: GPL-3.0-or-later
// Plans that older programs wrote: some parameters of a link were plain numbers before any of them
// could be drawn. Campaign directories outlive programs, so they stay readable.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace seawind {

inline void upgrade_plan(nlohmann::json& node) {
  for (auto& item : node) {
    if (item.is_structured()) upgrade_plan(item);
  }
  if (!node.is_object()) return;
  for (const char* key : {"rate_base", "propagation_delay", "error_probability"}) {
    const auto found = node.find(key);
    if (found == node.end() || found->is_object()) continue;
    const double value =
        found->is_string() ? std::stod(found->get<std::string>()) : found->get<double>();
    *found = {{"fixed", value}};
  }
}

/// The text as this program would have written it; text that is no JSON is returned as it is.
inline std::string upgraded_plan(std::string_view text) {
  nlohmann::json plan = nlohmann::json::parse(text, nullptr, false);
  if (plan.is_discarded()) return std::string(text);
  upgrade_plan(plan);
  return plan.dump();
}

}  // namespace seawind
