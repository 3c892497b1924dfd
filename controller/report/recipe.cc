// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/recipe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "common/directory.h"
#include "common/error.h"
#include "common/printable.h"
#include "controller/report/yaml_places.h"

namespace seawind {
namespace {

class RecipeReader : public YamlPlaces {
 public:
  using YamlPlaces::YamlPlaces;

  Recipe read(const YAML::Node& root) const {
    Recipe r;
    require_keys(root, {"view", "metric", "against", "cases", "x", "y", "flow", "repetition"});
    text(root, "view", r.view);
    const auto known = picture_kinds();
    if (std::find(known.begin(), known.end(), r.view) == known.end())
      fail(root["view"],
           fmt::format("`{}` is not a view: {}", excerpt(r.view, 40), fmt::join(known, ", ")));
    reject_unused_keys(root, picture_kind(r.view));
    text(root, "metric", r.metric);
    if (r.metric.empty()) fail(root["metric"], "`metric` is empty: FLOW/METRIC or METRIC");
    text(root, "against", r.against);
    if (r.view == "versus" && r.against.empty())
      fail(root, "`against` is missing: the metric of the x axis of `view: versus`");
    text(root, "flow", r.flow);
    if (const YAML::Node node = root["repetition"]) {
      const double number = this->number(root, "repetition");
      if (!(number >= 0 && number <= 1e6) || number != static_cast<int>(number))
        fail(node, "`repetition` is a number from 0");
      r.repetition = static_cast<int>(number);
    }
    if (const YAML::Node node = root["cases"]) r.cases = condition(node);
    if (const YAML::Node node = root["x"]) {
      r.x = axis(node);
      if (node["log"] && picture_kind(r.view).x_is_linear)
        fail(node["log"], fmt::format("`log` has no meaning for `view: {}`", r.view));
    }
    if (const YAML::Node node = root["y"]) r.y = axis(node);
    return r;
  }

 private:
  void reject_unused_keys(const YAML::Node& root, const PictureKind& kind) const {
    const std::string view = kind.name;
    const auto refuse = [&](const char* key, bool used) {
      if (root[key] && !used)
        fail(root[key], fmt::format("`{}` has no meaning for `view: {}`", key, view));
    };
    refuse("metric", kind.has_metric);
    refuse("against", view == "versus");
    refuse("cases", kind.has_metric || kind.of_repetition);
    refuse("flow", view == "sequence");
    refuse("repetition", kind.of_repetition);
    refuse("x", kind.has_x);
    refuse("y", kind.has_y);
  }

  void text(const YAML::Node& map, const char* key, std::string& out) const {
    const YAML::Node node = map[key];
    if (!node) return;
    if (!node.IsScalar()) fail(node, fmt::format("`{}` is one word", key));
    out = clean(node);
  }

  std::string clean(const YAML::Node& scalar) const {
    if (!is_printable(scalar.Scalar()))
      fail(scalar, fmt::format("`{}` holds a control character", excerpt(scalar.Scalar(), 40)));
    return scalar.Scalar();
  }

  CaseExpression condition(const YAML::Node& node) const {
    if (!node.IsScalar()) fail(node, "`cases` is a condition such as `link=e0 & tcp~enhanced`");
    const std::string text = clean(node);
    try {
      return CaseExpression(text);
    } catch (const UsageError& e) {
      fail(node, e.what());
    }
  }

  AxisSetting axis(const YAML::Node& map) const {
    require_keys(map, {"from", "to", "log"});
    AxisSetting a;
    if (map["from"]) a.from = number(map, "from");
    if (map["to"]) a.to = number(map, "to");
    if (const YAML::Node node = map["log"]) {
      if (!YAML::convert<bool>::decode(node, a.logarithmic)) fail(node, "`log` is true or false");
    }
    if (a.from && a.to && *a.from >= *a.to) fail(map, "`from` must be below `to`");
    if (a.logarithmic && ((a.from && *a.from <= 0) || (a.to && *a.to <= 0)))
      fail(map, "a logarithmic axis has no 0 and nothing below it");
    return a;
  }
};

void write_axis(YAML::Emitter& out, const char* key, const AxisSetting& axis) {
  if (axis == AxisSetting{}) return;
  out << YAML::Key << key << YAML::Value << YAML::Flow << YAML::BeginMap;
  if (axis.from) out << YAML::Key << "from" << YAML::Value << fmt::format("{}", *axis.from);
  if (axis.to) out << YAML::Key << "to" << YAML::Value << fmt::format("{}", *axis.to);
  if (axis.logarithmic) out << YAML::Key << "log" << YAML::Value << true;
  out << YAML::EndMap;
}

}  // namespace

std::vector<std::string> picture_kinds() {
  std::vector<std::string> out;
  for (const PictureKind& kind : kPictureKinds) out.emplace_back(kind.name);
  return out;
}

const PictureKind& picture_kind(const std::string& name) {
  return *std::find_if(kPictureKinds.begin(), kPictureKinds.end(),
                       [&](const PictureKind& kind) { return kind.name == name; });
}

bool meets(const CaseInfo& c, const CaseExpression& condition, std::string_view note) {
  return condition({.values = {c.link, c.router, c.tcp, c.workload}, .note = note});
}

Recipe load_recipe(const std::filesystem::path& file) {
  const RecipeReader reader(file.string());
  return reader.load(kLargestRecipe, [&](const YAML::Node& root) { return reader.read(root); });
}

std::string recipe_yaml(const Recipe& r) {
  YAML::Emitter out;
  out << YAML::Comment("An analysis of Seawind (docs/reference/recipe.md)");
  out << YAML::BeginMap << YAML::Key << "view" << YAML::Value << r.view;
  const auto text = [&](const char* key, const std::string& value) {
    if (!value.empty()) out << YAML::Key << key << YAML::Value << value;
  };
  const PictureKind& kind = picture_kind(r.view);
  if (kind.has_metric) text("metric", r.metric);
  if (r.view == "versus") text("against", r.against);
  if (kind.has_metric || kind.of_repetition) text("cases", r.cases.text());
  if (kind.has_x) write_axis(out, "x", r.x);
  if (kind.has_y) write_axis(out, "y", r.y);
  if (r.view == "sequence") text("flow", r.flow);
  if (kind.of_repetition && r.repetition)
    out << YAML::Key << "repetition" << YAML::Value << *r.repetition;
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

void save_recipe(const Recipe& recipe, const std::filesystem::path& file) {
  Directory(file.parent_path()).replace(file.filename(), recipe_yaml(recipe));
}

std::vector<std::size_t> select_cases(const CampaignResults& results,
                                      const CaseExpression& condition) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < results.cases.size(); ++i)
    if (meets(results.cases[i], condition)) out.push_back(i);
  return out;
}

RepetitionRef recipe_repetition(const CampaignResults& results, const Recipe& recipe) {
  for (const std::size_t i : select_cases(results, recipe.cases)) {
    const CaseResults& c = results.cases[i];
    std::optional<int> first;
    for (const auto& [key, numbers] : c.numbers) {
      if (numbers.empty()) continue;
      if (!first || numbers.front() < *first) first = numbers.front();
      if (recipe.repetition &&
          std::binary_search(numbers.begin(), numbers.end(), *recipe.repetition))
        return {c.name, *recipe.repetition};
    }
    if (!recipe.repetition && first) return {c.name, *first};
  }
  if (!recipe.repetition) throw UsageError("no repetition of the selected cases is valid yet");
  throw UsageError(
      fmt::format("repetition {} is done in none of the cases that meet the recipe's condition",
                  *recipe.repetition));
}

}  // namespace seawind
