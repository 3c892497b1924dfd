// SPDX-License-Identifier: GPL-3.0-or-later
// The report as an HTML page. It needs no network: styles, scripts and data are in it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "controller/report/page_data.h"
#include "controller/report/picture.h"
#include "controller/report/report_model.h"

namespace seawind {

/// The parts of the page that the model does not have. Pictures are SVG.
struct PageParts {
  std::string data;                           // packed page_data(); empty: no valid repetition
  std::map<CourseName, std::string> courses;  // packed; only in a page that is one file
  std::vector<Picture> answers;               // static pictures, for readers without scripts
  std::vector<Picture> boxes;
  std::vector<Picture> paired;  // also for readers with scripts
  std::vector<Picture> course;
  std::vector<Picture> lateness;
  bool reload = false;  // the page loads itself again every few seconds
};

std::string render_html(const ReportModel& model, const PageParts& parts);

}  // namespace seawind
