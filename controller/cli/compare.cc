// SPDX-License-Identifier: GPL-3.0-or-later
// seawind compare: compares a campaign with published values or with another campaign, or its cases
// with one of them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "common/error.h"
#include "common/json_text.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "controller/campaign/directory.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/report/answers.h"
#include "controller/report/comparison_text.h"
#include "controller/report/headline.h"
#include "controller/report/named.h"
#include "controller/store/read_plan.h"

namespace seawind {
namespace {

struct CompareOptions {
  std::string directory;
  std::string other;
  std::string reference;
  std::string against;  // name of a case
  std::vector<std::string> metrics;
  std::optional<double> confidence;
  bool json = false;
};

/// The metrics of --metric; `all` selects every metric (an empty list). Without names, the headline
/// metrics of the first campaign.
std::vector<MetricKey> wanted_metrics(const std::vector<const CampaignResults*>& campaigns,
                                      const CompareOptions& options) {
  if (options.metrics.empty())
    return headline_metrics(read_plan(options.directory), *campaigns.front()).keys();
  std::vector<MetricKey> out;
  for (const auto& name : options.metrics) {
    if (name == "all") return {};
    out.push_back(parse_metric(name));
    require_metric(campaigns, out.back());
  }
  return out;
}

/// `unpaired`: why the repetitions of the two campaigns had different conditions.
std::vector<PairedRow> pairs(const CampaignResults& campaign, const CompareOptions& options,
                             double confidence, std::string& unpaired) {
  if (!options.against.empty())
    return compare_with_case(campaign, named_case(campaign, options.against),
                             wanted_metrics({&campaign}, options), confidence);
  const CampaignResults other = load_results(options.other);
  const auto wanted = wanted_metrics({&campaign, &other}, options);
  unpaired = different_repetitions(campaign, read_plan(options.directory), other,
                                   read_plan(options.other));
  if (!unpaired.empty()) print_error("seawind: {}\n", unpaired);
  return compare_campaigns(campaign, other, " of " + printable(options.other), wanted, confidence);
}

int compare_with_published(const CampaignResults& campaign, const CompareOptions& options) {
  const auto published =
      load_reference(options.reference.empty() ? shipped_reference() : options.reference);
  const auto comparisons = compare(published, campaign.cases);
  fmt::print("{}", options.json ? comparison_json(campaign, comparisons, published.size())
                                : comparison_text(campaign, comparisons, published.size()));
  return kOk;
}

int run(const CompareOptions& options) {
  store_of(options.directory);
  const CampaignResults campaign = load_results(options.directory);
  if (options.other.empty() && options.against.empty()) {
    for (const auto& [given, name] : {std::pair{!options.metrics.empty(), "--metric"},
                                      std::pair{options.confidence.has_value(), "--confidence"}})
      if (given)
        throw UsageError(fmt::format("`{}` is of a comparison with OTHER or `--against`", name));
    return compare_with_published(campaign, options);
  }
  if (!options.other.empty()) store_of(options.other);
  const double confidence = options.confidence.value_or(kAnswerConfidence);
  std::string unpaired;
  const auto rows = pairs(campaign, options, confidence, unpaired);
  if (!options.json) {
    fmt::print("{}", paired_text(rows, confidence));
    return kOk;
  }
  auto out = paired_json(rows, confidence);
  if (!unpaired.empty()) out["unpaired"] = unpaired;
  fmt::print("{}\n", json_text(out, 2));
  return kOk;
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
  auto options = std::make_shared<CompareOptions>();
  auto* verb = app.add_subcommand(
      "compare", "Compare a campaign with published values, another campaign or one of its cases");
  verb->add_option("directory", options->directory, "The campaign directory")->required();
  auto* other =
      verb->add_option("other", options->other,
                       "Another campaign with the same cases, compared repetition by repetition");
  auto* reference = verb->add_option("--reference", options->reference,
                                     "File of published values [those shipped in configs]");
  verb->add_option(
          "--against", options->against,
          "A case of the campaign; every other case is compared with it, repetition by repetition")
      ->excludes(other)
      ->excludes(reference);
  other->excludes(reference);
  verb->add_option("--metric", options->metrics,
                   "FLOW/METRIC or METRIC to compare in pairs, or all [the headline metrics]")
      ->allow_extra_args(false);
  verb->add_option("--confidence", options->confidence, "Confidence of the intervals [0.95]")
      ->check(CLI::Range(0.5, 0.9999));
  verb->add_flag("--json", options->json, "Print JSON");
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace seawind
