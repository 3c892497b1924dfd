// SPDX-License-Identifier: GPL-3.0-or-later
// The files with the courses of repetitions that a report's page loads when a reader opens one.
#pragma once

#include <filesystem>
#include <vector>

#include "common/diagnostics.h"
#include "common/directory.h"
#include "controller/report/page_data.h"

namespace seawind {

struct CourseRequest {
  Courses courses = Courses::kAuto;
  std::vector<CourseName> also;  // these in any case
};

/// Writes a script for each course into `folder`, with all processors. A script that is newer than
/// the event log and in today's format is kept. A repetition whose log has been removed
/// has no course. Returns the names of those that have one, sorted. A log that cannot be read is a
/// warning; `warnings` may be null. Throws Error when the folder cannot be written.
std::vector<CourseName> write_courses(const std::filesystem::path& campaign,
                                      const ReportModel& model, const CourseRequest& request,
                                      const Directory& folder, Diagnostics* warnings);

/// The packed data of a course that write_courses() has written.
std::string read_course(const Directory& folder, const CourseName& name);

}  // namespace seawind
