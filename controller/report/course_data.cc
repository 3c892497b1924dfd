// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/course_data.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <nlohmann/json.hpp>

#include "common/event_log.h"
#include "controller/measure/flow_classes.h"
#include "controller/measure/sequence.h"
#include "controller/measure/timeline.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

/// Seconds, in whole microseconds.
double seconds(std::int64_t ns) {
  const std::int64_t us = ns / 1000;
  return static_cast<double>(us) / 1e6;
}

/// A level as points [seconds, bytes], drawn as steps: the largest value of each bin, then the
/// smallest. Unchanged levels have no point. Empty when the level is always 0.
template <typename LevelOf>
Json level_json(const std::vector<TimelineBin>& bins, std::int64_t width, const LevelOf& level_of) {
  Json out = Json::array();
  bool used = false;
  std::int64_t shown = -1;
  const auto add = [&](std::int64_t time, std::int64_t value) {
    if (value == shown) return;
    out.push_back({seconds(time), value});
    used |= value != 0;
    shown = value;
  };
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i) * width;
    const LevelRange& level = level_of(bins[i]);
    add(at, level.max);
    add(at + width / 2, level.min);
  }
  if (!used) return Json::array();
  out.push_back({seconds(static_cast<std::int64_t>(bins.size()) * width), shown});
  return out;
}

/// Bytes per second that left the link, over at most 200 intervals; empty: none did.
Json rate_json(const std::vector<TimelineBin>& bins, std::int64_t width, std::size_t d) {
  Json out = Json::array();
  bool used = false;
  const std::size_t step = (bins.size() + 199) / 200;
  for (std::size_t i = 0; i < bins.size(); i += step) {
    std::int64_t bytes = 0;
    const std::size_t end = std::min(i + step, bins.size());
    for (std::size_t j = i; j < end; ++j) bytes += bins[j].delivered[d];
    used |= bytes > 0;
    const double length = static_cast<double>(end - i) * static_cast<double>(width) / 1e9;
    out.push_back({seconds(static_cast<std::int64_t>(i) * width),
                   std::round(static_cast<double>(bytes) / length)});
  }
  return used ? out : Json::array();
}

Json drops_json(const std::vector<TimelineBin>& bins, std::int64_t width, std::size_t d) {
  Json out = Json::array();
  for (std::size_t reason = 0; reason < kDropReasons; ++reason) {
    Json points = Json::array();
    for (std::size_t i = 0; i < bins.size(); ++i)
      if (const auto n = bins[i].drops[d][reason])
        points.push_back({seconds(static_cast<std::int64_t>(i) * width + width / 2), n});
    if (points.empty()) continue;
    std::string name(to_string(static_cast<DropReason>(reason)));
    std::replace(name.begin(), name.end(), '_', ' ');
    out.push_back({{"reason", name}, {"points", points}});
  }
  Json marks = Json::array();
  for (std::size_t i = 0; i < bins.size(); ++i)
    if (bins[i].marks[d] > 0)
      marks.push_back(
          {seconds(static_cast<std::int64_t>(i) * width + width / 2), bins[i].marks[d]});
  if (!marks.empty()) out.push_back({{"reason", "marked CE"}, {"points", marks}});
  return out;
}

Json direction_json(const std::vector<TimelineBin>& bins, std::int64_t width, std::size_t d) {
  return {{"name", d == 0 ? "downlink" : "uplink"},
          {"rate", rate_json(bins, width, d)},
          {"router", level_json(bins, width, [d](const auto& b) { return b.router[d]; })},
          {"average", level_json(bins, width, [d](const auto& b) { return b.average[d]; })},
          {"buffer", level_json(bins, width, [d](const auto& b) { return b.send_buffer[d]; })},
          {"drops", drops_json(bins, width, d)}};
}

