// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/diagnostics.h"
#include "common/directory.h"
#include "common/error.h"
#include "controller/measure/flow_classes.h"
#include "controller/report/course_data.h"
#include "controller/report/delays.h"
#include "controller/report/named.h"
#include "controller/report/page_data.h"
#include "controller/report/picture_renderer.h"
#include "controller/store/layout.h"
#include "controller/store/query.h"
#include "controller/store/read_plan.h"
#include "controller/store/staging.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

/// The inputs of a picture of one repetition.
struct Chosen {
  std::string title;
  AttemptFolder attempt;
  std::vector<FlowSpec> flows;
  std::vector<std::string> states;
};

/// Sets the bursts of streams, which the store does not have.
void add_bursts(const Workload& workload, std::vector<FlowSpec>& flows) {
  for (FlowSpec& flow : flows)
    for (const Flow& planned : workload.flows())
      if (planned.name() == flow.name && planned.stream().has_packets())
        flow.burst_packets = planned.stream().packets();
}

Chosen choose(const std::filesystem::path& campaign, const CampaignResults& results,
              const PictureRequest& request) {
  RepetitionRef ref =
      request.repetition ? *request.repetition : recipe_repetition(results, request.recipe);
  ref.case_name = named_case(results, ref.case_name).name;
  DoneRepetition done = done_repetition(campaign, ref.case_name, ref.number);
  Chosen out{.title = fmt::format("{}, repetition {}", ref.case_name, ref.number),
             .attempt = std::move(done.directory),
             .flows = std::move(done.flows),
             .states = {}};
  const Plan plan = read_plan(campaign);
  for (const auto& planned : plan.cases())
    if (planned.id() == ref.case_name) {
      out.states = channel_states(planned);
      add_bursts(planned.workload(), out.flows);
    }
  return out;
}

Json ends_json(const AxisSetting& axis) {
  if (!axis.from && !axis.to) return {};
  const auto end = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  return {end(axis.from), end(axis.to)};
}

Json setting_json(const AxisSetting& axis) {
  return {{"ends", ends_json(axis)}, {"logarithmic", axis.logarithmic}};
}

/// Leaves in the model only these metrics, the first in front, so that its data is small.
void keep_metrics(const std::vector<MetricKey>& keys, ReportModel& model) {
  const auto all = metrics_of(model);
  model.headline = {};
  for (const MetricKey& key : keys)
    for (const ReportMetric& m : all)
      if (key == MetricKey(m.flow, m.metric)) model.headline.compared.push_back(m);
  const auto other = [&](const auto& entry) {
    return std::find(keys.begin(), keys.end(), entry.first) == keys.end();
  };
  for (CaseResults& c : model.campaign.cases) {
    std::erase_if(c.samples, other);
    std::erase_if(c.numbers, other);
    std::erase_if(c.units, other);
  }
}

/// Sets the answers to those of the model's metrics for the selected cases.
void find_selected_answers(const std::vector<std::size_t>& cases, double confidence,
                           ReportModel& model) {
  model.answers = find_answers(model.campaign, model.headline.compared, confidence);
  std::erase_if(model.answers.answers, [&](const Answer& answer) {
    return !std::binary_search(cases.begin(), cases.end(), answer.subject);
  });
  if (model.answers.answers.empty())
    throw Error(fmt::format(
        "cannot compare cases by `{}`: no two that differ in one axis have it in two "
        "common repetitions",
        metric_text({model.headline.compared[0].flow, model.headline.compared[0].metric})));
}

