// SPDX-License-Identifier: GPL-3.0-or-later
// An analysis in a small YAML file (docs/reference/recipe.md): the kind of picture, the metric, the
// condition on cases and the axes, so that it applies to any campaign.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "controller/report/report.h"
#include "controller/store/query.h"
#include "controller/testset/case_expression.h"

namespace seawind {

struct AxisSetting {
  std::optional<double> from{};  // empty: automatic
  std::optional<double> to{};
  bool logarithmic = false;
  bool operator==(const AxisSetting&) const = default;
};

/// A kind of picture, and the settings of a recipe that it uses.
struct PictureKind {
  const char* name;
  bool has_metric = false;
  bool of_repetition = false;
  bool has_x = false;
  bool x_is_linear = false;  // a time axis without a logarithmic scale
  bool has_y = false;
};
inline constexpr std::array kPictureKinds = {
    PictureKind{.name = "answer", .has_metric = true},
    PictureKind{.name = "boxes", .has_metric = true, .has_y = true},
    PictureKind{.name = "cdf", .has_metric = true, .has_x = true, .has_y = true},
    PictureKind{.name = "time", .has_metric = true, .has_x = true, .has_y = true},
    PictureKind{.name = "starts", .has_metric = true, .has_x = true, .has_y = true},
    PictureKind{.name = "versus", .has_metric = true, .has_x = true, .has_y = true},
    PictureKind{.name = "published"},
    PictureKind{.name = "lateness"},
    PictureKind{.name = "lateness-over-time"},
    PictureKind{.name = "timeline", .of_repetition = true, .has_x = true, .x_is_linear = true},
    PictureKind{.name = "sequence", .of_repetition = true, .has_x = true, .x_is_linear = true},
    PictureKind{.name = "delay", .of_repetition = true, .has_x = true},
    PictureKind{.name = "ipdv", .of_repetition = true, .has_x = true}};
/// The names of all kinds.
std::vector<std::string> picture_kinds();
/// The kind of this name, which must exist.
const PictureKind& picture_kind(const std::string& name);

struct Recipe {
  std::string view = "boxes";                 // name of a PictureKind
  std::string metric = "overall_throughput";  // FLOW/METRIC or METRIC
  std::string against{};                      // versus: the metric of the x axis
  CaseExpression cases{};
  AxisSetting x{};
  AxisSetting y{};
  std::string flow{};  // sequence; empty: the first that has one
  /// A repetition of the first selected case in which it is done; none: the first valid one.
  std::optional<int> repetition{};
  bool operator==(const Recipe&) const = default;
};

inline constexpr std::size_t kLargestRecipe = 1 << 20;  // bytes

/// Reads a recipe. Throws UsageError with file:line:column for any invalid content.
Recipe load_recipe(const std::filesystem::path& file);
/// The recipe as YAML, without default values.
std::string recipe_yaml(const Recipe& recipe);
/// Writes a temporary file and renames it. Throws Error.
void save_recipe(const Recipe& recipe, const std::filesystem::path& file);

/// Whether the case meets the condition. The condition TEXT is also searched in the note.
bool meets(const CaseInfo& c, const CaseExpression& condition, std::string_view note = {});
/// Indices of the campaign's cases that meet the condition.
std::vector<std::size_t> select_cases(const CampaignResults& results,
                                      const CaseExpression& condition);
/// The repetition to draw. Throws UsageError when it is done in none of the cases.
RepetitionRef recipe_repetition(const CampaignResults& results, const Recipe& recipe);

}  // namespace seawind
