// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/response_times.h"

#include "controller/measure/flow_meter.h"
#include "controller/measure/generator_log.h"

namespace seawind {

void report_response_times(const std::string& flow, const std::filesystem::path& log,
                           std::vector<MetricValue>& out) {
  ValueSummary times;
  read_generator_log(log, {"response"},
                     [&times](const GeneratorEvent& e) { times.add(e.whole("rtt_ns")); });
  out.push_back({flow, "responses", "1", static_cast<double>(times.count())});
  report_percentiles(flow, "response_time", times, out);
}

}  // namespace seawind
