// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <signal.h>

#include <fstream>

#include "tests/support/eventually.h"
#include "tests/system/agent/agent_fixture.h"
#include "tests/system/agent/flow_logs.h"
#include "tests/system/agent/variant_file.h"
#include "workloads/monotonic.h"

namespace seawind::test {
namespace {

using nlohmann::json;

class TransferTest : public AgentTest {};

class TransferBothWays : public AgentTest, public testing::WithParamInterface<bool> {};

TEST_P(TransferBothWays, EveryByteAndAnOrderlyClose) {
  const bool from_fixed = GetParam();
  constexpr std::int64_t kSize = 343'041;  // not a multiple of the write size
  transfer(from_fixed, kSize);
  if (HasFatalFailure()) return;

  const auto source = read_log(path("bulk1-source.jsonl"));
  EXPECT_THAT(events(source), testing::ElementsAre("prepared", "start", "connected", "shutdown",
                                                   "end_of_stream", "close"));
  EXPECT_EQ(find(source, "prepared").at("size"), kSize);
  EXPECT_EQ(find(source, "prepared").at("end"), "source");
  const json& start = find(source, "start");
  EXPECT_EQ(start.at("t").get<std::int64_t>() - start.at("intended").get<std::int64_t>(),
            start.at("late_ns").get<std::int64_t>());
  const json& last = find(source, "tcp_info", true);
  EXPECT_EQ(last.at("state"), "CLOSE") << "both ends of stream went through";
  EXPECT_EQ(last.at("bytes"), kSize);
  EXPECT_EQ(last.at("bytes_acked"), kSize + 2) << "with SYN and FIN";

  const auto sink = read_log(path("bulk1-sink.jsonl"));
  EXPECT_THAT(events(sink),
              testing::ElementsAre("prepared", "connected", "end_of_stream", "close"));
  EXPECT_EQ(find(sink, "end_of_stream").at("bytes"), kSize);
  EXPECT_EQ(find(sink, "tcp_info", true).at("state"), "CLOSE_WAIT") << "the source closed first";
  EXPECT_EQ(find(sink, "connected").at("peer_port"), find(source, "connected").at("local_port"));
  std::int64_t before = 0;
  for (const json& line : source) {
    EXPECT_GE(line.at("t").get<std::int64_t>(), before);
    before = line.at("t").get<std::int64_t>();
  }
}

INSTANTIATE_TEST_SUITE_P(All, TransferBothWays, testing::Bool());

TEST_F(TransferTest, ATransferForADurationEndsThenAndDeliversTheRest) {
  Flow flow;
  flow.set_name("timed");
  constexpr std::int64_t kDuration = 1'000'000'000;
  flow.mutable_bulk_tcp()->set_duration(kDuration);
  flow.mutable_bulk_tcp()->set_write_size(4288);
  const auto results = run_flow(flow);
  for (const auto& result : results) EXPECT_TRUE(result.ok()) << result.error();
  ASSERT_EQ(results.size(), 2u);
  EXPECT_GT(results[0].bytes(), 0);
  EXPECT_EQ(results[0].bytes(), results[1].bytes());
  const auto source = read_log(path("timed-source.jsonl"));
  const std::int64_t end = find(source, "start").at("intended").get<std::int64_t>() + kDuration;
  EXPECT_EQ(find(source, "prepared").at("duration"), kDuration);
  EXPECT_GE(find(source, "shutdown").at("t").get<std::int64_t>(), end);
  EXPECT_LT(find(source, "shutdown").at("t").get<std::int64_t>(), end + 1'000'000'000);
}

TEST_F(TransferTest, ConnectionsShowTheVariant) {
  const auto connected_with = [&](const std::string& name) {
    for (const bool fixed : {true, false}) {
      ApplyTcpVariantReply reply;
      const auto status = apply(fixed, read_variant(name), &reply);
      EXPECT_TRUE(status.ok()) << status.error_message();
    }
    transfer(true, 100'000);
    return find(read_log(path("bulk1-source.jsonl")), "connected");
  };
  const json baseline = connected_with("baseline");
  EXPECT_EQ(baseline.at("congestion_control"), "reno");
  EXPECT_EQ(baseline.at("cwnd"), 2);
  EXPECT_EQ(baseline.at("timestamps"), false);
  EXPECT_EQ(baseline.at("window_scaling"), false);
  EXPECT_EQ(baseline.at("sack"), true);
  EXPECT_EQ(baseline.at("ecn"), false);
  const json enhanced = connected_with("enhanced-ecn");
  EXPECT_EQ(enhanced.at("cwnd"), 4);
  EXPECT_EQ(enhanced.at("ecn"), true);
  const json stock = connected_with("linux-default");
  EXPECT_EQ(stock.at("congestion_control"), "cubic");
  EXPECT_EQ(stock.at("cwnd"), 10);
  EXPECT_EQ(stock.at("ecn"), false);
  EXPECT_EQ(connected_with("linux-default-ecn").at("ecn"), true);
}

TEST_F(TransferTest, TheLatenessOfTheStartIsReported) {
  ASSERT_TRUE(prepare(false, PrepareRequest::SINK, 1000).ok());
  ASSERT_TRUE(prepare(true, PrepareRequest::SOURCE, 1000).ok());
  const std::int64_t at = monotonic_ns() + kSoon;
  ASSERT_TRUE(start(true, at).ok());
  const auto results = wait(true);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_GT(results[0].start_late_ns(), 0);
  const auto log = read_log(path("bulk1-source.jsonl"));
  EXPECT_EQ(find(log, "start").at("intended"), at);
  EXPECT_EQ(find(log, "start").at("late_ns"), results[0].start_late_ns());
}

TEST_F(TransferTest, AnInstantThatHasPassedIsRefused) {
  ASSERT_TRUE(prepare(true, PrepareRequest::SOURCE, 1000).ok());
  const auto status = start(true, monotonic_ns() - 1);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(),
              testing::MatchesRegex("flow `bulk1`: its start was [0-9.]+ ms ago"));
}

TEST_F(TransferTest, ASinkThatDiesFailsTheSource) {
  constexpr std::int64_t kEndless = 1'000'000'000'000;
  ASSERT_TRUE(prepare(false, PrepareRequest::SINK, kEndless).ok());
  ASSERT_TRUE(prepare(true, PrepareRequest::SOURCE, kEndless).ok());
  const auto sinks = agent(false).generators();
  ASSERT_EQ(sinks.size(), 1u);
  ASSERT_TRUE(start(true, monotonic_ns() + kSoon).ok());
  const std::string counter = "/proc/" + std::to_string(agent(false).pid()) + "/net/dev";
  ASSERT_TRUE(eventually([&] {
    std::ifstream file(counter);
    for (std::string line; std::getline(file, line);) {
      const auto at = line.find("eth0:");
      if (at != std::string::npos) return std::stoll(line.substr(at + 5)) > 1'000'000;
    }
    return false;
  }));
  ASSERT_EQ(kill(sinks[0], SIGKILL), 0);

  const auto source = wait(true);
  ASSERT_EQ(source.size(), 1u);
  EXPECT_TRUE(source[0].ended());
  EXPECT_FALSE(source[0].ok());
  EXPECT_GT(source[0].bytes(), 0);
  EXPECT_LT(source[0].bytes(), kEndless);
  EXPECT_THAT(
      source[0].error(),
      testing::AnyOf(testing::MatchesRegex("cannot send to 10.0.0.2:5001 \\(after [0-9]+ of "
                                           "[0-9]+ bytes\\): (Connection reset by peer|"
                                           "Broken pipe)"),
                     testing::HasSubstr("the sink 10.0.0.2:5001 closed the connection")));
  EXPECT_EQ(find(read_log(path("bulk1-source.jsonl")), "error").at("error"), source[0].error());

  const auto sink = wait(false);
  ASSERT_EQ(sink.size(), 1u);
  EXPECT_EQ(sink[0].error(), "the sink generator was ended by signal 9 (Killed)");
}

TEST_F(TransferTest, AResetLeavesNoConnection) {
  constexpr std::int64_t kEndless = 1'000'000'000'000;
  ASSERT_TRUE(prepare(false, PrepareRequest::SINK, kEndless).ok());
  ASSERT_TRUE(prepare(true, PrepareRequest::SOURCE, kEndless).ok());
  ASSERT_TRUE(start(true, monotonic_ns() + kSoon).ok());
  const auto connections = [&](bool fixed) {
    return run_in(host(fixed), {"ss", "-Htn", "state", "connected", "exclude", "time-wait"});
  };
  ASSERT_TRUE(
      eventually([&] { return !connections(true).empty() && !connections(false).empty(); }));
  // Without a network neither end receives the other's segments; both would retransmit for minutes.
  run_in(host(false), {"ip", "link", "set", "eth0", "down"});
  for (const bool fixed : {true, false}) {
    grpc::ClientContext context;
    ResetReply reply;
    const auto status = agent(fixed).stub().Reset(&context, ResetRequest(), &reply);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(connections(fixed), "");
  }
}

// The NAT of the next repetition's link gives the same ports again.
TEST_F(TransferTest, AResetLeavesNoConnectionInTimeWait) {
  ASSERT_TRUE(prepare(false, PrepareRequest::SINK, 1000).ok());
  ASSERT_TRUE(prepare(true, PrepareRequest::SOURCE, 1000).ok());
  ASSERT_TRUE(start(true, monotonic_ns() + kSoon).ok());
  wait(true);
  wait(false);
  const auto waiting = [&] {
    std::string all;
    for (const bool fixed : {true, false})
      all += run_in(host(fixed), {"ss", "-Htn", "state", "time-wait"});
    return all;
  };
  ASSERT_TRUE(eventually([&] { return !waiting().empty(); }));
  for (const bool fixed : {true, false}) {
    grpc::ClientContext context;
    ResetReply reply;
    EXPECT_TRUE(agent(fixed).stub().Reset(&context, ResetRequest(), &reply).ok());
  }
  EXPECT_EQ(waiting(), "");
}

TEST_F(TransferTest, ASourceThatDiesFailsTheSink) {
  ASSERT_TRUE(prepare(false, PrepareRequest::SINK, 1'000'000).ok());
  ASSERT_TRUE(prepare(true, PrepareRequest::SOURCE, 1000).ok());  // ends early, in order
  ASSERT_TRUE(start(true, monotonic_ns() + kSoon).ok());
  const auto sink = wait(false);
  ASSERT_EQ(sink.size(), 1u);
  EXPECT_FALSE(sink[0].ok());
  EXPECT_EQ(sink[0].bytes(), 1000);
  EXPECT_EQ(sink[0].error(), "the stream ended after 1000 bytes, 1000000 were expected");
}

TEST_F(TransferTest, WithoutAListenerTheFlowFails) {
  ASSERT_TRUE(prepare(true, PrepareRequest::SOURCE, 1000).ok());
  ASSERT_TRUE(start(true, monotonic_ns() + kSoon).ok());
  const auto results = wait(true);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].error(),
            "cannot connect to 10.0.0.2:5001 (after 0 of 1000 bytes): Connection refused");
}

TEST_F(TransferTest, APortInUseIsSaidWhenPreparing) {
  ASSERT_TRUE(prepare(false, PrepareRequest::SINK, 1000, "a").ok());
  const auto status = prepare(false, PrepareRequest::SINK, 1000, "b");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(status.error_message(),
            "flow `b`: cannot bind to 10.0.0.2:5001: Address already in use");
}

}  // namespace
}  // namespace seawind::test
