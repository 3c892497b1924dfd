// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/store/stored_campaign.h"

#include <cstring>
#include <fstream>
#include <sstream>

#include "common/event_log.h"
#include "tests/controller/store/create_campaign.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kBegin = 1'790'000'000'000'000'000;  // of the campaign, Unix time

Plan plan_of(const std::vector<StoredCase>& cases, const std::optional<Until>& until) {
  Plan plan;
  if (until) *plan.mutable_test_set()->mutable_until() = *until;
  plan.mutable_test_set()->mutable_limits()->set_lateness_p999(1'000'000);
  plan.mutable_test_set()->mutable_limits()->set_lateness_max(20'000'000);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Case& c = *plan.add_cases();
    c.set_index(static_cast<std::uint32_t>(i));
    c.set_id(StoredCampaign::case_name(cases[i]));
    for (const char* name : {"bulk1", "bulk2", "competitor"}) {
      Flow& flow = *c.mutable_workload()->add_flows();
      flow.set_name(name);
      flow.mutable_bulk_tcp()->set_size(343'040);
    }
    c.mutable_workload()->mutable_flows(2)->set_role(Flow::COMPETITOR);
    if (!cases[i].errors) continue;
    c.mutable_link()->mutable_channel()->add_states()->set_name("good");
    c.mutable_link()->mutable_channel()->add_states()->set_name("bad");
    LinkDirection bad;
    bad.mutable_error_probability()->set_fixed(0.6);
    (*c.mutable_link()->mutable_downlink()->mutable_states())["bad"] = bad;
  }
  return plan;
}

/// Forty seconds: the router queue and the send buffer fill and drain in a sawtooth, a packet is
/// dropped at each peak, the state changes every 7 s, one packet is lost in each bad state.
void write_log(const fs::path& file, bool errors) {
  EventLogWriter log(file.string(), LogHeader{.snap_limit = 96});
  const auto write = [&](EventKind kind, Direction direction, std::int64_t ms, std::int64_t value,
                         std::uint8_t code = 0) {
    EventRecord e{};
    e.time_ns = ms * 1'000'000;
    e.packet = 1;
    e.size = 576;
    e.kind = kind;
    e.direction = direction;
    e.value = value;
    e.code = code;
    log.write(std::as_bytes(std::span(&e, 1)));
  };
  const auto drop = [&](std::int64_t ms, DropReason reason) {
    write(EventKind::kDrop, Direction::kDownlink, ms, 0, static_cast<std::uint8_t>(reason));
  };
  for (std::int64_t ms = 500; ms < 40'000; ms += 72) {
    const std::int64_t tooth = (ms / 72) % 60;
    write(EventKind::kRouterEnqueue, Direction::kDownlink, ms,
          std::min<std::int64_t>(tooth, 20) * 576);
    if (tooth == 59) drop(ms, DropReason::kRouterFull);
    write(EventKind::kSendBufferEnter, Direction::kDownlink, ms + 1, 11520 - (ms / 720 % 5) * 576);
    write(EventKind::kSendBufferEnter, Direction::kUplink, ms + 2, (ms / 144) % 4 * 40);
    if (errors && (ms - 500) / 72 % 97 == 96)
      write(EventKind::kStateChange, Direction::kDownlink, ms + 3, 0,
            static_cast<std::uint8_t>((ms - 500) / 72 / 97 % 2 == 0 ? 1 : 0));
    if (errors && tooth == 40) drop(ms + 4, DropReason::kErrorLoss);
  }
  log.close();
}

