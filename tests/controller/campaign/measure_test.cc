// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of a workload that reach the metrics.
#include "controller/campaign/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "common/error.h"
#include "common/histogram.h"
#include "controller/testbed/machine_pauses.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

Case case_with(const std::vector<Flow>& flows) {
  Case out;
  for (const Flow& flow : flows) *out.mutable_workload()->add_flows() = flow;
  return out;
}

std::vector<FlowInfo> infos(const Case& test_case) {
  RepetitionPlan plan;
  plan.starts.resize(static_cast<std::size_t>(test_case.workload().flows_size()));
  return flows_of(test_case, plan, 5001);
}

TEST(Measure, CountsTheEntriesOfTheTimelineAfterTheEnd) {
  TestSet test_set;
  test_set.set_settle(500);
  for (const int at : {1000, 2000, 3000}) test_set.add_timeline()->set_at(at);
  EXPECT_EQ(entries_after(test_set, 1500), 3);
  EXPECT_EQ(entries_after(test_set, 1501), 2);
  EXPECT_EQ(entries_after(test_set, 3501), 0);
}

Flow stream(std::optional<int> packets, std::int64_t lifetime) {
  Flow flow;
  flow.set_name("audio");
  if (packets) flow.mutable_stream()->set_packets(*packets);
  if (lifetime > 0) flow.mutable_stream()->set_lifetime(lifetime);
  flow.mutable_stream()->set_bursts(2);
  return flow;
}

Flow tfrc() {
  Flow flow;
  flow.set_name("video");
  flow.mutable_tfrc()->set_packet_size(1000);
  flow.mutable_tfrc()->set_lifetime(400'000'000);
  return flow;
}

TEST(Measure, TheRelaysOwnLatenessLeavesOutWhatAPauseExplains) {
  Fidelity fidelity;
  EXPECT_EQ(relay_p999(fidelity), -1);
  Histogram all;
  Histogram machine;
  for (int i = 0; i < 1000; ++i) all.record(10'000);
  for (int i = 0; i < 5; ++i) {
    all.record(9'000'000);
    machine.record(9'000'000);
  }
  fidelity.mutable_histogram()->Add(all.counts().begin(), all.counts().end());
  fidelity.set_lateness_max_relay_ns(9'000'000);
  EXPECT_EQ(relay_p999(fidelity), 9'000'000);
  fidelity.mutable_machine_histogram()->Add(machine.counts().begin(), machine.counts().end());
  fidelity.set_lateness_max_relay_ns(10'000);
  EXPECT_EQ(relay_p999(fidelity), 10'000);
  *fidelity.mutable_machine_histogram() = fidelity.histogram();
  EXPECT_EQ(relay_p999(fidelity), -1) << "a pause explains each";
}

TEST(Measure, TheFailureOfAProgramIsTheReason) {
  const auto result = [](const char* flow, bool ended, const char* error, bool own) {
    GeneratorResult out;
    out.set_flow(flow);
    out.set_ended(ended);
    out.set_error(error);
    out.set_program_failed(own);
    return out;
  };
  const Workload none;
  const GeneratorResult running = result("bulk", false, "", false);
  const GeneratorResult reset = result("bulk", true, "reset", false);
  const GeneratorResult program = result("curl", true, "curl ended with status 7", true);
  constexpr std::int64_t kMinute = 60'000'000'000;
  EXPECT_EQ(failure_of(none, {running, reset, program}, kMinute),
            "flow curl: source: curl ended with status 7");
  EXPECT_EQ(failure_of(none, {running, reset}, kMinute), "flow bulk: source: reset");
  EXPECT_EQ(failure_of(none, {running}, kMinute), "flow bulk: source was still running after 1min");
}

TEST(Measure, AStreamsBurstsAndLifetimeReachItsMetrics) {
  const Case test_case = case_with({stream(1147, 0), stream({}, 200'000'000), tfrc()});
  EXPECT_THAT(
      flow_specs(test_case, infos(test_case)),
      ElementsAre(
          AllOf(Field(&FlowSpec::burst_packets, 1147), Field(&FlowSpec::lifetime, 0)),
          AllOf(Field(&FlowSpec::burst_packets, 0), Field(&FlowSpec::lifetime, 200'000'000)),
          Field(&FlowSpec::lifetime, 400'000'000)));
}

// Two round-trip times of 100 ms: the rate grows by 10 kB/s, which is one packet of 1000 B per
// round-trip time. Then new loss halves it.
TEST(Measure, RateControlComesFromTheSourcesLog) {
  test::TempTree files;
  files.write("video-source.jsonl",
              R"({"t":0,"event":"start"}
{"t":100000000,"event":"feedback","rate":20000,"rtt_ns":100000000,"loss_rate":0.01}
{"t":200000000,"event":"feedback","rate":30000,"rtt_ns":100000000,"loss_rate":0.01}
{"t":300000000,"event":"feedback","rate":15000,"rtt_ns":100000000,"loss_rate":0.04}
)");
  const auto values = log_metrics_of(case_with({stream(10, 0), tfrc()}), Directory(files.root()));
  const auto value = [&](const std::string& name) {
    for (const auto& one : values)
      if (one.flow == "video" && one.metric == name) return one.value;
    return -1.0;
  };
  EXPECT_DOUBLE_EQ(value("aggressiveness"), 1);
  EXPECT_DOUBLE_EQ(value("smoothness"), 0.5);
}

TEST(Measure, ASourceWithoutALogIsAnError) {
  test::TempTree files;
  EXPECT_THAT([&] { log_metrics_of(case_with({tfrc()}), Directory(files.root())); },
              testing::ThrowsMessage<Error>(HasSubstr("video-source.jsonl")));
}

TEST(Fidelity, OneTickOfCpuStealIsNoEvidence) {
  LinkReport report;
  report.set_link_time_ns(50'000'000);
  report.mutable_fidelity()->set_cpu_steal_ns(10'000'000);
  EXPECT_EQ(fidelity_of(report, {}).cpu_steal, 0);
  report.mutable_fidelity()->set_cpu_steal_ns(30'000'000);
  EXPECT_DOUBLE_EQ(fidelity_of(report, {}).cpu_steal,
                   0.4 / static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN)));
}

}  // namespace
}  // namespace seawind
