// SPDX-License-Identifier: GPL-3.0-or-later
// Event logs and the results computed from them for reports: metrics, timelines, delays, sequences.
// The first byte selects the flows.
#include <cmath>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "controller/measure/sequence.h"
#include "controller/measure/timeline.h"
#include "controller/report/course_data.h"
#include "controller/report/delays.h"
#include "tests/fuzz/logs.h"

namespace seawind {
namespace {

template <typename Use>
void unless_refused(Use use) {
  try {
    use();
  } catch (const Error& error) {
    fuzz::hold(*error.what() != '\0', "a refusal says why");
  }
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  if (size == 0) return 0;
  static fuzz::MemoryFile log;
  fuzz::fill_log(log, {data + 1, size - 1});
  const std::vector<FlowSpec> flows = fuzz::flows(data[0]);
  unless_refused([&] {
    for (const MetricValue& value : compute_metrics(log.path(), flows, 64'000)) {
      fuzz::hold(std::isfinite(value.value), "a metric is a number", value.flow + value.metric);
    }
  });
  unless_refused([&] {
    LogMemory memory;
    Timeline timeline(memory);
    EventLogReader reader(log.path());
    while (const auto entry = reader.next()) timeline.add(entry->event);
    const auto bins = timeline.bins();
    fuzz::hold(bins.size() <= Timeline::kMaxBins, "a timeline is bounded");
  });
  unless_refused([&] { (void)read_delays(EventLogReader(log.path()), flows); });
  unless_refused([&] {
    const std::vector<std::string> states{"good", "bad"};
    fuzz::hold(is_course(course_data(EventLogReader(log.path()), flows, states), flows, states),
               "a course has the form of a course");
  });
  for (const FlowSpec& flow : flows) {
    unless_refused([&] {
      LogMemory memory;
      SequenceTracer tracer(memory, flow, [](const SequenceEvent&) {});
      EventLogReader reader(log.path());
      while (const auto entry = reader.next()) tracer.add(entry->event, entry->snap);
    });
  }
  return 0;
}
