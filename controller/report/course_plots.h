// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures other than box plots and the timeline: values over the competitor's start, distributions
// of delay and its variation, and the time-sequence graph of a flow. The interface is that of
// plots.h. Data files are written while the log is read, so that memory does not grow with the log.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "controller/measure/metrics.h"
#include "controller/measure/value_summary.h"
#include "controller/report/plots.h"

namespace seawind {

struct Series {
  std::string label;
  std::vector<std::pair<double, double>> points;
};

/// `settings` in the functions below: gnuplot lines that follow our own (ranges, scales).

/// One point per repetition: its value over the start of its competitor.
Picture plot_scatter(const std::filesystem::path& folder, const std::string& name,
                     const std::string& title, const std::string& x_label,
                     const std::string& y_label, const std::vector<Series>& series,
                     const std::string& settings = {});

/// Cumulative distributions. Points ascend; y is 0 to 1.
Picture plot_cdf(const std::filesystem::path& folder, const std::string& name,
                 const std::string& title, const std::string& x_label,
                 const std::vector<Series>& series, const std::string& y_label = "share of packets",
                 const std::string& settings = {});

/// Delays in the data's direction of one repetition, and for streams their variation (seconds).
struct DelayDistributions {
  std::vector<Series> delay;
  std::vector<Series> ipdv;
};
DelayDistributions read_delays(const std::filesystem::path& event_log,
                               const std::vector<FlowSpec>& flows);

/// The time-sequence graph of a flow: new segments, retransmissions, time-outs, acknowledgements,
/// drops, marks, and the channel's states (names; with fewer than two there is no strip). Of more
/// than kMaxSegments new segments or acknowledgements only every n-th is drawn; other events are
/// always drawn.
inline constexpr std::size_t kMaxSegments = 20'000;
Picture plot_sequence(const std::filesystem::path& folder, const std::string& name,
                      const std::string& title, const std::filesystem::path& event_log,
                      const FlowSpec& flow, const std::vector<std::string>& states,
                      const std::string& settings = {});

}  // namespace seawind
