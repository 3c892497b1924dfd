// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "common/directory.h"
#include "common/error.h"
#include "controller/results/course_plots.h"
#include "controller/results/draw.h"
#include "controller/results/gnuplot.h"
#include "controller/results/layout.h"
#include "controller/results/plots.h"
#include "controller/results/report_html.h"
#include "controller/results/report_model.h"
#include "controller/results/staging.h"

namespace seawind {
namespace {

struct BoxPlot {
  const char* file;
  ReportMetric metric;
};

std::vector<Picture> draw_boxes(const std::filesystem::path& folder, const ReportModel& model) {
  const BoxPlot plots[] = {{"overall-throughput", workload_metrics()[0]},
                           {"slower-elapsed", flow_metrics()[1]},
                           {"third-elapsed", flow_metrics()[2]}};
  std::vector<Picture> out;
  for (const auto& plot : plots) {
    std::vector<Box> boxes;
    for (const auto& c : model.campaign.cases) {
      const Statistics s = statistics_of(c, plot.metric);
      if (s.count == 0) continue;
      boxes.push_back(
          {short_label(c, model.campaign.cases), s, c.of(plot.metric.flow, plot.metric.metric)});
    }
    if (!boxes.empty())
      out.push_back(plot_boxes(folder, plot.file, plot.metric.title, plot.metric.unit, boxes));
  }
  for (const auto& [key, title] :
       {std::pair(MetricKey("third", "elapsed"), "Third, elapsed, over its start"),
        {MetricKey("http", "response_time"), "HTTP response time over its start"},
        {MetricKey("stream", "packets_dropped"), "Dropped stream packets over its start"}}) {
    const auto series = start_series(model.campaign, key);
    if (series.empty()) continue;
    out.push_back(plot_scatter(folder, "starts-" + key.first, title, "start, s",
                               model.campaign.cases.front().units.contains(key)
                                   ? model.campaign.cases.front().units.at(key)
                                   : key.second,
                               series));
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
      fmt::format("cannot understand the repetition `{}`: write CASE/NUMBER, for example "
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