/// A picture of a metric over all repetitions of the cases that the recipe selects.
Json metric_picture(const std::filesystem::path& campaign, ReportModel model,
                    const PictureRequest& request) {
  const Recipe& recipe = request.recipe;
  std::vector<MetricKey> keys = {parse_metric(recipe.metric)};
  if (recipe.view == "versus") keys.push_back(parse_metric(recipe.against));
  for (const MetricKey& key : keys) require_metric({&model.campaign}, key);
  const auto cases = select_cases(model.campaign, recipe.cases);
  const auto measured = [&](const MetricKey& key) {
    return std::any_of(cases.begin(), cases.end(), [&](std::size_t i) {
      return !model.campaign.cases[i].of(key.first, key.second).empty();
    });
  };
  for (const MetricKey& key : keys)
    if (!measured(key))
      throw UsageError(
          fmt::format("cannot plot `{}`: no case that is selected has it", metric_text(key)));
  Json picture = {{"kind", recipe.view},
                  {"metric", {keys[0].first, keys[0].second}},
                  {"cases", cases},
                  {"x", setting_json(recipe.x)},
                  {"y", setting_json(recipe.y)}};
  PageContext context;
  if (recipe.view == "versus") picture["against"] = {keys[1].first, keys[1].second};
  if (recipe.view == "time") context.attempts = attempt_timings(campaign);
  if (recipe.view == "starts") {
    picture["competitors"] = kCompetitorClasses;
    for (const char* name : kCompetitorClasses) keys.emplace_back(name, "start");
    if (std::none_of(keys.begin() + 1, keys.end(), measured))
      throw Error(
          fmt::format("cannot plot `{}` over starts: no case that is selected has a "
                      "competitor (third, http, stream) with a start",
                      metric_text(keys[0])));
  }
  keep_metrics(keys, model);
  if (recipe.view == "answer")
    find_selected_answers(cases, request.confidence, model);
  else
    model.answers = find_answers(model.campaign, {});  // the axis only
  return {{"data", page_data(model, context)}, {"pictures", {picture}}};
}

/// A picture of the whole campaign: published, lateness, lateness-over-time.
Json overview_picture(const std::filesystem::path& campaign, ReportModel model,
                      const PictureRequest& request) {
  PageContext context;
  context.attempts = attempt_timings(campaign);
  if (request.recipe.view == "published")
    model.comparisons = compare(load_reference(request.reference), model.campaign.cases);
  // One metric remains: the rows of the repetitions are derived from it.
  const auto& compared = model.headline.compared;
  keep_metrics(compared.empty() ? std::vector<MetricKey>{}
                                : std::vector{MetricKey(compared[0].flow, compared[0].metric)},
               model);
  model.answers = {};
  return {{"data", page_data(model, context)}, {"pictures", {{{"kind", request.recipe.view}}}}};
}

/// `only`: timeline or sequence. Without the name of a flow, the first that has a sequence.
Json course_picture(const Chosen& chosen, const std::string& only, const std::string& wanted_flow,
                    const AxisSetting& time) {
  const auto flow = std::find_if(chosen.flows.begin(), chosen.flows.end(), [&](const FlowSpec& f) {
    return wanted_flow.empty() ? f.kind != FlowKind::kRoundTrips : f.name == wanted_flow;
  });
  if (only == "sequence" && flow == chosen.flows.end() && wanted_flow.empty())
    throw UsageError(fmt::format("{} has no flow with a sequence", chosen.title));
  if (only == "sequence" && flow == chosen.flows.end()) {
    std::vector<std::string> names;
    for (const FlowSpec& f : chosen.flows) names.push_back(f.name);
    throw UsageError(fmt::format("{} has no flow `{}`{}", chosen.title, wanted_flow,
                                 did_you_mean(wanted_flow, names, "; ")));
  }
  if (only == "sequence" && flow->kind == FlowKind::kRoundTrips)
    throw UsageError(
        fmt::format("`{}` is a ping, which has no sequence; `seawind plot delay` shows "
                    "its delays",
                    flow->name));
  const bool sequence = only == "sequence";
  const std::string name = sequence ? flow->name : "";
  const Json picture = {{"kind", "repetition"},
                        {"course", course_data(chosen.attempt.event_log(),
                                               sequence ? chosen.flows : std::vector<FlowSpec>{},
                                               chosen.states, name)},
                        {"only", only},
                        {"flow", name},
                        {"span", ends_json(time)}};
  return {{"pictures", {picture}}};
}

