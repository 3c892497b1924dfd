// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of one repetition, read from its event log in a thread: the time-sequence graph of
// one flow with every packet, and the timeline of states and queues.
#pragma once

#include <QtWidgets>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "controller/measure/metrics.h"
#include "controller/measure/sequence.h"
#include "controller/measure/timeline.h"
#include "gui/plot/decimate.h"

namespace seawind::gui {

struct TimelineSeries {
  SequenceEvent::Kind kind;
  std::shared_ptr<const MinMaxSeries> points;  // x in seconds; y in bytes (streams: packets)
  std::vector<std::uint32_t> packets;          // packet ids of the event log, one per point

  /// Id of the packet drawn at this point.
  std::optional<std::uint64_t> packet_at(double x, double y) const;
};

struct RepetitionTimeline {
  std::string case_name;
  int number = 0;
  std::vector<FlowSpec> flows;
  int flow = -1;                    // index of the shown flow; -1: none
  bool counts_packets = false;      // SequenceTracer::counts_packets() of that flow
  std::vector<std::string> states;  // names of the channel states
  std::vector<TimelineSeries> series;
  std::vector<TimelineBin> bins;
  double bin_width = 0;  // seconds
  std::vector<StateSpan> spans;
  double end = 0;          // seconds
  bool truncated = false;  // the log ends in the middle; the data ends there as well
};
using RepetitionTimelinePtr = std::shared_ptr<const RepetitionTimeline>;

/// `flow`: name of the flow; empty: the first. Throws Error if the repetition is not done, its
/// folder is missing or the log cannot be read. `progress` is called with bytes read and their
/// total; its exceptions propagate.
RepetitionTimelinePtr read_repetition_timeline(
    const QString& campaign, const std::string& case_name, int number, const std::string& flow,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace seawind::gui
