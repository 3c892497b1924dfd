// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/report_model.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/printable.h"
#include "common/units.h"
#include "controller/measure/median_interval.h"
#include "controller/report/named.h"
#include "controller/report/nodes.h"
#include "controller/store/read_plan.h"
#include "controller/store/store.h"
#include "controller/testset/lateness_limits.h"
#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

bool corrupts(const LinkDirection& direction) {
  if (largest_value(direction.error_probability()) > 0 || direction.has_loss_pattern()) return true;
  return std::any_of(direction.states().begin(), direction.states().end(), [](const auto& state) {
    return largest_value(state.second.error_probability()) > 0;
  });
}

void read_cases(const Plan& plan, ReportModel& model) {
  for (const auto& c : model.campaign.cases) {
    std::vector<std::string> states;
    bool errors = false;
    if (c.id < plan.cases_size()) {  // numbered from 0; check_plan() and the store ensure this
      const Case& planned = plan.cases(c.id);
      states = channel_states(planned);
      errors = corrupts(planned.link().downlink()) || corrupts(planned.link().uplink());
      for (const auto& [way, direction] : {std::pair{"downlink", &planned.link().downlink()},
                                           std::pair{"uplink", &planned.link().uplink()}}) {
        std::string name = fmt::format("{} {}", c.link.empty() ? c.name : c.link, way);
        auto& all = model.unlimited_queues;
        if (has_unlimited_input_queue(*direction) &&
            std::find(all.begin(), all.end(), name) == all.end())
          all.push_back(std::move(name));
      }
    }
    model.states.push_back(std::move(states));
    model.has_errors.push_back(errors);
  }
}

FidelityLimits limits_of(const Plan& plan) {
  FidelityLimits limits;
  const auto add = [](auto& range, std::int64_t ns) {
    range = range ? std::pair(std::min(range->first, ns), std::max(range->second, ns))
                  : std::pair(ns, ns);
  };
  for (const Case& c : plan.cases()) {
    const LatenessLimits one = lateness_limits(plan.test_set(), c);
    add(limits.lateness_p999_ns, one.p999);
    add(limits.lateness_max_ns, one.largest);
  }
  return limits;
}

/// The headline metrics of every case against one case, or the same case of another campaign.
std::vector<PairedRow> compare_against(ReportModel& model, const Plan& plan,
                                       const ReportOptions& options) {
  const auto keys = model.headline.keys();
  if (!std::filesystem::is_directory(options.against)) {
    const CaseResults& base = named_case(model.campaign, options.against);
    for (const CaseResults& c : model.campaign.cases) model.other_links |= c.link != base.link;
    return compare_with_case(model.campaign, base, keys, kAnswerConfidence);
  }
  const CampaignResults other = load_results(options.against);
  model.unpaired = different_repetitions(other, read_plan(options.against), model.campaign, plan);
  if (options.warnings != nullptr && !model.unpaired.empty())
    options.warnings->warn({}, model.unpaired);
  auto rows = compare_campaigns(other, model.campaign, "", keys, kAnswerConfidence);
  for (PairedRow& row : rows) row.case_a += " of " + printable(options.against);
  return rows;
}

}  // namespace

std::string rounded(double value, int decimals) {
  const double outwards = std::copysign(std::numeric_limits<double>::infinity(), value);
  return fmt::format("{:.{}f}", value == 0 ? 0 : std::nextafter(value, outwards), decimals);
}

Statistics statistics_of(const CaseResults& c, const ReportMetric& metric) {
  std::vector<double> values = c.of(metric.flow, metric.metric);
  for (double& value : values) value *= metric.scale;
  return summarize(values);
}