Json delay_picture(const Chosen& chosen, const std::string& kind, const AxisSetting& axis) {
  const bool ipdv = kind == "ipdv";
  const auto delays = read_delays(chosen.attempt.event_log(), chosen.flows);
  const auto& list = ipdv ? delays.ipdv : delays.delay;
  if (list.empty())
    throw Error(fmt::format("cannot plot {} of {}: no flow has any{}", kind, chosen.title,
                            ipdv ? "; only streams do" : ""));
  Json series = Json::array();
  for (const DelaySeries& one : list) {
    Json points = Json::array();
    for (const auto& [x, y] : one.points) points.push_back({x, y});
    series.push_back({{"key", one.label}, {"points", points}});
  }
  Json x = setting_json(axis);
  x["title"] = ipdv ? "delay variation, s" : "delay, s";
  Json y = setting_json({.from = 0, .to = 1});
  y["title"] = "share of packets";
  const Json picture = {
      {"kind", "curves"}, {"series", series}, {"x", x}, {"y", y}, {"line", "step-after"}};
  return {{"pictures", {picture}}};
}

}  // namespace

Json describe_picture(const std::filesystem::path& campaign, ReportModel model,
                      const PictureRequest& request) {
  const Recipe& recipe = request.recipe;
  const PictureKind& kind = picture_kind(recipe.view);
  if (kind.has_metric) return metric_picture(campaign, std::move(model), request);
  if (!kind.of_repetition) return overview_picture(campaign, std::move(model), request);
  const Chosen chosen = choose(campaign, model.campaign, request);
  if (recipe.view == "timeline" || recipe.view == "sequence")
    return course_picture(chosen, recipe.view, recipe.flow, recipe.x);
  return delay_picture(chosen, recipe.view, recipe.x);
}

Json interval_picture(const std::vector<PairedRow>& rows, const MetricKey& key, double confidence) {
  Json lines = Json::array();
  const auto known = flow_metric(key.first, key.second);
  for (const PairedRow& row : rows) {
    const PairedComparison& r = row.result;
    if (MetricKey(row.flow, row.metric) != key) continue;
    Json line = {{"label", row.case_b + " against " + row.case_a},
                 {"n", r.pairs},
                 {"difference", r.median_difference},
                 {"unit", row.unit},
                 {"percent", percent_json(r, r.median_difference)},
                 {"decided", r.decided()}};
    if (r.interval) {
      line["low_percent"] = percent_json(r, r.interval->low);
      line["high_percent"] = percent_json(r, r.interval->high);
      line["low"] = r.interval->low;
      line["high"] = r.interval->high;
    }
    if (known && known->better != Better::kNeither)
      line["better"] = known->better == Better::kHigher ? "higher" : "lower";
    lines.push_back(std::move(line));
  }
  if (lines.empty()) return {};
  const std::string name = key.first.empty() ? key.second : key.first + " " + key.second;
  return {{"kind", "intervals"},
          {"confidence", confidence},
          {"title", name + ": paired difference, percent of the base's median"},
          {"groups", {{{"title", ""}, {"rows", lines}}}}};
}

void draw_picture(const std::filesystem::path& campaign, const PictureRequest& request,
                  const std::filesystem::path& output) {
  constexpr int kWidth = 1000;  // pixels
  ReportOptions options;
  options.compare_cases = false;
  Json described = describe_picture(campaign, build_report(campaign, options), request);
  described["width"] = kWidth;
  described["paper"] = true;
  const std::string& kind = request.recipe.view;
  make_beneath(campaign, kPlotFolder, [&](const std::filesystem::path& folder) {
    const auto drawn = render_pictures(folder, "plot-" + kind, described).at(0);
    if (!drawn) throw Error(fmt::format("cannot plot {}: there is nothing to draw", kind));
    Directory(folder).replace("plot-" + kind + ".svg", drawn->svg);
    write_picture(drawn->svg, output);
  });
}

}  // namespace seawind
