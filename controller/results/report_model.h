// SPDX-License-Identifier: GPL-3.0-or-later
// What a report says, before it is said in HTML, text or JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "controller/results/query.h"
#include "controller/results/reference.h"
#include "controller/results/report.h"
#include "controller/results/statistics.h"

namespace seawind {

/// A metric as reports show it.
struct ReportMetric {
  const char* flow;
  const char* metric;
  const char* title;
  const char* unit;  // as shown
  double scale;      // shown = stored * scale
  int decimals;
};
/// Overall throughput, total elapsed, utilization, then drops by reason.
std::span<const ReportMetric> workload_metrics();
/// Elapsed and throughput of faster, slower and third flow.
std::span<const ReportMetric> flow_metrics();

/// Statistics in the metric's shown unit; count 0 when the case has no values.
Statistics statistics_of(const CaseResults& c, const ReportMetric& metric);

struct FidelityLimits {
  std::optional<std::int64_t> lateness_p999_ns;
  std::optional<std::int64_t> lateness_max_ns;
};

/// Median of a case against that of the first TCP variant on the same link, router and workload.
struct Delta {
  std::string case_name;
  std::string base_name;
  std::string tcp;
  std::string base_tcp;
  std::vector<std::optional<double>> percent;  // one per delta_metrics()
};
std::span<const ReportMetric> delta_metrics();

enum class Outcome { kComplete, kUnfinished, kFailures };

struct ReportModel {
  CampaignResults campaign;
  FidelityLimits limits;
  int repetitions = 0;
  int valid = 0;
  int failed = 0;
  int pending = 0;
  int invalid_attempts = 0;
  std::vector<Delta> deltas;
  std::vector<Comparison> comparisons;
  std::vector<std::vector<std::string>> states;  // names of the channel states, per case
  std::vector<bool> has_errors;                  // whether the case's channel corrupts, per case

  Outcome outcome() const;
  /// "24 of 24 repetitions valid", "22 of 24 repetitions valid, 1 failed, 1 still to run".
  std::string headline() const;
  /// Sentences about timing; the first is the lateness against its limits.
  std::vector<std::string> timing_sentences() const;
  /// A sentence about valid repetitions whose link was changed by hand; empty: there are none.
  std::string changed_by_hand() const;
};

ReportModel build_report(const std::filesystem::path& campaign, const ReportOptions& options);
/// The same of results already read.
ReportModel build_report(CampaignResults results, const std::filesystem::path& campaign,
                         const ReportOptions& options);

/// 84us, 1.25ms, 2.1s: three digits.
std::string duration_text(std::int64_t ns);
/// "2026-11-21 09:30 UTC".
std::string date_text(std::int64_t unix_ns);
/// "within 1 %", "outside 3 %", "direction agrees", "not expected to agree".
std::string agreement_text(const Comparison& comparison);
/// What the store says of the machine: an object of texts, or the text itself when it is none.
nlohmann::ordered_json host_json(const std::string& stored);
/// What was published, what was measured, the verdict; without the difference.
nlohmann::ordered_json published_json(const Comparison& comparison);
/// The case's name without the axes that are the same in all cases, one axis value per line.
std::string short_label(const CaseResults& c, const std::vector<CaseResults>& all);

}  // namespace seawind
