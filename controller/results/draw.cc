// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/draw.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "controller/results/course_plots.h"
#include "controller/results/gnuplot.h"
#include "controller/results/layout.h"
#include "controller/results/query.h"
#include "controller/results/read_plan.h"
#include "controller/results/report_model.h"

namespace seawind {
namespace {

MetricKey metric_key(const std::string& text, const char* otherwise) {
  const std::string name = text.empty() ? otherwise : text;
  const auto slash = name.find('/');
  if (slash == std::string::npos) return {"", name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

/// Everything about the repetition a picture is of.
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
                const MetricKey& key) {
  std::vector<Box> boxes;
  std::string unit;
  for (const auto& c : results.cases) {
    const auto& values = c.of(key.first, key.second);
    if (values.empty()) continue;
    unit = c.units.at(key);
    boxes.push_back({short_label(c, results.cases), summarize(values), values, {}});
  }
  if (boxes.empty())
    throw Error(fmt::format("cannot plot `{}` of `{}`: no case has it", key.second, key.first));
  plot_boxes(folder, "plot-boxes", key.first + " " + key.second, unit, boxes);
}

}  // namespace

std::vector<Series> start_series(const CampaignResults& results, const MetricKey& key) {
  std::vector<Series> series;
  for (const auto& c : results.cases) {
    // The start is that of the competitor; a metric of another class is drawn over it all the same.
    std::string competitor;
    for (const char* name : {"third", "http", "stream"})
      if (competitor.empty() && !c.of(name, "start").empty()) competitor = name;
    const auto& starts = c.of(competitor, "start");
    const auto& numbers = c.numbers_of(competitor, "start");
    Series one{short_label(c, results.cases), {}};
    std::replace(one.label.begin(), one.label.end(), '\n', ' ');
    const auto& values = c.of(key.first, key.second);
    const auto& value_numbers = c.numbers_of(key.first, key.second);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto at = std::lower_bound(numbers.begin(), numbers.end(), value_numbers[i]);
      if (at == numbers.end() || *at != value_numbers[i]) continue;
      one.points.emplace_back(starts[static_cast<std::size_t>(at - numbers.begin())], values[i]);
    }
    if (!one.points.empty()) series.push_back(std::move(one));
  }
  return series;
}

void draw_picture(const std::filesystem::path& campaign, const PictureRequest& request,
                  const std::filesystem::path& output) {
  const CampaignResults results = load_results(campaign);
  const auto folder = campaign / kPlotFolder;
  std::filesystem::create_directories(folder);
  const std::string name = "plot-" + request.kind;
  if (request.kind == "boxes") {
    draw_boxes(folder, results, metric_key(request.metric, "overall_throughput"));
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
    const auto flow = std::find_if(
        chosen.flows.begin(), chosen.flows.end(),
        [&](const FlowSpec& f) { return request.flow.empty() || f.name == request.flow; });
    if (flow == chosen.flows.end())
      throw Error(fmt::format("cannot plot the flow `{}`: {} has none of that name", request.flow,
                              chosen.title));
    plot_sequence(folder, name, chosen.title + ", " + flow->name, chosen.event_log, *flow,
                  chosen.states);
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

}  // namespace seawind