AttemptRecord valid_attempt(int case_id, int number, double throughput, bool errors) {
  constexpr double kBytes = 760320;
  AttemptRecord a;
  a.case_id = case_id;
  a.number = number;
  a.verdict = Verdict::kValid;
  a.cause = Cause::kNone;
  a.directory = "attempts/" + std::to_string(case_id) + "-" + std::to_string(number);
  a.started_unix_ns = kBegin + (number * 100 + case_id) * 60'000'000'000;
  a.fidelity = FidelityInfo{.releases = 4000,
                            .lateness_p50 = 4'000,
                            .lateness_p99 = 60'000 + number * 1'000,
                            .lateness_p999 = 180'000 + number * 1'000,
                            .lateness_max = 900'000,
                            .histogram = {{3, 4}},
                            .cpu_steal = 0.004,
                            .realtime = true,
                            .start_error_max = 210'000};
  const double elapsed = kBytes / throughput;
  a.metrics = {{"", "overall_throughput", "B/s", throughput},
               {"", "total_elapsed", "s", elapsed},
               {"downlink", "utilization", "1", throughput / 8000},
               {"downlink", "drops_router_full", "packets", 60.0 + number},
               {"downlink", "drops_error_loss", "packets", errors ? 2.0 : 0.0},
               {"uplink", "drops_error_loss", "packets", errors ? 1.0 : 0.0},
               {"slower", "elapsed", "s", elapsed},
               {"slower", "throughput", "B/s", 640 * 576 / elapsed},
               {"faster", "elapsed", "s", elapsed - 5 - number},
               {"faster", "throughput", "B/s", 640 * 576 / (elapsed - 5 - number)},
               {"third", "elapsed", "s", 20.0 + 3 * number},
               {"third", "throughput", "B/s", 40 * 576 / (20.0 + 3 * number)}};
  return a;
}

}  // namespace

std::string StoredCampaign::case_name(const StoredCase& c) {
  return c.link + "/" + c.router + "/" + c.tcp + "/" + c.workload;
}

StoredCampaign::StoredCampaign(const std::vector<StoredCase>& cases, const std::string& name,
                               const std::optional<Until>& until) {
  std::vector<CaseInfo> infos;
  std::vector<int> repetitions;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& c = cases[i];
    const int id = static_cast<int>(i);
    infos.push_back({id, case_name(c), c.link, c.router, c.tcp, c.workload});
    repetitions.push_back(static_cast<int>(c.throughput.size()) + c.failed + c.pending);
  }
  Store store = create_campaign(directory(),
                                {.name = name,
                                 .test_set_file = "configs/testsets/quickstart.yaml",
                                 .resolved_sha256 = {},  // that of the plan
                                 .seed = 2001,
                                 .program_version = "0.1.0",
                                 .host = R"({"kernel":"6.18.44","cpu":"a processor","cores":2})",
                                 .created_unix_ns = kBegin},
                                plan_of(cases, until), infos, repetitions);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    int number = 0;
    for (const double throughput : cases[i].throughput) {
      const auto a = valid_attempt(static_cast<int>(i), number++, throughput, cases[i].errors);
      fs::create_directories(directory() / a.directory);
      write_log(directory() / a.directory / kEventLogFile, cases[i].errors);
      store.commit_attempt(a, RepetitionState::kDone);
    }
    for (int failed = 0; failed < cases[i].failed; ++failed) {
      AttemptRecord a;
      a.case_id = static_cast<int>(i);
      a.number = number++;
      a.verdict = Verdict::kInvalid;
      a.cause = Cause::kLimit;
      a.reason = "lateness p99.9 2.1ms > 1ms <limit>";
      a.directory = "attempts/failed-" + std::to_string(i) + "-" + std::to_string(failed);
      store.commit_attempt(a, RepetitionState::kFailed);
    }
  }
}

std::vector<StoredCase> quickstart_cases() {
  return {{.link = "e0", .tcp = "baseline", .throughput = {7817, 7811, 7820, 7825, 7815, 7830}},
          {.link = "e0", .tcp = "enhanced", .throughput = {7872, 7869, 7874, 7880, 7871, 7873}},
          {.link = "r4",
           .tcp = "baseline",
           .errors = true,
           .throughput = {6639, 6500, 6800, 6700, 6450, 6610}},
          {.link = "r4",
           .tcp = "enhanced",
           .errors = true,
           .throughput = {6730, 6620, 6850, 6790, 6600, 6710}}};
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace seawind::test
