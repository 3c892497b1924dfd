// SPDX-License-Identifier: GPL-3.0-or-later
// Simultaneous throughput (B5): the throughput of each flow between the first packet of the flow
// that starts last and the last packet of the flow that ends first. The flows count their own bytes
// from that start on (FlowMeter::count_from).
//
// One pass suffices: the start is known when the last flow starts. For each flow the counters of
// all flows are saved at its latest end so far.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace seawind {

class Simultaneous {
 public:
  explicit Simultaneous(std::size_t flows)
      : begun_(flows, false), at_end_(flows), end_ns_(flows, 0) {}

  /// Records that the flow has started. Returns true for the last flow; all flows must then start
  /// to count at this time.
  bool started(std::size_t flow, std::int64_t time_ns);
  /// Records that the flow may have ended at this time.
  void ended(std::size_t flow, std::int64_t time_ns);
  /// Whether a flow may have ended at this time. count() must then be called after each packet of
  /// any flow: packets of one instant may follow the last one of the flow.
  bool ends_at(std::int64_t time_ns) const { return latest_end_ns_ == time_ns; }
  /// `counters`: of all flows after the packet.
  void count(std::int64_t time_ns, const std::vector<std::int64_t>& counters);
  bool all_started() const { return started_ == begun_.size(); }

  struct Period {
    std::int64_t start_ns = 0;
    std::int64_t end_ns = 0;
    std::vector<double> throughput;  // B/s, by flow
  };
  /// Nothing when there is no time at which all flows run.
  std::optional<Period> period() const;

 private:
  std::vector<bool> begun_;
  std::size_t started_ = 0;
  std::int64_t start_ns_ = 0;
  std::vector<std::vector<std::int64_t>> at_end_;  // by the flow that ended; empty: not yet
  std::vector<std::int64_t> end_ns_;
  std::int64_t latest_end_ns_ = -1;
};

/// Jain's index (sum x)^2 / (n sum x^2). Nothing unless at least one value is not 0.
std::optional<double> jain_index(const std::vector<double>& values);

}  // namespace seawind
