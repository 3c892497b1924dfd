// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a report's page, which its scripts (controller/report/page) read as JSON:
//
//   name, begun                  of the campaign
//   cases         [{name, link, router, tcp, workload, planned, valid}]
//   metrics       [{flow, metric, title, unit, scale, decimals, better}]  the headline's first;
//                 scale: shown value = stored value * scale; decimals, better: may be absent
//   repetitions   {case, number, hours, course, log}: columns, a row per valid repetition, by case
//                 and number; hours: begin after that of the campaign; course: name of the
//                 repetition's file, or ""
//   values        a column of stored values for each metric; null: not measured
//   comparison    {axis, confidence, answers: [{base, case, metric, n, difference, low, high,
//                 percent, low_percent, high_percent, decided}]}; percent of the base's median
//   timing        {case, number, row, hours, verdict, reason, p50, p999, max}: columns, a row for
//                 each attempt with measured lateness (ns); row: index in `repetitions`, or null
//   limits        {p999_ns, max_ns}: those of the test set that exist
//   published     [{case, median_of, metric, unit, published, measured, agreement, verdict,
//                 source}]; median_of: [flow, metric] of the median over all repetitions, or null
//   courses       folder of the repetitions' files, relative to the page
//   version       ReportOptions::version
//   shown         row of the repetition that the page opens, or null
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "controller/report/report_model.h"
#include "controller/store/repetitions.h"

namespace seawind {

/// The file of a repetition's course: index of the case and number of the repetition.
using CourseName = std::pair<std::size_t, int>;
std::string course_file(const CourseName& name);

struct PageContext {
  std::vector<AttemptTiming> attempts;
  std::map<CourseName, std::string> courses;  // Course::log of each
  std::string folder;                         // of the courses' files, relative to the page
  std::optional<CourseName> shown;            // opened at first
  int version = 0;                            // ReportOptions::version
};

/// The metrics of the page: those that are compared, the rest of the headline, all others.
std::vector<ReportMetric> metrics_of(const ReportModel& model);

/// A difference in percent of the base's median; null where that is 0.
nlohmann::ordered_json percent_json(const PairedComparison& comparison, double difference);

/// A page has at most kMostCells cells, or kMaxCellsPerValue per value if that is more.
inline constexpr std::size_t kMostCells = 2'000'000;
inline constexpr std::size_t kMaxCellsPerValue = 100;
/// Throws Error for more `cells`: the tables would be nearly empty.
void require_filled(const CampaignResults& campaign, std::size_t cells);

nlohmann::ordered_json page_data(const ReportModel& model, const PageContext& context);

}  // namespace seawind
