// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a report, drawn by gnuplot. Data (NAME.dat), script (NAME.gp) and picture
// (NAME.svg) are kept in the plot folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/measure/statistics.h"
#include "controller/measure/timeline.h"

namespace seawind {

/// A picture for inclusion in a page.
struct Picture {
  std::string name;   // name of its files in the plot folder
  std::string title;  // plain text
  std::string svg;
};

struct Box {
  std::string label;  // may have line feeds
  Statistics statistics;
  std::vector<double> values;            // shown as points
  std::optional<double> published = {};  // median, shown as a diamond
};

/// Box plots side by side: quartiles and median solid, extremes dotted. Needs at least one box.
/// `settings`: gnuplot lines that follow our own (ranges, scales).
Picture plot_boxes(const std::filesystem::path& folder, const std::string& name,
                   const std::string& title, const std::string& unit, const std::vector<Box>& boxes,
                   const std::string& settings = {});

/// Channel states (without states there is no strip), router queue and send buffer of both
/// directions over time, with drops marked.
Picture plot_timeline(const std::filesystem::path& folder, const std::string& name,
                      const std::string& title, const Timeline& timeline,
                      const std::vector<std::string>& states, const std::string& settings = {});

}  // namespace seawind