/// Events of one kind. Beyond the limit only every n-th is kept, where n is a power of 2.
class EventList {
 public:
  void add(const SequenceEvent& event) {
    if (count_++ % stride_ != 0) return;
    events_.push_back(event);
    if (events_.size() <= kMaxCourseSegments) return;
    stride_ *= 2;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < events_.size(); i += 2) events_[kept++] = events_[i];
    events_.resize(kept);
  }

  Json json() const {
    Json out = Json::array();
    for (const SequenceEvent& e : events_) {
      Json point = {seconds(e.time_ns), e.begin};
      if (e.end > e.begin) point.push_back(e.end);
      out.push_back(std::move(point));
    }
    return out;
  }

 private:
  std::vector<SequenceEvent> events_;
  std::size_t count_ = 0;
  std::size_t stride_ = 1;
};

class FlowCourse {
 public:
  /// `title`: the flow's class, or empty.
  FlowCourse(const FlowSpec& flow, std::string title)
      : name_(flow.name),
        title_(std::move(title)),
        stream_(flow.kind == FlowKind::kStream),
        tracer_(flow, [this](const SequenceEvent& event) { add(event); }) {}
  FlowCourse(const FlowCourse&) = delete;

  void add(const EventLogReader::Entry& entry) { tracer_.add(entry.event, entry.snap); }

  Json json() const {
    return {{"name", name_},
            {"class", title_},
            {"unit", stream_ ? "packets" : "sequence, bytes"},
            {"sent", sent_.json()},
            {"acknowledged", acknowledged_.json()},
            {"again", again_.json()},
            {"timeout", timeout_.json()},
            {"dropped", dropped_.json()},
            {"marked", marked_.json()}};
  }

 private:
  void add(const SequenceEvent& event) {
    switch (event.kind) {
      case SequenceEvent::Kind::kNew:
        return sent_.add(event);
      case SequenceEvent::Kind::kAdvance:
      case SequenceEvent::Kind::kDelivered:
        return acknowledged_.add(event);
      case SequenceEvent::Kind::kAgain:
        return again_.add(event);
      case SequenceEvent::Kind::kTimeout:
        return timeout_.add(event);
      case SequenceEvent::Kind::kDropped:
        return dropped_.add(event);
      case SequenceEvent::Kind::kMarked:
        return marked_.add(event);
      case SequenceEvent::Kind::kDuplicate:
        return;
    }
  }

  std::string name_;
  std::string title_;
  bool stream_;
  EventList sent_, acknowledged_, again_, timeout_, dropped_, marked_;
  SequenceTracer tracer_;
};

}  // namespace

Json course_data(const std::filesystem::path& event_log, const std::vector<FlowSpec>& flows,
                 const std::vector<std::string>& states) {
  Timeline timeline;
  StateSpans spans;
  std::deque<FlowCourse> courses;
  const auto classes = possible_classes(flows);
  for (std::size_t i = 0; i < flows.size(); ++i)
    if (flows[i].kind != FlowKind::kRoundTrips && courses.size() < kMaxCourseFlows)
      courses.emplace_back(flows[i], classes[i].size() == 1 ? classes[i].front() : "");
  EventLogReader log(event_log.string());
  while (const auto entry = log.next()) {
    timeline.add(entry->event);
    spans.add(entry->event);
    for (FlowCourse& course : courses) course.add(*entry);
  }
  const int state_count = static_cast<int>(states.size());
  const auto bins = timeline.bins(state_count);
  const std::int64_t width = timeline.bin_width_ns();
  const double end = seconds(static_cast<std::int64_t>(bins.size()) * width);
  Json span_list = Json::array();
  for (const StateSpan& span : spans.spans(end, state_count))
    if (span.state < state_count) span_list.push_back({span.from, span.to, span.state});
  Json out = {{"end", end}, {"states", {{"names", states}, {"spans", span_list}}}};
  out["directions"] = {direction_json(bins, width, 0), direction_json(bins, width, 1)};
  out["flows"] = Json::array();
  for (const FlowCourse& course : courses) out["flows"].push_back(course.json());
  return out;
}

}  // namespace seawind
