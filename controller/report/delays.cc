// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/delays.h"

#include <algorithm>
#include <cstdint>

#include "controller/measure/flow_meters.h"
#include "controller/measure/journeys.h"
#include "controller/measure/stream_flow.h"
#include "controller/measure/value_summary.h"

namespace seawind {
namespace {

/// The values of a summary as steps of its cumulative distribution; of many values, only some.
DelaySeries distribution(const std::string& label, const ValueSummary& values) {
  constexpr std::uint64_t kDrawnSteps = 1000;
  const std::uint64_t all = values.count();
  const std::uint64_t steps = std::min(all, kDrawnSteps);
  DelaySeries out{label, {}};
  for (std::uint64_t i = 1; i <= steps; ++i) {
    const std::uint64_t below = all * i / steps;  // values up to this one
    out.points.emplace_back(values.at(below - 1) / 1e9,
                            static_cast<double>(below) / static_cast<double>(all));
  }
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
    } else if (event.kind == EventKind::kModified) {
      const Journey* translated = journeys.follow(event);
      const auto ip = translated == nullptr ? std::nullopt : parse_snap(entry->snap);
      if (ip && !ip->later_fragment) translated->flow->translated(translated->packet.ip, *ip);
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
