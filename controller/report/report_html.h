// SPDX-License-Identifier: GPL-3.0-or-later
// The report as one HTML page without external resources.
#pragma once

#include <string>
#include <vector>

#include "controller/report/plots.h"
#include "controller/report/report_model.h"

namespace seawind {

/// Table of published and measured values; empty when there are none.
std::string comparison_table(const std::vector<Comparison>& comparisons);
std::string figures(const std::vector<Picture>& pictures);

/// `boxes`: the box plots; `timeline`: pictures of one repetition over time.
std::string render_html(const ReportModel& model, const std::vector<Picture>& boxes,
                        const std::vector<Picture>& timeline);

}  // namespace seawind
