// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/directory.h"
#include "common/error.h"
#include "controller/report/course_data.h"
#include "controller/report/delays.h"
#include "controller/report/named.h"
#include "controller/report/page_data.h"
#include "controller/report/picture_renderer.h"
#include "controller/report/report_model.h"
#include "controller/store/layout.h"
#include "controller/store/query.h"
#include "controller/store/read_plan.h"
#include "controller/store/staging.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kWidth = 1000;  // pixels

/// The inputs of a picture of one repetition.
struct Chosen {
  std::string title;
  AttemptFolder attempt;
  std::vector<FlowSpec> flows;
  std::vector<std::string> states;
};

Chosen choose(const std::filesystem::path& campaign, const CampaignResults& results,
              const std::optional<RepetitionRef>& wanted) {
  RepetitionRef ref;
  if (wanted) {
    ref = {named_case(results, wanted->case_name).name, wanted->number};
  } else {
    const auto first = std::find_if(results.cases.begin(), results.cases.end(),
                                    [](const CaseResults& c) { return c.valid > 0; });
    if (first == results.cases.end())
      throw Error(fmt::format("cannot plot {}: no repetition is valid yet", campaign.string()));
    ref = {first->name, first_valid_repetition(campaign, first->name)};
  }
  DoneRepetition done = done_repetition(campaign, ref.case_name, ref.number);
  Chosen out{.title = fmt::format("{}, repetition {}", ref.case_name, ref.number),
             .attempt = std::move(done.directory),
             .flows = std::move(done.flows),
             .states = {}};
  const Plan plan = read_plan(campaign);
  for (const auto& planned : plan.cases())
    if (planned.id() == ref.case_name) out.states = channel_states(planned);
  return out;
}

Json ends_json(const AxisSetting& axis) {
  if (!axis.from && !axis.to) return {};
  const auto end = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  return {end(axis.from), end(axis.to)};
}

Json axis_json(const std::string& title, const AxisSetting& axis) {
  return {{"title", title}, {"ends", ends_json(axis)}, {"logarithmic", axis.logarithmic}};
}

/// Replaces the answers of the headline by those of one metric, which a case has.
void compare_by(const MetricKey& key, ReportModel& model) {
  const auto all = metrics_of(model);
  model.headline.compared = {*std::find_if(all.begin(), all.end(), [&](const ReportMetric& m) {
    return m.flow == key.first && m.metric == key.second;
  })};
  model.answers = find_answers(model.campaign, model.headline);
  if (model.answers.answers.empty())
    throw Error(
        fmt::format("cannot compare cases by `{}`: no two that differ in one axis have it in two "
                    "common repetitions",
                    metric_text(key)));
}

/// A picture of metrics over all repetitions of the cases with these indices.
Json campaign_picture(const std::filesystem::path& campaign, const std::string& kind,
                      const MetricKey& key, const CaseFilter& filter, const AxisSetting& values) {
  ReportOptions options;
  options.compare_cases = false;
  ReportModel model = build_report(campaign, options);
  require_metric({&model.campaign}, key);
  const auto cases = select_cases(model.campaign, filter);
  const bool measured = std::any_of(cases.begin(), cases.end(), [&](std::size_t i) {
    return !model.campaign.cases[i].of(key.first, key.second).empty();
  });
  if (!measured)
    throw UsageError(
        fmt::format("cannot plot `{}`: no case that is selected has it", metric_text(key)));
  if (kind == "answer") compare_by(key, model);
  const Json picture = {{"kind", kind},
                        {"metric", {key.first, key.second}},
                        {"cases", cases},
                        {"domain", ends_json(values)},
                        {"logarithmic", values.logarithmic}};
  return {{"data", page_data(model, {})}, {"pictures", {picture}}};
}

/// A picture of the whole campaign: published, lateness, lateness-over-time.
Json overview_picture(const std::filesystem::path& campaign, const PictureRequest& request) {
  ReportOptions options;
  options.compare_cases = false;
  if (request.kind == "published") options.reference = request.reference;
  PageContext context;
  context.attempts = attempt_timings(campaign);
  return {{"data", page_data(build_report(campaign, options), context)},
          {"pictures", {{{"kind", request.kind}}}}};
}

/// Series with explicit points. `line`: the interpolation of Vega, or empty.
template <typename SeriesList>
Json curves(const SeriesList& list, Json x, Json y, const std::string& line) {
  Json series = Json::array();
  for (const auto& one : list) {
    Json points = Json::array();
    for (const auto& [px, py] : one.points) points.push_back({px, py});
    series.push_back({{"key", one.label}, {"points", points}});
  }
  const Json picture = {{"kind", "curves"},
                        {"series", series},
                        {"x", std::move(x)},
                        {"y", std::move(y)},
                        {"line", line.empty() ? Json() : Json(line)}};
  return {{"pictures", {picture}}};
}

std::vector<DelaySeries> to_series(const PlotData& data) {
  std::vector<DelaySeries> out;
  for (const auto& series : data.series) {
    DelaySeries one{series.label, {}};
    std::replace(one.label.begin(), one.label.end(), '\n', ' ');
    for (const auto& point : series.points) one.points.emplace_back(point.x, point.y);
    out.push_back(std::move(one));
  }
  return out;
}

