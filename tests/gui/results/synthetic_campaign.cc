// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/results/synthetic_campaign.h"

#include <fmt/format.h>

#include <fstream>

#include "tests/controller/export/export_log.h"
#include "tests/controller/store/create_campaign.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;

CaseInfo synthetic_info(int index) {
  const std::string link = index / 2 == 0   ? "e0"
                           : index / 2 == 1 ? "r4"
                                            : fmt::format("l{}", index / 2);
  const std::string tcp = index % 2 == 0 ? "baseline" : "enhanced";
  return {index, fmt::format("{}/tail-drop-20/{}/w1", link, tcp), link, "tail-drop-20", tcp, "w1"};
}

Plan synthetic_plan(const SyntheticCampaign& wanted) {
  Plan plan;
  plan.mutable_test_set()->set_settle(wanted.settle);
  plan.mutable_test_set()->mutable_limits()->set_lateness_p999(1'000'000);
  for (int i = 0; i < wanted.cases; ++i) {
    auto& c = *plan.add_cases();
    c.set_index(static_cast<std::uint32_t>(i));
    c.set_id(synthetic_info(i).name);
    for (const char* name : {"bulk1", "competitor"}) {
      Flow& flow = *c.mutable_workload()->add_flows();
      flow.set_name(name);
      flow.mutable_bulk_tcp()->set_size(1500);
    }
    c.mutable_workload()->mutable_flows(1)->set_role(Flow::COMPETITOR);
    if (synthetic_info(i).link != "r4") continue;
    c.mutable_link()->mutable_channel()->add_states()->set_name("good");
    c.mutable_link()->mutable_channel()->add_states()->set_name("bad");
  }
  return plan;
}

AttemptRecord synthetic_attempt(const SyntheticCampaign& wanted, int case_id, int number) {
  AttemptRecord a;
  a.case_id = case_id;
  a.number = number;
  a.slot = 1;
  a.started_unix_ns = 1'790'000'000'000'000'000 + number * 60'000'000'000;
  a.ended_unix_ns = a.started_unix_ns + 41'500'000'000;
  a.verdict = Verdict::kValid;
  a.cause = Cause::kNone;
  a.directory = fmt::format("attempts/{:03}/{:03}-1", case_id, number);
  a.fidelity = FidelityInfo{.releases = 4000,
                            .lateness_p999 = 180'000 + number * 1'000,
                            .lateness_max = 900'000,
                            .histogram = {{3, 4}},
                            .realtime = true};
  a.flows = {{.name = "bulk1", .generator = "bulk_tcp", .sink_port = 5001, .size = 1500}};
  // Unordered values that are the same for every campaign: numbers of a linear congruence.
  const double draw = static_cast<double>((number * 7919 + case_id * 104729) % 1000) / 1000;
  const double throughput = 6000 + 400 * case_id + 300 * draw + wanted.faster;
  a.metrics = {{"", "overall_throughput", "B/s", throughput},
               {"", "total_elapsed", "s", 760320 / throughput},
               {"bulk1", "delay_median", "s", 0.2 + draw},
               {"bulk1", "throughput", "B/s", throughput / 2},
               {"downlink", "drops_congestion", "packets", 10 + 5 * draw},
               {"third", "elapsed", "s", 20 + 9 * draw},
               {"third", "start", "s", 2 + 8 * (1 - draw)}};
  for (int m = 0; m < wanted.further_metrics; ++m)
    a.metrics.push_back(
        {fmt::format("flow{}", m / 40), fmt::format("measure_{}", m % 40), "B", draw * m + number});
  return a;
}

void write_attempt(const fs::path& directory, const SyntheticCampaign& wanted, Store& store,
                   int case_id, int number) {
  const AttemptRecord a = synthetic_attempt(wanted, case_id, number);
  if (wanted.logs) {
    fs::create_directories(directory / a.directory);
    export_log().write(directory / a.directory / kEventLogFile, kEpoch);
    std::ofstream(directory / a.directory / "verdict.json") << "{}\n";
  }
  store.commit_attempt(a, RepetitionState::kDone);
}

}  // namespace

std::string synthetic_case(int index) {
  return synthetic_info(index).name;
}

fs::path make_campaign(const fs::path& directory, const SyntheticCampaign& wanted) {
  fs::create_directories(directory / "logs");
  std::ofstream(directory / "logs/agent-1-fixed.log") << "ready\n";
  std::ofstream(directory / "logs/agent-2-fixed.log") << "of another slot\n";
  std::vector<CaseInfo> cases;
  for (int i = 0; i < wanted.cases; ++i) cases.push_back(synthetic_info(i));
  Store store = create_campaign(directory,
                                {.name = directory.filename().string(),
                                 .test_set_file = "testsets/synthetic.yaml",
                                 .resolved_sha256 = {},  // that of the plan
                                 .seed = wanted.seed,
                                 .program_version = "0.1.0",
                                 .host = "{}",
                                 .created_unix_ns = 1'790'000'000'000'000'000},
                                synthetic_plan(wanted), cases,
                                std::vector<int>(cases.size(), wanted.repetitions));
  for (int i = 0; i < wanted.cases; ++i) {
    for (int n = 0; n < wanted.repetitions; ++n) {
      if (i == wanted.cases - 1 && n >= wanted.repetitions - wanted.pending) continue;
      if (wanted.failed && i == 0 && n == 1) {
        AttemptRecord bad;
        bad.case_id = i;
        bad.number = n;
        bad.verdict = Verdict::kInvalid;
        bad.cause = Cause::kLimit;
        bad.reason = "lateness p99.9 2.1ms > 1ms";
        bad.directory = "attempts/bad";
        store.commit_attempt(bad, RepetitionState::kFailed);
      } else {
        write_attempt(directory, wanted, store, i, n);
      }
    }
  }
  return directory;
}

void finish_one(const fs::path& directory, const SyntheticCampaign& of, int number) {
  Store store(directory / kStoreFile);
  write_attempt(directory, of, store, of.cases - 1, number);
}

}  // namespace seawind::test
