// SPDX-License-Identifier: GPL-3.0-or-later
// The report as one HTML page without anything outside of it.
#pragma once

#include <string>
#include <vector>

#include "controller/results/plots.h"
#include "controller/results/report_model.h"

namespace seawind {

/// A whole page around `body`.
std::string html_page(const std::string& title, const std::string& body);
/// Published and measured values; empty when there are none.
std::string comparison_table(const std::vector<Comparison>& comparisons);
std::string figures(const std::vector<Picture>& pictures);

/// `boxes`: the box plots; `timeline`: pictures of one repetition's course.
std::string render_html(const ReportModel& model, const std::vector<Picture>& boxes,
                        const std::vector<Picture>& timeline);

}  // namespace seawind
