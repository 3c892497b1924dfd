// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/same_case.h"

#include <algorithm>

#include "common/config/old_names.h"

namespace seawind {

std::string current_case_name(std::string_view name) {
  std::string out(name);
  const std::size_t end = name.rfind('/');
  if (end == std::string_view::npos || end == 0) return out;
  const std::size_t begin = name.rfind('/', end - 1) + 1;  // npos + 1 is 0
  const std::string_view tcp = name.substr(begin, end - begin);
  return out.replace(begin, tcp.size(), config::current_name("tcp", tcp));
}

const CaseResults* find_case(const CampaignResults& campaign, const std::string& name) {
  const auto first = [&](const auto& is_wanted) {
    const auto found = std::find_if(campaign.cases.begin(), campaign.cases.end(), is_wanted);
    return found == campaign.cases.end() ? nullptr : &*found;
  };
  const CaseResults* const exact = first([&](const auto& c) { return c.name == name; });
  if (exact != nullptr) return exact;
  const std::string current = current_case_name(name);
  return first([&](const auto& c) { return current_case_name(c.name) == current; });
}

}  // namespace seawind
