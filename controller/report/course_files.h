// SPDX-License-Identifier: GPL-3.0-or-later
// The files with the courses of repetitions that a report's page loads when a reader opens one.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "common/diagnostics.h"
#include "common/directory.h"
#include "controller/report/page_data.h"

namespace seawind {

struct CourseRequest {
  Courses courses = Courses::kAuto;
  std::vector<CourseName> also;  // written in any case
  bool also_required = false;    // a problem with one of `also` is an Error
  bool packed = false;           // return the data
  bool keep = true;              // reuse scripts of an earlier report of this campaign
};

struct Course {
  std::string log;     // size and time of its event log, by which the page recognizes its courses
  std::string packed;  // empty unless requested
};

/// Writes a script for each course into `folder`, with all processors. A script that is newer than
/// the event log, in the current format and of the course's form is kept; a script of any other
/// content is replaced, because the campaign may come from an untrusted source. A repetition whose
/// log has been removed has no course. Returns those that have one, with their packed data if
/// requested. A log that cannot be read is a warning; `warnings` may be null. Throws Error when the
/// folder cannot be written.
std::map<CourseName, Course> write_courses(const std::filesystem::path& campaign,
                                           const ReportModel& model, const CourseRequest& request,
                                           const Directory& folder, Diagnostics* warnings);

}  // namespace seawind
