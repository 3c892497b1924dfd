// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a campaign: the verdict first, then statistics per case, differences between TCP
// variants, published values, and pictures.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "common/diagnostics.h"

namespace seawind {

struct RepetitionRef {
  std::string case_name;
  int number = 0;
  bool operator==(const RepetitionRef&) const = default;
};
/// Parses "CASE/N". The number follows the last slash, because a case name contains slashes. Throws
/// UsageError for another form.
RepetitionRef parse_repetition(const std::string& text);

/// The repetitions whose course is in the report.
enum class Courses {
  kAuto,  // kAll up to kMostCourses valid repetitions, otherwise kFirst
  kAll,
  kFirst,  // the first valid one of each case
  kNone,   // only ReportOptions::repetition
};
inline constexpr int kMostCourses = 1000;

struct ReportOptions {
  std::filesystem::path output;     // of the page; empty: report/report.html of the campaign
  std::filesystem::path reference;  // file of published values; empty: no comparison
  std::optional<RepetitionRef> repetition;  // shown first; none: the first valid one of the first
                                            // case with channel errors, or else of the first case
  Courses courses = Courses::kAuto;
  std::string against;              // ReportModel::paired: a case, or the directory of a campaign
  bool compare_cases = true;        // ReportModel::answers
  bool single_file = false;         // the courses are also in the page itself
  int version = 0;                  // of a page that is written again while the campaign runs: an
                                    // open page reloads itself when this number has changed; 0:
                                    // the page does not look for a new one
  Diagnostics* warnings = nullptr;  // receives warnings about `reference` and logs; may be null
};

/// Writes an HTML page and returns its path. The courses of repetitions are in files beside it
/// (kCourseFolder, or for another `output` a folder with its name and "-repetitions"); the page
/// needs nothing else. Without Node.js it has no pictures for readers without scripts, and a
/// warning. Data and script of those pictures go to report/plots of the campaign. Throws Error: no
/// campaign, disk full.
std::filesystem::path write_report(const std::filesystem::path& campaign,
                                   const ReportOptions& options);

/// Plain text. Lines have at most `width` columns (at least 60), except for long names.
std::string render_terminal_report(const std::filesystem::path& campaign,
                                   const ReportOptions& options, int width);

/// The same content as a JSON document (docs/reference/metrics.md, "Report as JSON").
std::string report_json(const std::filesystem::path& campaign, const ReportOptions& options);

}  // namespace seawind
