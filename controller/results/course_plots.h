// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures beyond box plots and the timeline: values over the competitor's start, distributions of
// delay and its variation, and the time-sequence graph of a flow. As plots.h; data files are
// written while the log is read, so that memory does not grow with it.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "controller/results/metrics.h"
#include "controller/results/plots.h"
#include "controller/results/value_summary.h"

namespace seawind {

struct Series {
  std::string label;
  std::vector<std::pair<double, double>> points;
};

/// `settings` of all: lines of gnuplot after our own (ranges, scales).

/// A point for each repetition: its value over the start of its competitor.
Picture plot_scatter(const std::filesystem::path& folder, const std::string& name,
                     const std::string& title, const std::string& x_label,
                     const std::string& y_label, const std::vector<Series>& series,
                     const std::string& settings = {});

/// Cumulative distributions; points ascend, y from 0 to 1.
Picture plot_cdf(const std::filesystem::path& folder, const std::string& name,
                 const std::string& title, const std::string& x_label,
                 const std::vector<Series>& series, const std::string& y_label = "share of packets",
                 const std::string& settings = {});

/// Delays in the data's direction and, of streams, their variation (seconds) of one repetition.
struct DelayDistributions {
  std::vector<Series> delay;
  std::vector<Series> ipdv;
};
DelayDistributions read_delays(const std::filesystem::path& event_log,
                               const std::vector<FlowSpec>& flows);

/// The time-sequence graph of a flow: new segments, repetitions, time-outs, acknowledgements,
/// drops, marks, and the channel's states (names; none or one: no strip). Of more than
/// kMostSegments new segments or acknowledgements only every n-th is drawn; everything else always.
inline constexpr std::size_t kMostSegments = 20'000;
Picture plot_sequence(const std::filesystem::path& folder, const std::string& name,
                      const std::string& title, const std::filesystem::path& event_log,
                      const FlowSpec& flow, const std::vector<std::string>& states,
                      const std::string& settings = {});

}  // namespace seawind