std::string imprecise_cases(const Plan& plan, const CampaignResults& campaign) {
  if (!plan.test_set().has_until()) return {};
  const Until& until = plan.test_set().until();
  const std::string metric = metric_text({until.flow(), until.metric()});
  std::vector<std::string> wide;
  std::vector<std::string> without;
  for (const CaseResults& c : campaign.cases) {
    std::vector<double> sample = c.of(until.flow(), until.metric());
    if (sample.empty())  // drops of a reason that never occurred
      if (const auto beside = presence_metric(until.metric()); beside != until.metric())
        sample.assign(c.of(until.flow(), beside).size(), 0);
    if (c.pending != 0 || narrow_enough(sample, until.half_width(), until.confidence())) continue;
    (sample.empty() ? without : wide).push_back(c.name);
  }
  std::string text;
  if (!wide.empty())
    text = fmt::format(
        "`until` is not reached: the interval of {} is wider than {:g} % of its median to a side "
        "after all repetitions of {}.",
        metric, 100 * until.half_width(), fmt::join(wide, ", "));
  if (!without.empty())
    text += fmt::format("{}`until` is not reached: no repetition of {} has the metric {}.",
                        text.empty() ? "" : " ", fmt::join(without, ", "), metric);
  return text;
}

std::string ended_early(const Plan& plan, const CampaignResults& campaign) {
  const auto& timeline = plan.test_set().timeline();
  std::vector<std::string> cases;
  for (const CaseResults& c : campaign.cases) {
    const std::vector<double>& missed = c.of("", "timeline_missed");
    std::vector<std::string> ends;
    for (int i = 0; i < timeline.size(); ++i) {
      const int after = timeline.size() - i;  // entries from this one on
      // One line for entries that the same repetitions missed: of the first of these entries.
      if (std::ranges::find(missed, after) == missed.end()) continue;
      ends.push_back(fmt::format(
          "{} of {} before {}",
          std::ranges::count_if(missed, [after](double count) { return count >= after; }), c.valid,
          format_quantity(static_cast<double>(timeline[i].at()), DURATION)));
    }
    if (!ends.empty()) cases.push_back(fmt::format("{} {}", c.name, fmt::join(ends, ", ")));
  }
  if (cases.empty()) return {};
  return fmt::format("Valid repetitions ended before entries of the timeline: {}.",
                     fmt::join(cases, "; "));
}

void count_repetitions(ReportModel& model) {
  for (const auto& c : model.campaign.cases) {
    model.repetitions += c.repetitions;
    model.valid += c.valid;
    model.failed += c.failed;
    model.pending += c.pending;
    model.invalid_attempts += c.invalid_attempts;
    model.machine_attempts += c.machine_attempts;
  }
}

ReportModel build_report(const std::filesystem::path& campaign, const ReportOptions& options) {
  return build_report(load_results(campaign), campaign, options);
}

ReportModel build_report(CampaignResults results, const std::filesystem::path& campaign,
                         const ReportOptions& options) {
  ReportModel model;
  model.campaign = std::move(results);
  const Plan plan = read_plan(campaign);
  model.limits = limits_of(plan);
  count_repetitions(model);
  read_cases(plan, model);
  model.headline = headline_metrics(plan, model.campaign);
  model.ended_early = ended_early(plan, model.campaign);
  model.imprecise = imprecise_cases(plan, model.campaign);
  model.nodes_differ = node_effect(model.campaign, model.headline.compared);
  if (options.compare_cases) model.answers = find_answers(model.campaign, model.headline.compared);
  if (!options.against.empty()) model.paired = compare_against(model, plan, options);
  if (!options.against.empty() && model.paired.empty() && options.warnings != nullptr)
    options.warnings->warn({}, fmt::format("nothing is compared with {}: no two cases have a "
                                           "headline metric in at least two common repetitions",
                                           printable(options.against)));
  if (!options.reference.empty())
    model.comparisons = compare(load_reference(options.reference), model.campaign.cases);
  return model;
}

CampaignOutcome ReportModel::outcome() const {
  if (failed > 0) return CampaignOutcome::kFailures;
  return pending > 0 ? CampaignOutcome::kUnfinished : CampaignOutcome::kComplete;
}

std::string ReportModel::verdict() const {
  std::string text = fmt::format("{} of {} repetitions valid", valid, repetitions);
  if (failed > 0) text += fmt::format(", {} failed", failed);
  if (pending > 0) text += ", " + pending_text(pending);
  if (invalid_attempts > 0)
    text += fmt::format("; {} invalid attempt{} kept for inspection", invalid_attempts,
                        invalid_attempts == 1 ? "" : "s");
  if (machine_attempts > 0) text += fmt::format(", {} lost to the machine", machine_attempts);
  return text;
}

std::string ReportModel::pending_text(int count) const {
  return fmt::format("{} {}", count, is_recording(campaign) ? "without a result" : "still to run");
}

