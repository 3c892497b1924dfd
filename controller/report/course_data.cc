// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/course_data.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <nlohmann/json.hpp>

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

/// Bytes per second that left the link, over at most 200 intervals of nearly the same length;
/// empty: none did.
Json rate_json(const std::vector<TimelineBin>& bins, std::int64_t width, std::size_t d) {
  Json out = Json::array();
  bool used = false;
  const std::size_t intervals = std::min<std::size_t>(bins.size(), 200);
  for (std::size_t i = 0; i < intervals; ++i) {
    std::int64_t bytes = 0;
    const std::size_t begin = i * bins.size() / intervals;
    const std::size_t end = (i + 1) * bins.size() / intervals;
    for (std::size_t j = begin; j < end; ++j) bytes += bins[j].delivered[d];
    used |= bytes > 0;
    const double length = static_cast<double>(end - begin) * static_cast<double>(width) / 1e9;
    out.push_back({seconds(static_cast<std::int64_t>(begin) * width),
                   std::round(static_cast<double>(bytes) / length)});
  }
  if (!used) return Json::array();
  const Json last = out.back()[1];
  out.push_back({seconds(static_cast<std::int64_t>(bins.size()) * width), last});
  return out;
}

constexpr auto kMarkedReason = "marked CE";

std::string reason_text(DropReason reason) {
  std::string text(to_string(reason));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

Json drops_json(const std::vector<TimelineBin>& bins, std::int64_t width, std::size_t d) {
  Json out = Json::array();
  for (std::size_t reason = 0; reason < kDropReasons; ++reason) {
    Json points = Json::array();
    for (std::size_t i = 0; i < bins.size(); ++i)
      if (const auto n = bins[i].drops[d][reason])
        points.push_back({seconds(static_cast<std::int64_t>(i) * width + width / 2), n});
    if (points.empty()) continue;
    out.push_back({{"reason", reason_text(static_cast<DropReason>(reason))}, {"points", points}});
  }
  Json marks = Json::array();
  for (std::size_t i = 0; i < bins.size(); ++i)
    if (bins[i].marks[d] > 0)
      marks.push_back(
          {seconds(static_cast<std::int64_t>(i) * width + width / 2), bins[i].marks[d]});
  if (!marks.empty()) out.push_back({{"reason", kMarkedReason}, {"points", marks}});
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

constexpr const char* kPackets = "packets";
constexpr const char* kSequence = "sequence, bytes";

class FlowCourse {
 public:
  /// `title`: the flow's class, or empty.
  FlowCourse(LogMemory& memory, const FlowSpec& flow, std::string title)
      : name_(flow.name),
        title_(std::move(title)),
        stream_(flow.kind == FlowKind::kStream),
        tracer_(memory, flow, [this](const SequenceEvent& event) { add(event); }) {}
  FlowCourse(const FlowCourse&) = delete;

  void add(const EventLogReader::Entry& entry) { tracer_.add(entry.event, entry.snap); }

  Json json() const {
    return {{"name", name_},
            {"class", title_},
            {"unit", stream_ || tracer_.counts_packets() ? kPackets : kSequence},
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

/// Builds a course from the events of a log.
class CourseBuilder {
 public:
  CourseBuilder(const std::vector<FlowSpec>& flows, const std::vector<std::string>& states,
                const std::string& only = {})
      : states_(states) {
    require_distinct(flows);
    const auto classes = possible_classes(flows);
    for (std::size_t i = 0; i < flows.size(); ++i)
      if (flows[i].kind != FlowKind::kRoundTrips && flows_.size() < kMaxCourseFlows &&
          (only.empty() || flows[i].name == only))
        flows_.emplace_back(memory_, flows[i], classes[i].size() == 1 ? classes[i].front() : "");
  }

  void add(const EventLogReader::Entry& entry) {
    timeline_.add(entry.event);
    spans_.add(entry.event);
    for (FlowCourse& flow : flows_) flow.add(entry);
  }

  Json json() {
    const int state_count = static_cast<int>(states_.size());
    const auto& bins = timeline_.bins();
    const std::int64_t width = timeline_.bin_width_ns();
    const double end = seconds(static_cast<std::int64_t>(bins.size()) * width);
    Json span_list = Json::array();
    for (const StateSpan& span : spans_.spans(end, states_.size()))
      if (span.state < state_count) span_list.push_back({span.from, span.to, span.state});
    Json out = {{"end", end}, {"states", {{"names", states_}, {"spans", span_list}}}};
    out["directions"] = {direction_json(bins, width, 0), direction_json(bins, width, 1)};
    out["flows"] = Json::array();
    for (const FlowCourse& flow : flows_) out["flows"].push_back(flow.json());
    return out;
  }

 private:
  const std::vector<std::string>& states_;
  LogMemory memory_;
  Timeline timeline_{memory_};
  StateSpans spans_{kMaxCourseStates};
  std::deque<FlowCourse> flows_;
};

bool is_point(const Json& point) {
  return point.is_array() &&
         std::all_of(point.begin(), point.end(), [](const Json& n) { return n.is_number(); });
}

bool is_drops(const Json& drops) {
  if (!drops.is_object() || drops.size() != 2 || !drops.contains("reason") ||
      !drops.contains("points") || !drops["reason"].is_string() || !drops["points"].is_array())
    return false;
  const auto reason = drops["reason"].get<std::string>();
  bool known = reason == kMarkedReason;
  for (std::size_t i = 0; i < kDropReasons; ++i)
    known |= reason == reason_text(static_cast<DropReason>(i));
  return known && std::all_of(drops["points"].begin(), drops["points"].end(), is_point);
}

/// Whether `data` has the form of `empty`, the course of a log without events. An empty list in
/// `empty` stands for a list of points or drops.
bool has_form(const Json& data, const Json& empty) {
  if (empty.is_number()) return data.is_number();
  if (data.type() != empty.type()) return false;
  if (empty.is_array() && empty.empty())
    return std::all_of(data.begin(), data.end(),
                       [](const Json& one) { return is_point(one) || is_drops(one); });
  if (!empty.is_structured()) return data == empty;
  if (data.size() != empty.size()) return false;
  for (auto a = data.items().begin(), b = empty.items().begin(); b != empty.items().end();
       ++a, ++b) {
    // A program's unit follows from its packets.
    const bool form = a.key() == "unit" ? a.value() == kPackets || a.value() == kSequence
                                        : has_form(a.value(), b.value());
    if (a.key() != b.key() || !form) return false;
  }
  return true;
}

}  // namespace

Json course_data(EventLogReader log, const std::vector<FlowSpec>& flows,
                 const std::vector<std::string>& states, const std::string& only) {
  CourseBuilder course(flows, states, only);
  while (const auto entry = log.next()) course.add(*entry);
  log.require_whole("draw");
  return course.json();
}

bool is_course(const Json& data, const std::vector<FlowSpec>& flows,
               const std::vector<std::string>& states) {
  return has_form(data, CourseBuilder(flows, states).json());
}

}  // namespace seawind
