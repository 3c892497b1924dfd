// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "common/error.h"
#include "controller/report/course_plots.h"
#include "controller/report/gnuplot.h"
#include "controller/report/report_model.h"
#include "controller/store/layout.h"
#include "controller/store/query.h"
#include "controller/store/read_plan.h"
#include "controller/store/staging.h"

namespace seawind {
namespace {

MetricKey metric_key(const std::string& text, const char* otherwise) {
  return parse_metric(text.empty() ? otherwise : text);
}

std::vector<Series> to_series(const PlotData& data) {
  std::vector<Series> out;
  for (const auto& series : data.series) {
    Series one{series.label, {}};
    std::replace(one.label.begin(), one.label.end(), '\n', ' ');
    for (const auto& point : series.points) one.points.emplace_back(point.x, point.y);
    out.push_back(std::move(one));
  }
  return out;
}

/// The inputs of a picture of one repetition.
struct Chosen {
  std::string title;
  std::filesystem::path event_log;
  std::vector<FlowSpec> flows;
  std::vector<std::string> states;
};

Chosen choose(const std::filesystem::path& campaign, const CampaignResults& results,
              const std::optional<RepetitionRef>& wanted) {
  RepetitionRef ref;
  if (wanted) {
    ref = *wanted;
  } else {
    const auto first = std::find_if(results.cases.begin(), results.cases.end(),
                                    [](const CaseResults& c) { return c.valid > 0; });
    if (first == results.cases.end())
      throw Error(fmt::format("cannot plot {}: no repetition is valid yet", campaign.string()));
    ref = {first->name, first_valid_repetition(campaign, first->name)};
  }
  Chosen out;
  out.title = fmt::format("{}, repetition {}", ref.case_name, ref.number);
  out.event_log = attempt_directory(campaign, ref.case_name, ref.number) / kEventLogFile;
  for (const auto& done : done_repetitions(campaign, ref.case_name))
    if (done.number == ref.number) out.flows = done.flows;
  const Plan plan = read_plan(campaign);
  for (const auto& planned : plan.cases())
    if (planned.id() == ref.case_name)
      for (const auto& state : planned.link().channel().states())
        out.states.push_back(state.name());
  return out;
}

void draw_boxes(const std::filesystem::path& folder, const CampaignResults& results,
                std::span<const std::size_t> cases, const MetricKey& key,
                const std::string& settings) {
  std::vector<Box> boxes;
  std::string unit;
  for (const auto& series : box_data(results, cases, key).series) {
    std::vector<double> values;
    for (const auto& point : series.points) values.push_back(point.y);
    unit = results.cases[series.case_index].units.at(key);
    boxes.push_back({series.label, summarize(values), values, {}});
  }
  if (boxes.empty())
    throw Error(fmt::format("cannot plot `{}` of `{}`: no case has it", key.second, key.first));
  plot_boxes(folder, "plot-boxes", key.first + " " + key.second, unit, boxes, settings);
}

std::string axis_settings(const char* axis, const AxisSetting& a) {
  const auto text = [](const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : "*";
  };
  std::string out;
  if (a.from || a.to) out += fmt::format("set {}range [{}:{}]\n", axis, text(a.from), text(a.to));
  // Our default ranges begin at 0, which a logarithmic axis does not have.
  if (a.logarithmic && !a.from && !a.to) out += fmt::format("set {}range [*:*]\n", axis);
  if (a.logarithmic) out += fmt::format("set offsets 0,0,0,0\nset logscale {}\n", axis);
  return out;
}

void draw_course(const std::filesystem::path& folder, const std::string& name, const Chosen& chosen,
                 const std::string& wanted_flow, const std::string& settings) {
  const auto flow = std::find_if(chosen.flows.begin(), chosen.flows.end(), [&](const FlowSpec& f) {
    return wanted_flow.empty() || f.name == wanted_flow;
  });
  if (flow == chosen.flows.end())
    throw Error(fmt::format("cannot plot the flow `{}`: {} has none of that name", wanted_flow,
                            chosen.title));
  plot_sequence(folder, name, chosen.title + ", " + flow->name, chosen.event_log, *flow,
                chosen.states, settings);
}

}  // namespace

std::vector<Series> start_series(const CampaignResults& results, const MetricKey& key) {
  return to_series(start_data(results, select_cases(results, {}), key));
}

namespace {

void draw_picture_in(const std::filesystem::path& folder, const std::filesystem::path& campaign,
                     const PictureRequest& request, const std::filesystem::path& output) {
  const CampaignResults results = load_results(campaign);
  const std::string name = "plot-" + request.kind;
  if (request.kind == "boxes") {
    draw_boxes(folder, results, select_cases(results, {}),
               metric_key(request.metric, "overall_throughput"), {});
    return redraw(folder, name, output);
  }
  if (request.kind == "starts") {
    const auto key = metric_key(request.metric, "third/elapsed");
    const auto series = start_series(results, key);
    if (series.empty())
      throw Error(fmt::format("cannot plot `{}` of `{}` over starts: no case has both", key.second,
                              key.first));
    plot_scatter(folder, name, key.first + " " + key.second, "start of the competitor, s",
                 key.first + " " + key.second, series);
    return redraw(folder, name, output);
  }
  const Chosen chosen = choose(campaign, results, request.repetition);
  if (request.kind == "timeline") {
    plot_timeline(folder, name, chosen.title, read_timeline(chosen.event_log), chosen.states);
  } else if (request.kind == "sequence") {
    draw_course(folder, name, chosen, request.flow, {});
  } else {
    const auto delays = read_delays(chosen.event_log, chosen.flows);
    const bool ipdv = request.kind == "ipdv";
    const auto& series = ipdv ? delays.ipdv : delays.delay;
    if (series.empty())
      throw Error(fmt::format("cannot plot {} of {}: no flow has any{}", request.kind, chosen.title,
                              ipdv ? "; only streams do" : ""));
    plot_cdf(folder, name, chosen.title, ipdv ? "delay variation, s" : "delay, s", series);
  }
  redraw(folder, name, output);
}

void draw_recipe_in(const std::filesystem::path& folder, const std::filesystem::path& campaign,
                    const Recipe& recipe, const std::filesystem::path& output) {
  const CampaignResults results = load_results(campaign);
  const std::string name = "plot-" + recipe.view;
  const std::string settings = axis_settings("x", recipe.x) + axis_settings("y", recipe.y);
  if (is_of_repetition(recipe.view)) {
    const Chosen chosen = choose(campaign, results, recipe_repetition(results, recipe));
    if (recipe.view == "timeline")
      plot_timeline(folder, name, chosen.title, read_timeline(chosen.event_log), chosen.states,
                    axis_settings("x", recipe.x));
    else
      draw_course(folder, name, chosen, recipe.flow, settings);
    return redraw(folder, name, output);
  }
  const MetricKey key = parse_metric(recipe.metric);
  if (recipe.view == "boxes") {
    // The cases are the x axis.
    draw_boxes(folder, results, select_cases(results, recipe.cases), key,
               axis_settings("y", recipe.y));
    return redraw(folder, name, output);
  }
  const PlotData data = recipe_data(results, recipe);
  if (data.series.empty())
    throw Error(fmt::format("cannot plot `{}`: no case the recipe selects has what it needs",
                            recipe.metric));
  if (recipe.view == "cdf")
    plot_cdf(folder, name, data.x_label, data.x_label, to_series(data), data.y_label, settings);
  else
    plot_scatter(folder, name, data.y_label, data.x_label, data.y_label, to_series(data), settings);
  redraw(folder, name, output);
}

}  // namespace

void draw_picture(const std::filesystem::path& campaign, const PictureRequest& request,
                  const std::filesystem::path& output) {
  make_beneath(campaign, kPlotFolder, [&](const std::filesystem::path& folder) {
    draw_picture_in(folder, campaign, request, output);
  });
}

void draw_recipe(const std::filesystem::path& campaign, const Recipe& recipe,
                 const std::filesystem::path& output) {
  make_beneath(campaign, kPlotFolder, [&](const std::filesystem::path& folder) {
    draw_recipe_in(folder, campaign, recipe, output);
  });
}

}  // namespace seawind