/// `only`: timeline or sequence.
Json course_picture(const Chosen& chosen, const std::string& only, const std::string& wanted_flow,
                    const AxisSetting& time) {
  const auto flow = std::find_if(chosen.flows.begin(), chosen.flows.end(), [&](const FlowSpec& f) {
    return wanted_flow.empty() || f.name == wanted_flow;
  });
  if (only == "sequence" && flow == chosen.flows.end()) {
    std::vector<std::string> names;
    for (const FlowSpec& f : chosen.flows) names.push_back(f.name);
    throw UsageError(fmt::format("{} has no flow `{}`{}", chosen.title, wanted_flow,
                                 suggestion(wanted_flow, names)));
  }
  const std::vector<FlowSpec> flows =
      only == "sequence" ? std::vector{*flow} : std::vector<FlowSpec>{};
  const Json picture = {{"kind", "repetition"},
                        {"course", course_data(chosen.attempt.event_log(), flows, chosen.states)},
                        {"only", only},
                        {"flow", flows.empty() ? "" : flows.front().name},
                        {"span", ends_json(time)}};
  return {{"pictures", {picture}}};
}

Json delay_picture(const Chosen& chosen, bool ipdv) {
  const auto delays = read_delays(chosen.attempt.event_log(), chosen.flows);
  const auto& series = ipdv ? delays.ipdv : delays.delay;
  if (series.empty())
    throw Error(fmt::format("cannot plot {} of {}: no flow has any{}", ipdv ? "ipdv" : "delay",
                            chosen.title, ipdv ? "; only streams do" : ""));
  return curves(series, axis_json(ipdv ? "delay variation, s" : "delay, s", {}),
                axis_json("share of packets", {.from = 0, .to = 1}), "step-after");
}

Json requested(const std::filesystem::path& campaign, const PictureRequest& request) {
  const auto key = [&](const char* otherwise) {
    return parse_metric(request.metric.empty() ? otherwise : request.metric);
  };
  if (request.kind == "boxes" || request.kind == "answer")
    return campaign_picture(campaign, request.kind, key("overall_throughput"), {}, {});
  if (request.kind == "published" || request.kind.starts_with("lateness"))
    return overview_picture(campaign, request);
  const CampaignResults results = load_results(campaign);
  if (request.kind == "starts") {
    const MetricKey metric = key("third/elapsed");
    if (!request.metric.empty()) require_metric({&results}, metric);
    const PlotData data = start_data(results, select_cases(results, {}), metric);
    if (data.series.empty())
      throw Error(fmt::format("cannot plot `{}` of `{}` over starts: no case has both",
                              metric.second, metric.first));
    return curves(to_series(data), axis_json(data.x_label, {}), axis_json(data.y_label, {}), "");
  }
  const Chosen chosen = choose(campaign, results, request.repetition);
  if (request.kind == "timeline" || request.kind == "sequence")
    return course_picture(chosen, request.kind, request.flow, {});
  return delay_picture(chosen, request.kind == "ipdv");
}

Json requested(const std::filesystem::path& campaign, const Recipe& recipe) {
  if (recipe.view == "boxes")  // the cases are the other axis
    return campaign_picture(campaign, recipe.view, parse_metric(recipe.metric), recipe.cases,
                            recipe.y);
  const CampaignResults results = load_results(campaign);
  if (is_of_repetition(recipe.view))
    return course_picture(choose(campaign, results, recipe_repetition(results, recipe)),
                          recipe.view, recipe.flow, recipe.x);
  for (const std::string& metric : {recipe.metric, recipe.against})
    if (!metric.empty()) require_metric({&results}, parse_metric(metric));
  const PlotData data = recipe_data(results, recipe);
  if (data.series.empty())
    throw Error(fmt::format("cannot plot `{}`: no case the recipe selects has what it needs",
                            recipe.metric));
  return curves(to_series(data), axis_json(data.x_label, recipe.x),
                axis_json(data.y_label, recipe.y), recipe.view == "cdf" ? "step-after" : "");
}

void draw(const std::filesystem::path& campaign, const std::string& name, Json request,
          const std::filesystem::path& output) {
  request["width"] = kWidth;
  request["paper"] = true;
  make_beneath(campaign, kPlotFolder, [&](const std::filesystem::path& folder) {
    const auto svg = render_pictures(folder, "plot-" + name, request).at(0);
    if (!svg) throw Error(fmt::format("cannot plot {}: there is nothing to draw", name));
    Directory(folder).replace("plot-" + name + ".svg", *svg);
    write_picture(folder, *svg, output);
  });
}

}  // namespace

void draw_picture(const std::filesystem::path& campaign, const PictureRequest& request,
                  const std::filesystem::path& output) {
  draw(campaign, request.kind, requested(campaign, request), output);
}

void draw_recipe(const std::filesystem::path& campaign, const Recipe& recipe,
                 const std::filesystem::path& output) {
  draw(campaign, recipe.view, requested(campaign, recipe), output);
}

}  // namespace seawind