std::vector<std::string> ReportModel::timing_sentences() const {
  const TimingSummary& t = campaign.timing;
  if (t.attempts == 0) return {"Timing is not verified yet: no repetition is valid."};
  const auto limit = [](const std::optional<std::pair<std::int64_t, std::int64_t>>& ns) {
    if (!ns) return std::string();
    if (ns->first == ns->second) return fmt::format(" (limit {})", short_duration(ns->first));
    return fmt::format(" (limits {} to {})", short_duration(ns->first), short_duration(ns->second));
  };
  std::vector<std::string> out;
  out.push_back(fmt::format(
      "Release lateness of the worst valid repetition: p99.9 {}{}, largest {}{}; over {} releases.",
      short_duration(t.worst_p999_ns), limit(limits.lateness_p999_ns),
      short_duration(t.worst_max_ns), limit(limits.lateness_max_ns), t.releases));
  if (limits.lateness_p999_ns && t.worst_p999_ns > limits.lateness_p999_ns->second)
    out.push_back(
        "A repetition with few packets is valid with up to ten beyond the limit of p99.9.");
  const std::string realtime = t.realtime == t.attempts ? "in every repetition"
                               : t.realtime == 0
                                   ? "in none: the relay ran at normal priority"
                                   : fmt::format("in {} of {} repetitions", t.realtime, t.attempts);
  out.push_back(fmt::format("Real-time priority {}.", realtime));
  out.push_back(fmt::format(
      "Unintended losses: {} at capture, {} at injection, {} log overruns; largest CPU steal "
      "{:.1f} %, largest start error {}.",
      t.capture_drops, t.inject_failures, t.log_overruns, 100 * t.worst_cpu_steal,
      short_duration(t.worst_start_error_ns)));
  if (!unlimited_queues.empty())
    out.push_back(
        fmt::format("Input queues without a limit (queue_max_length: off), in which delays "
                    "grow and nothing is dropped: {}.",
                    fmt::join(unlimited_queues, ", ")));
  if (!ended_early.empty()) out.push_back(ended_early);
  if (!imprecise.empty()) out.push_back(imprecise);
  if (auto changed = changed_by_hand(); !changed.empty()) out.push_back(std::move(changed));
  if (!nodes_differ.empty()) out.push_back(nodes_differ);
  return out;
}

std::string ReportModel::changed_by_hand() const {
  std::vector<std::string> cases;
  int count = 0;
  for (const CaseResults& c : campaign.cases) {
    const auto& numbers = c.numbers_of("", "manual_changes");
    if (numbers.empty()) continue;
    count += static_cast<int>(numbers.size());
    cases.push_back(fmt::format("{} {}", c.name, fmt::join(numbers, ", ")));
  }
  if (count == 0) return {};
  return fmt::format(
      "{} of the valid repetitions {} changed by hand while running, and {} not comparable with "
      "the others: {}.",
      count, count == 1 ? "was" : "were", count == 1 ? "is" : "are", fmt::join(cases, "; "));
}

std::string date_text(std::int64_t unix_ns) {
  return fmt::format("{:%Y-%m-%d %H:%M} UTC",
                     fmt::gmtime(static_cast<std::time_t>(unix_ns / 1'000'000'000)));
}

std::string published_title(const PublishedValue& p) {
  std::string name = p.flow.empty() ? p.metric : p.flow + " " + p.metric;
  std::replace(name.begin(), name.end(), '_', ' ');
  std::string statistic = statistic_text(p);
  if (p.statistic == "iqr") statistic.replace(0, 3, "IQR");
  return name + ", " + statistic;
}

std::string agreement_text(const Comparison& c) {
  const char judgement = c.published.judgement;
  if (c.agreement == Agreement::kNotExpected) return "not expected to agree";
  const bool within = c.agreement == Agreement::kWithin;
  if (judgement == 'C' && !within && c.measured * c.published.value < 0) return "direction differs";
  if (c.published.value == 0 && !c.published.relative_to) return within ? "agrees" : "is not 0";
  return fmt::format("{} {} {}", within ? "within" : "outside", tolerance(judgement),
                     c.published.relative_to ? "pt" : "%");
}

}  // namespace seawind
