// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "common/directory.h"
#include "common/error.h"
#include "controller/measure/flow_classes.h"
#include "controller/report/course_plots.h"
#include "controller/report/draw.h"
#include "controller/report/gnuplot.h"
#include "controller/report/plot_data.h"
#include "controller/report/plots.h"
#include "controller/report/report_html.h"
#include "controller/report/report_model.h"
#include "controller/store/layout.h"
#include "controller/store/staging.h"

namespace seawind {
namespace {

std::vector<Picture> draw_boxes(const std::filesystem::path& folder, const ReportModel& model) {
  std::vector<Picture> out;
  for (const ReportMetric& metric : model.headline.compared) {
    std::vector<Box> boxes;
    for (const auto& c : model.campaign.cases) {
      const Statistics s = statistics_of(c, metric);
      if (s.count == 0) continue;
      std::vector<double> values = c.of(metric.flow, metric.metric);
      for (double& value : values) value *= metric.scale;
      boxes.push_back({short_label(c, model.campaign.cases), s, std::move(values)});
    }
    if (boxes.empty()) continue;
    std::string file = (metric.flow.empty() ? "" : metric.flow + "-") + metric.metric;
    std::replace(file.begin(), file.end(), '_', '-');
    out.push_back(plot_boxes(folder, picture_file(file), metric.title, metric.unit, boxes));
  }
  for (const ReportMetric& metric : model.headline.compared) {
    if (std::find(kCompetitorClasses.begin(), kCompetitorClasses.end(), metric.flow) ==
        kCompetitorClasses.end())
      continue;
    const MetricKey key(metric.flow, metric.metric);
    const auto series = start_series(model.campaign, key);
    if (series.empty()) continue;
    out.push_back(plot_scatter(folder, picture_file("starts-" + metric.flow),
                               metric.title + ", over its start", "start, s",
                               metric_label(model.campaign, key), series));
  }
  return out;
}

/// The requested repetition, or the first valid one of the first case with channel errors, or of
/// the first case.
std::optional<RepetitionRef> choose(const std::filesystem::path& campaign, const ReportModel& model,
                                    const ReportOptions& options) {
  if (options.repetition) return options.repetition;
  for (const bool with_errors : {true, false}) {
    for (std::size_t i = 0; i < model.campaign.cases.size(); ++i) {
      const CaseResults& c = model.campaign.cases[i];
      if (c.valid == 0 || (with_errors && !model.has_errors[i])) continue;
      return RepetitionRef{c.name, first_valid_repetition(campaign, c.name)};
    }
  }
  return {};
}

std::vector<Picture> draw_timeline(const std::filesystem::path& campaign,
                                   const std::filesystem::path& folder, const ReportModel& model,
                                   const ReportOptions& options) {
  const auto chosen = choose(campaign, model, options);
  if (!chosen) return {};
  const auto log = attempt_directory(campaign, chosen->case_name, chosen->number) / kEventLogFile;
  // A log may have been removed to save space. That is an error only if the repetition was
  // requested.
  if (!options.repetition && !std::filesystem::exists(log)) return {};
  const Timeline timeline = read_timeline(log);
  if (timeline.empty()) return {};
  std::vector<std::string> states;
  for (std::size_t i = 0; i < model.campaign.cases.size(); ++i)
    if (model.campaign.cases[i].name == chosen->case_name) states = model.states[i];
  const std::string title = fmt::format("{}, repetition {}", chosen->case_name, chosen->number);
  std::vector<Picture> out = {plot_timeline(folder, "timeline", title, timeline, states)};
  std::vector<FlowSpec> flows;
  for (const auto& done : done_repetitions(campaign, chosen->case_name))
    if (done.number == chosen->number) flows = done.flows;
  constexpr std::size_t kMaxSequences = 20;  // each reads the log and runs gnuplot
  for (const auto& flow : flows)
    if (flow.kind != FlowKind::kRoundTrips && out.size() <= kMaxSequences)
      out.push_back(plot_sequence(folder, picture_file("sequence-" + flow.name),
                                  title + ": " + flow.name + ", time and sequence", log, flow,
                                  states));
  const DelayDistributions delays = read_delays(log, flows);
  if (!delays.delay.empty())
    out.push_back(plot_cdf(folder, "delay", title + ": delay", "seconds", delays.delay));
  if (!delays.ipdv.empty())
    out.push_back(plot_cdf(folder, "ipdv", title + ": delay variation", "seconds", delays.ipdv));
  return out;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw system_error("create " + folder.string(), problem.value());
}

}  // namespace

RepetitionRef parse_repetition(const std::string& text) {
  const auto slash = text.rfind('/');
  RepetitionRef out;
  if (slash != std::string::npos && slash > 0) {
    out.case_name = text.substr(0, slash);
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data() + slash + 1, end, out.number);
    if (result.ec == std::errc() && result.ptr == end && out.number >= 0) return out;
  }
  throw Error(
      fmt::format("cannot parse the repetition `{}`: write CASE/NUMBER, for example "
                  "r4/tail-drop-20/baseline/w1/0",
                  text));
}

std::filesystem::path write_report(const std::filesystem::path& campaign,
                                   const ReportOptions& options) {
  const ReportModel model = build_report(campaign, options);
  std::vector<Picture> boxes;
  std::vector<Picture> timeline;
  make_beneath(campaign, kPlotFolder, [&](const std::filesystem::path& folder) {
    boxes = draw_boxes(folder, model);
    timeline = draw_timeline(campaign, folder, model, options);
  });
  const std::string page = render_html(model, boxes, timeline);
  if (options.output.empty()) {
    const std::filesystem::path file(kReportFile);
    Directory(campaign).open(file.parent_path()).replace(file.filename(), page);
    return campaign / file;
  }
  if (options.output.has_parent_path()) make_folder(options.output.parent_path());
  Directory(options.output.parent_path()).replace(options.output.filename(), page);
  return options.output;
}

}  // namespace seawind
