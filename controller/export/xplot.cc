// SPDX-License-Identifier: GPL-3.0-or-later
// Time-sequence graphs for xplot in the style of tcptrace, one file per TCP flow: sequence offsets
// of the data over the sender's time (each connection from 0). A segment is a line from its first
// byte to one past its last byte, between a down arrow and an up arrow: white for new data, red for
// a retransmission, with a tick in the middle for a time-out. The green line shows acknowledgements
// when they reach the sender. A drop is an orange line with ticks at its instant. A mark is a
// magenta tick. Times are since the epoch.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "controller/export/export.h"
#include "controller/measure/sequence.h"
#include "controller/report/picture.h"

namespace seawind {
namespace {

class Graph {
 public:
  Graph(LogMemory& memory, const std::filesystem::path& path, const ExportItem& item,
        const FlowSpec& flow, const LogHeader& header)
      : file_(path),
        tracer_(memory, flow, [this](const SequenceEvent& e) { draw(e); }),
        epoch_(header.start_realtime_ns) {
    std::string title = fmt::format("{} {} repetition {}", flow.name, item.case_name, item.number);
    std::replace(title.begin(), title.end(), '\n', ' ');  // what follows would be drawn
    file_.write("timeval signed\ntitle\n" + title + "\nxlabel\ntime\nylabel\nsequence offset\n");
  }
  void add(const EventRecord& event, std::span<const std::uint8_t> snap) {
    tracer_.add(event, snap);
  }
  bool is_tcp() const { return !tracer_.counts_packets(); }
  std::filesystem::path finish() {
    file_.write("go\n");
    file_.close();
    return file_.path();
  }

 private:
  void draw(const SequenceEvent& e) {
    const auto t = stamp(e.time_ns);
    switch (e.kind) {
      case SequenceEvent::Kind::kNew:
      case SequenceEvent::Kind::kAgain:
        colour(e.kind == SequenceEvent::Kind::kNew ? "white" : "red");
        return file_.write(fmt::format("line {0} {1} {0} {2}\ndarrow {0} {1}\nuarrow {0} {2}\n", t,
                                       e.begin, e.end));
      case SequenceEvent::Kind::kTimeout:
        colour("red");
        return file_.write(fmt::format("dtick {} {}\n", t, (e.begin + e.end) / 2));
      case SequenceEvent::Kind::kAdvance:
        colour("green");
        if (const auto last = advanced_.find(e.connection); last != advanced_.end())
          file_.write(fmt::format("line {0} {1} {2} {1}\n", stamp(last->second), e.end, t));
        file_.write(fmt::format("line {0} {1} {0} {2}\n", t, e.end, e.begin));
        advanced_[e.connection] = e.time_ns;
        return;
      case SequenceEvent::Kind::kDuplicate:
        colour("green");
        return file_.write(fmt::format("dtick {} {}\n", t, e.begin));
      case SequenceEvent::Kind::kDropped:
        colour("orange");
        return file_.write(
            fmt::format("line {0} {1} {0} {2}\ndtick {0} {1}\ndtick {0} {2}\n", t, e.begin, e.end));
      case SequenceEvent::Kind::kMarked:
        colour("magenta");
        return file_.write(fmt::format("dtick {} {}\n", t, e.begin));
      case SequenceEvent::Kind::kDelivered:
        return;
    }
  }
  std::string stamp(std::int64_t time_ns) const {
    const std::int64_t us = (epoch_ + time_ns) / 1000;
    return fmt::format("{}.{:06}", us / 1'000'000, us % 1'000'000);
  }
  void colour(const char* name) {
    if (colour_ == name) return;
    colour_ = name;
    file_.write(fmt::format("{}\n", name));
  }

  OutputFile file_;
  SequenceTracer tracer_;
  std::int64_t epoch_;
  std::string colour_;
  std::map<std::uint16_t, std::int64_t> advanced_;  // time of the last acknowledgement
};

}  // namespace

std::vector<std::filesystem::path> export_xplot(const ExportItem& item,
                                                const std::filesystem::path& folder,
                                                const ExportProgress& progress) {
  EventLogReader log = item.open_log(progress);
  LogMemory memory;
  std::vector<std::unique_ptr<Graph>> graphs;
  for (const auto& flow : item.flows)
    if (is_tcp(flow))
      graphs.push_back(std::make_unique<Graph>(
          memory, folder / fmt::format("{}-{}.xpl", item.file_stem(), picture_file(flow.name)),
          item, flow, log.header()));
  while (const auto entry = log.next())
    for (auto& graph : graphs) graph->add(entry->event, entry->snap);
  log.require_whole("export");
  std::vector<std::filesystem::path> out;
  for (auto& graph : graphs)
    if (graph->is_tcp()) out.push_back(graph->finish());
  return out;
}

}  // namespace seawind
