// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/delays.h"

#include "controller/measure/flow_meters.h"
#include "controller/measure/journeys.h"
#include "controller/measure/stream_flow.h"
#include "controller/measure/value_summary.h"

namespace seawind {
namespace {

/// The quantiles of a summary as steps of its cumulative distribution.
DelaySeries distribution(const std::string& label, const ValueSummary& values) {
  constexpr int kSteps = 1000;
  DelaySeries out{label, {}};
  for (int i = 0; i <= kSteps; ++i)
    out.points.emplace_back(values.quantile(static_cast<double>(i) / kSteps) / 1e9,
                            static_cast<double>(i) / kSteps);
  return out;
}

}  // namespace

DelayDistributions read_delays(EventLogReader log, const std::vector<FlowSpec>& flows) {
  struct Journey {
    FlowMeter* flow = nullptr;
    FlowPacket packet = {};
  };
  LogMemory memory;
  FlowMeters meters(memory, flows);
  Journeys<Journey> journeys(memory);
  while (const auto entry = log.next()) {
    const EventRecord& event = entry->event;
    const Journey* packet = nullptr;
    if (event.kind == EventKind::kArrival) {
      const auto ip = parse_snap(entry->snap);
      const auto owner = ip ? meters.owner_of(*ip) : std::nullopt;
      if (owner)
        packet = &journeys.begin(event, {&meters[*owner], meters[*owner].packet(event, *ip)});
    } else if (ends_journey(event.kind)) {
      packet = journeys.follow(event);
    }
    if (packet != nullptr) packet->flow->add(packet->packet, event);
  }
  log.require_whole("draw");
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

}  // namespace seawind
