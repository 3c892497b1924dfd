// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/json_ordered.h"
#include "common/json_text.h"
#include "common/printable.h"
#include "controller/report/comparison_text.h"
#include "controller/report/report.h"
#include "controller/report/report_model.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

Json statistics_json(const Statistics& s) {
  return {{"count", s.count}, {"min", s.min}, {"q1", s.q1},     {"median", s.median},
          {"q3", s.q3},       {"max", s.max}, {"iqr", s.iqr()}, {"mean", s.mean}};
}

Json case_json(const CaseResults& c) {
  Json metrics = Json::array();
  for (const auto& [key, values] : c.samples) {
    Json entry = {{"flow", key.first}, {"metric", key.second}};
    entry.update(statistics_json(summarize(values)));
    metrics.push_back(std::move(entry));
  }
  return {{"name", c.name},
          {"link", c.link},
          {"router", c.router},
          {"tcp", c.tcp},
          {"workload", c.workload},
          {"repetitions", c.repetitions},
          {"valid", c.valid},
          {"failed", c.failed},
          {"pending", c.pending},
          {"metrics", metrics},
          {"invalid_attempts", c.invalid_attempts},
          {"machine_attempts", c.machine_attempts}};
}

Json timing_json(const ReportModel& model) {
  const TimingSummary& t = model.campaign.timing;
  Json out = {{"attempts", t.attempts},
              {"realtime", t.realtime},
              {"releases", t.releases},
              {"worst_p50_ns", t.worst_p50_ns},
              {"worst_p99_ns", t.worst_p99_ns},
              {"worst_p999_ns", t.worst_p999_ns},
              {"worst_max_ns", t.worst_max_ns},
              {"worst_start_error_ns", t.worst_start_error_ns},
              {"worst_cpu_steal", t.worst_cpu_steal},
              {"capture_drops", t.capture_drops},
              {"inject_failures", t.inject_failures},
              {"log_overruns", t.log_overruns},
              {"stalls", t.stalls}};
  if (model.limits.lateness_p999_ns) out["limit_p999_ns"] = model.limits.lateness_p999_ns->first;
  if (model.limits.lateness_max_ns) out["limit_max_ns"] = model.limits.lateness_max_ns->first;
  return out;
}

Json answer_json(const Answer& answer, const ReportModel& model) {
  const PairedComparison& r = answer.result;
  const ReportMetric& m = model.headline.compared[answer.metric];
  Json out = {{"case", model.campaign.cases[answer.subject].name},
              {"against", model.campaign.cases[answer.base].name},
              {"flow", m.flow},
              {"metric", m.metric},
              {"pairs", r.pairs},
              {"median_difference", r.median_difference},
              {"base_median", r.base_median},
              {"decided", r.decided()}};
  if (r.interval) out["interval"] = {r.interval->low, r.interval->high};
  return out;
}

}  // namespace

Json host_json(const std::string& stored) {
  const Json read = parse_ordered(stored);
  // Seawind writes one object of plain values. A deeper value is rejected, because printing is
  // recursive.
  if (!read.is_object() || std::any_of(read.begin(), read.end(),
                                       [](const Json& value) { return value.is_structured(); }))
    return stored;
  Json out = Json::object();
  for (const auto& [key, value] : read.items())
    out[printable(key)] = value.is_string() ? Json(printable(value.get<std::string>())) : value;
  return out;
}

Json published_json(const Comparison& c) {
  const auto& p = c.published;
  Json out = {{"case", c.case_name},
              {"flow", p.flow},
              {"metric", p.metric},
              {"statistic", p.statistic},
              {"unit", p.unit},
              {"published", p.value},
              {"measured", c.measured},
              {"judgement", std::string(1, p.judgement)},
              {"agreement", agreement_text(c)},
              {"source", p.source}};
  if (p.start)
    out["start"] = {{"flow", p.start->flow}, {"from", p.start->from}, {"to", p.start->to}};
  out["difference"] = c.difference;
  out["difference_unit"] = difference_unit(c);
  return out;
}

std::string report_json(const std::filesystem::path& campaign, const ReportOptions& options) {
  const ReportModel model = build_report(campaign, options);
  const CampaignResults& c = model.campaign;
  const char* outcomes[] = {"complete", "unfinished", "failures"};
  Json out = {{"campaign", c.name},
              {"test_set_file", c.test_set_file},
              {"resolved_sha256", c.resolved_sha256},
              {"seed", c.seed},
              {"program_version", c.program_version},
              {"created", date_text(c.created_unix_ns)},
              {"host", host_json(c.host)},
              {"outcome", outcomes[static_cast<int>(model.outcome())]},
              {"headline", model.verdict()},
              {"repetitions", model.repetitions},
              {"valid", model.valid},
              {"failed", model.failed},
              {"pending", model.pending},
              {"invalid_attempts", model.invalid_attempts},
              {"machine_attempts", model.machine_attempts},
              {"changed_by_hand", model.changed_by_hand()},
              {"timing", timing_json(model)}};
  out["cases"] = out["answers"] = out["published"] = out["uncounted_attempts"] = Json::array();
  for (const auto& item : c.cases) out["cases"].push_back(case_json(item));
  for (const auto& item : model.answers.answers) out["answers"].push_back(answer_json(item, model));
  for (const auto& item : model.comparisons) out["published"].push_back(published_json(item));
  out["paired"] = paired_json(model.paired, kAnswerConfidence)["pairs"];
  if (!model.unpaired.empty()) out["unpaired"] = model.unpaired;
  for (const auto& item : c.uncounted_attempts)
    out["uncounted_attempts"].push_back({{"case", item.case_name},
                                         {"repetition", item.number},
                                         {"verdict", item.verdict},
                                         {"reason", item.reason}});
  return json_text(out, 2) + "\n";
}

}  // namespace seawind
