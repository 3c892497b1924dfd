// SPDX-License-Identifier: GPL-3.0-or-later
// The report as one HTML page without anything outside of it.
#pragma once

#include <string>
#include <vector>

#include "controller/results/plots.h"
#include "controller/results/report_model.h"

namespace seawind {

/// `boxes`: the box plots; `timeline`: none or one picture of a repetition's course.
std::string render_html(const ReportModel& model, const std::vector<Picture>& boxes,
                        const std::vector<Picture>& timeline);

}  // namespace seawind
