// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/course_plots.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <map>

#include "controller/measure/flow_meter.h"
#include "controller/measure/journeys.h"
#include "controller/measure/sequence.h"
#include "controller/measure/stream_flow.h"
#include "controller/measure/timeline.h"
#include "controller/report/gnuplot.h"
#include "controller/report/plot_files.h"

namespace seawind {
namespace {

std::string axes(const std::string& x_label, const std::string& y_label) {
  return fmt::format(
      "set border 3 lc rgb \"{0}\"\nset tics nomirror out textcolor rgb \"black\"\n"
      "set grid lc rgb \"{0}\" lw 0.4\nset xlabel {1}\nset ylabel {2}\n"
      "set key outside bottom center horizontal samplen 1.5\n",
      kGrey, gnuplot_string(x_label), gnuplot_string(y_label));
}

void write_series(const std::filesystem::path& file, const std::vector<Series>& series) {
  auto out = open_data(file);
  for (std::size_t i = 0; i < series.size(); ++i) {
    fmt::print(out, "{}# {}\n", i ? "\n\n" : "", i);
    for (const auto& [x, y] : series[i].points) fmt::print(out, "{} {}\n", x, y);
  }
  close_data(out, file);
}

std::string series_plot(const std::string& name, const std::vector<Series>& series,
                        const char* style) {
  std::string script = "plot ";
  for (std::size_t i = 0; i < series.size(); ++i)
    script +=
        fmt::format("{}\"{}.dat\" index {} using 1:2 with {} lc rgb \"{}\" title {}",
                    i ? ", \\\n     " : "", name, i, style,
                    kSeriesColours[i % std::size(kSeriesColours)], gnuplot_string(series[i].label));
  return script + "\n";
}

}  // namespace

Picture plot_scatter(const std::filesystem::path& folder, const std::string& name,
                     const std::string& title, const std::string& x_label,
                     const std::string& y_label, const std::vector<Series>& series,
                     const std::string& settings) {
  write_series(folder / (name + ".dat"), series);
  return finish_picture(folder, name, title,
                        terminal(name, 640, 400) + axes(x_label, y_label) +
                            "set yrange [0:*]\nset offsets 0.5,0.5,graph 0.06,0\n" + settings +
                            series_plot(name, series, "points pt 7 ps 0.45"));
}

Picture plot_cdf(const std::filesystem::path& folder, const std::string& name,
                 const std::string& title, const std::string& x_label,
                 const std::vector<Series>& series, const std::string& y_label,
                 const std::string& settings) {
  write_series(folder / (name + ".dat"), series);
  return finish_picture(folder, name, title,
                        terminal(name, 640, 400) + axes(x_label, y_label) + "set yrange [0:1]\n" +
                            settings + series_plot(name, series, "steps lw 1.6"));
}

namespace {

/// The quantiles of a summary as steps of its cumulative distribution.
Series distribution(const std::string& label, const ValueSummary& values) {
  constexpr int kSteps = 1000;
  Series out{label, {}};
  for (int i = 0; i <= kSteps; ++i)
    out.points.emplace_back(values.quantile(static_cast<double>(i) / kSteps) / 1e9,
                            static_cast<double>(i) / kSteps);
  return out;
}

}  // namespace

DelayDistributions read_delays(const std::filesystem::path& event_log,
                               const std::vector<FlowSpec>& flows) {
  struct Journey {
    FlowMeter* flow = nullptr;
    FlowPacket packet = {};
  };
  FlowMeters meters;
  for (const auto& flow : flows) meters.push_back(make_flow_meter(flow));
  Journeys<Journey> journeys;
  EventLogReader log(event_log.string());
  while (const auto entry = log.next()) {
    const EventRecord& event = entry->event;
    const Journey* packet = nullptr;
    if (event.kind == EventKind::kArrival) {
      const auto ip = parse_snap(entry->snap);
      const auto owner = ip ? owner_of(*ip, meters) : std::nullopt;
      if (owner)
        packet = &journeys.begin(event, {meters[*owner].get(), meters[*owner]->packet(event, *ip)});
    } else if (ends_journey(event.kind)) {
      packet = journeys.follow(event);
    }
    if (packet != nullptr) packet->flow->add(packet->packet, event);
  }
  DelayDistributions out;
  for (const auto& meter : meters) {
    meter->finish();
    if (meter->delays().count() > 0)
      out.delay.push_back(distribution(meter->spec().name, meter->delays()));
    const auto* stream = dynamic_cast<const StreamFlow*>(meter.get());
    if (stream != nullptr && stream->ipdv().count() > 0)
      out.ipdv.push_back(distribution(meter->spec().name, stream->ipdv()));
  }
  return out;
}

namespace {

using Kind = SequenceEvent::Kind;

/// One data file per kind of event, opened at the first event of that kind.
class SequenceFiles {
 public:
  SequenceFiles(std::filesystem::path folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {}

  void write(const SequenceEvent& e) {
    const double t = static_cast<double>(e.time_ns) / 1e9;
    fmt::print(file(e.kind), "{:.6f} {} {}\n", t, e.begin, e.end);
    first_ = std::min(first_, t);
    last_ = std::max(last_, t);
  }
  void close() {
    for (auto& [kind, out] : files_) close_data(out, path(kind));
  }
  bool has(Kind kind) const { return files_.contains(kind); }
  std::string file_name(Kind kind) const {
    return fmt::format("{}-{}.dat", name_, static_cast<int>(kind));
  }
  double first() const { return first_; }
  double last() const { return last_; }

 private:
  std::filesystem::path path(Kind kind) const { return folder_ / file_name(kind); }
  std::ofstream& file(Kind kind) {
    auto it = files_.find(kind);
    if (it == files_.end()) {
      it = files_.emplace(kind, open_data(path(kind))).first;
      it->second << "# seconds begin end\n";
    }
    return it->second;
  }
  std::filesystem::path folder_;
  std::string name_;
  std::map<Kind, std::ofstream> files_;
  double first_ = 1e300;
  double last_ = 0;
};

struct Shape {
  Kind kind;
  const char* how;  // after "plot FILE"
  const char* colour;
  const char* title;
};
constexpr Shape kShapes[] = {
    {Kind::kAdvance, "using 1:2 with steps lw 1", kGreen, "acknowledged"},
    {Kind::kNew, "using 1:2:(0):($3-$2) with vectors nohead lw 2", kBlue, "sent"},
    {Kind::kDelivered, "using 1:2 with points pt 7 ps 0.2", kGreen, "received"},
    {Kind::kAgain, "using 1:2:(0):($3-$2) with vectors nohead lw 3", kRed, "sent again"},
    {Kind::kTimeout, "using 1:2 with points pt 6 ps 1.1 lw 1.4", kRed, "time-out"},
    {Kind::kDropped, "using 1:2 with points pt 2 ps 0.7", kOrange, "dropped"},
    {Kind::kMarked, "using 1:2 with points pt 1 ps 0.7", kPurple, "marked CE"},
};

/// States other than the first are shaded. The axis title has the names of all states.
std::string state_strip(const std::vector<StateSpan>& spans, double from, double to) {
  std::string out;
  int number = 100;
  for (const auto& span : spans) {
    const double begin = std::clamp(span.from, from, to);
    const double end = std::clamp(span.to, from, to);
    if (span.state != 0 && end > begin)
      out += fmt::format(
          "set object {} rectangle from {:.6f}, graph 0 to {:.6f}, graph 1 behind fs solid {:.2f} "
          "noborder fc rgb \"{}\"\n",
          number++, begin, end, 0.12 + 0.1 * (span.state - 1), kGrey);
  }
  return out;
}

}  // namespace

Picture plot_sequence(const std::filesystem::path& folder, const std::string& name,
                      const std::string& title, const std::filesystem::path& event_log,
                      const FlowSpec& flow, const std::vector<std::string>& states,
                      const std::string& settings) {
  std::size_t news = 0;
  std::size_t advances = 0;
  const auto trace = [&](const SequenceTracer::OnEvent& on_event) {
    SequenceTracer tracer(flow, on_event);
    StateSpans channel(kMaxSegments);
    EventLogReader log(event_log.string());
    while (const auto entry = log.next()) {
      tracer.add(entry->event, entry->snap);
      channel.add(entry->event);
    }
    return channel;
  };
  trace([&](const SequenceEvent& e) {
    news += e.kind == Kind::kNew;
    advances += e.kind == Kind::kAdvance || e.kind == Kind::kDelivered;
  });
  const std::size_t each_new = news / kMaxSegments + 1;
  const std::size_t each_advance = advances / kMaxSegments + 1;
  news = advances = 0;
  SequenceFiles files(folder, name);
  const StateSpans channel = trace([&](const SequenceEvent& e) {
    if (e.kind == Kind::kDuplicate) return;
    if (e.kind == Kind::kNew && news++ % each_new != 0) return;
    if ((e.kind == Kind::kAdvance || e.kind == Kind::kDelivered) && advances++ % each_advance != 0)
      return;
    files.write(e);
  });
  files.close();

  std::string script = terminal(name, 1000, 520) +
                       axes("seconds", flow.kind == FlowKind::kStream ? "packet" : "bytes");
  const double from = std::min(files.first(), files.last());
  script += fmt::format("set xrange [{}:{}]\nset yrange [0:*]\n", from, files.last() + 1e-3);
  const auto spans = channel.spans(files.last(), static_cast<int>(states.size()));
  script += state_strip(spans, from, files.last());
  script += settings;
  std::string plots;
  for (const auto& shape : kShapes)
    if (files.has(shape.kind))
      plots += fmt::format("{}\"{}\" {} lc rgb \"{}\" title \"{}\"",
                           plots.empty() ? "plot " : ", \\\n     ", files.file_name(shape.kind),
                           shape.how, shape.colour, shape.title);
  if (states.size() > 1)
    plots += fmt::format("{}NaN with boxes fs solid 0.12 lc rgb \"{}\" title {}",
                         plots.empty() ? "plot " : ", \\\n     ", kGrey,
                         gnuplot_string("state " + states[1]));
  if (plots.empty()) plots = "plot NaN notitle";
  return finish_picture(folder, name, title, script + plots + "\n");
}

}  // namespace seawind
