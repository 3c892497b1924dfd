// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/old_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace seawind::config {
namespace {

struct OldName {
  std::string_view kind;
  std::string_view name;
  std::string_view current;
};

// To be removed with the next version, with its users.
constexpr std::array kOldNames{
    OldName{"tcp", "baseline-period", "baseline-legacy"},
    OldName{"tcp", "baseline-ecn-period", "baseline-ecn-legacy"},
    OldName{"tcp", "enhanced-period", "enhanced-legacy"},
    OldName{"tcp", "enhanced-ecn-period", "enhanced-ecn-legacy"},
    OldName{"testsets", "w1-period", "w1-legacy"},
    OldName{"testsets", "w2-period", "w2-legacy"},
    OldName{"testsets", "w3-period", "w3-legacy"},
    OldName{"testsets", "w3-period-marked", "w3-legacy-marked"},
    OldName{"testsets", "w4-period", "w4-legacy"},
};

}  // namespace

std::string_view current_name(std::string_view kind, std::string_view name) {
  const auto* const found =
      std::find_if(kOldNames.begin(), kOldNames.end(),
                   [&](const OldName& old) { return old.kind == kind && old.name == name; });
  return found == kOldNames.end() ? name : found->current;
}

std::string old_name_warning(std::string_view old_name, std::string_view current) {
  return fmt::format("`{}` is now `{}`; the old name will be removed in the next version", old_name,
                     current);
}

}  // namespace seawind::config
