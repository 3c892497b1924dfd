// SPDX-License-Identifier: GPL-3.0-or-later
// Every generator but bulk_tcp between two hosts: exact bytes, packets, order, times.
#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <set>

#include "tests/support/eventually.h"
#include "tests/system/agent/agent_fixture.h"
#include "tests/system/agent/flow_logs.h"
#include "workloads/monotonic.h"

namespace seawind::test {
namespace {

using nlohmann::json;

class GeneratorsTest : public AgentTest {
 protected:
  std::vector<json> log(const std::string& name) const { return read_log(path(name + ".jsonl")); }
  static void expect_ok(const std::vector<GeneratorResult>& results) {
    for (const auto& result : results) EXPECT_TRUE(result.ok()) << result.error();
  }
};

std::int64_t time_of(const json& line) {
  return line.at("t").get<std::int64_t>();
}

TEST_F(GeneratorsTest, AnHttpPageHasItsBytesAndItsOrder) {
  Flow flow = named("page");
  flow.mutable_http()->set_body_size(11'792);
  flow.mutable_http()->set_objects(8);
  flow.mutable_http()->set_object_size(8'576);
  // Larger than the send buffer of a new socket.
  flow.mutable_http()->set_object_request_size(65'536);
  flow.mutable_http()->set_connections(4);
  const auto results = run_flow(flow);
  ASSERT_EQ(results.size(), 2u);
  expect_ok(results);
  EXPECT_EQ(results[0].bytes(), 80'400);
  EXPECT_EQ(results[1].bytes(), 80'400);
  EXPECT_GT(results[1].start_late_ns(), 0) << "it is the client that starts";
  EXPECT_EQ(results[0].start_late_ns(), 0);

  const auto client = log("page-sink");
  std::vector<int> opened;
  int open = 0;
  int most = 0;
  bool body_began = false;
  std::set<int> complete;
  for (const json& line : client) {
    const std::string event = line.at("event");
    if (event == "open") {
      opened.push_back(line.at("object"));
      most = std::max(most, ++open);
      EXPECT_EQ(body_began, opened.size() > 1) << "objects after the first bytes of the body";
    }
    if (event == "first_byte" && line.at("object") == 0) body_began = true;
    if (event == "last_byte") {
      complete.insert(line.at("object").get<int>());
      EXPECT_EQ(line.at("bytes"), line.at("object") == 0 ? 11'792 : 8'576);
    }
    if (event == "close_object") --open;
  }
  EXPECT_EQ(opened, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(most, 4);
  EXPECT_EQ(complete.size(), 9u);
  const auto first_open = time_of(find(client, "open"));
  const json& page = find(client, "page");
  EXPECT_EQ(page.at("response_ns"), time_of(find(client, "last_byte", true)) - first_open);
  EXPECT_EQ(time_of(page), time_of(find(client, "last_byte", true)));

  std::int64_t requested = 0;
  for (const json& line : all_of(log("page-source"), "request")) {
    requested += line.at("bytes").get<std::int64_t>();
  }
  EXPECT_EQ(requested, 351 + 8 * 65'536);
  EXPECT_EQ(all_of(log("page-source"), "object_closed").size(), 9u);
}

TEST_F(GeneratorsTest, AnHttpClientReportsAMissingServer) {
  Flow flow = named("page");
  flow.mutable_http();
  ASSERT_TRUE(prepare_flow(false, PrepareRequest::SINK, flow).ok());
  ASSERT_TRUE(start(false, monotonic_ns() + kSoon, "page").ok());
  const auto results = wait(false);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].error(),
            "cannot connect for object 0 from 10.0.0.1:5001 (after 0 of 11792 bytes): Connection "
            "refused");
}

TEST_F(GeneratorsTest, AStreamArrivesPacketByPacketAtItsInstants) {
  Flow flow = named("stream");
  auto* stream = flow.mutable_stream();
  stream->mutable_packet_size()->set_fixed(48);
  stream->mutable_interval()->set_fixed(5'000'000);
  stream->set_packets(100);
  stream->set_bursts(2);
  stream->mutable_idle()->mutable_uniform()->set_min(200'000'000);
  stream->mutable_idle()->mutable_uniform()->set_max(300'000'000);
  const auto results = run_flow(flow);
  ASSERT_EQ(results.size(), 2u);
  expect_ok(results);
  EXPECT_EQ(results[0].bytes(), 200 * 48);
  EXPECT_EQ(results[1].bytes(), 200 * 48);
  EXPECT_EQ(results[0].pacing().packets(), 200u);
  EXPECT_LE(results[0].pacing().p50_ns(), results[0].pacing().max_ns());
  EXPECT_FALSE(results[1].has_pacing());

  const auto source = log("stream-source");
  const auto sent = all_of(source, "sent");
  const auto received = all_of(log("stream-sink"), "received");
  ASSERT_EQ(sent.size(), 200u);
  ASSERT_EQ(received.size(), 200u);
  const std::int64_t begin = find(source, "start").at("intended");
  for (std::size_t i = 0; i < 200; ++i) {
    EXPECT_EQ(sent[i].at("seq"), i);
    EXPECT_EQ(received[i].at("seq"), i);
    EXPECT_EQ(received[i].at("sent"), sent[i].at("t"));
    EXPECT_GE(time_of(received[i]), time_of(sent[i]));
    const std::int64_t planned = time_of(sent[i]) - sent[i].at("late_ns").get<std::int64_t>();
    if (i < 100) {
      EXPECT_EQ(planned, begin + static_cast<std::int64_t>(i) * 5'000'000);
    }
  }
  const auto planned = [&](std::size_t i) {
    return time_of(sent[i]) - sent[i].at("late_ns").get<std::int64_t>();
  };
  const std::int64_t idle = planned(100) - planned(99) - 5'000'000;
  EXPECT_GE(idle, 200'000'000);
  EXPECT_LT(idle, 300'000'000);
}

TEST_F(GeneratorsTest, AStreamWhoseEndIsLostEndsAfterTheDrain) {
  Flow flow = named("stream");
  flow.mutable_stream()->set_packets(10);
  flow.mutable_stream()->mutable_interval()->set_fixed(1'000'000);
  flow.mutable_stream()->set_drain(100'000'000);
  // Only the sink runs, so no packet arrives.
  ASSERT_TRUE(prepare_flow(false, PrepareRequest::SINK, flow).ok());
  const std::int64_t at = monotonic_ns() + kSoon;
  ASSERT_TRUE(start(false, at, "stream").ok());
  const auto results = wait(false);
  const std::int64_t now = monotonic_ns();
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].ok()) << results[0].error();
  EXPECT_EQ(results[0].bytes(), 0);
  EXPECT_GE(now, at + 9'000'000 + 100'000'000);
  EXPECT_EQ(find(log("stream-sink"), "close").at("missing"), 10);
}

TEST_F(GeneratorsTest, ALifetimeIsInTheIpHeaderOfEveryPacket) {
  Flow flow = named("stream");
  flow.mutable_stream()->set_packets(20);
  flow.mutable_stream()->mutable_interval()->set_fixed(1'000'000);
  flow.mutable_stream()->set_lifetime(3'000'000'000);
  const auto octets = [&] {
    std::istringstream words(run_in(
        host(false), {"sh", "-c", "grep IpExt: /proc/net/netstat | tail -1 | awk '{print $8}'"}));
    std::int64_t value = 0;
    words >> value;
    return value;
  };
  const std::int64_t before = octets();
  const auto results = run_flow(flow);
  expect_ok(results);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[1].bytes(), 20 * 48);
  // 20 + 8 bytes of IP header, 8 of UDP, 48 of payload.
  EXPECT_EQ(octets() - before, 20 * (28 + 8 + 48));
}

TEST_F(GeneratorsTest, PingIsAnsweredOverEveryCarrier) {
  for (const auto via : {Ping::AUTO, Ping::ICMP, Ping::UDP}) {
    Flow flow = named("ping" + std::to_string(via));
    flow.mutable_ping()->set_count(20);
    flow.mutable_ping()->set_interval(5'000'000);
    flow.mutable_ping()->set_payload(32);
    flow.mutable_ping()->set_via(via);
    const auto results = run_flow(flow);
    expect_ok(results);
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[0].bytes(), 20 * 32);
    const auto source = log(flow.name() + "-source");
    EXPECT_EQ(all_of(source, "received").size(), 20u);
    for (const json& line : all_of(source, "received")) {
      EXPECT_GT(line.at("rtt_ns"), 0);
      EXPECT_LT(line.at("rtt_ns"), 5'000'000'000);
    }
    const std::string carrier = find(source, "prepared").at("via");
    EXPECT_EQ(carrier == "udp", via == Ping::UDP) << carrier;
    reset();
  }
}

TEST_F(GeneratorsTest, RequestsAndResponses) {
  for (const auto protocol : {RequestResponse::TCP, RequestResponse::UDP}) {
    Flow flow = named("rr" + std::to_string(protocol));
    auto* rr = flow.mutable_request_response();
    rr->set_protocol(protocol);
    rr->set_request_size(100);
    rr->set_response_size(3000);
    rr->set_count(7);
    rr->set_think(10'000'000);
    const auto results = run_flow(flow);
    expect_ok(results);
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[0].bytes(), 7 * 3000);
    EXPECT_EQ(results[1].bytes(), 7 * 3000);
    const auto responses = all_of(log(flow.name() + "-sink"), "response");
    ASSERT_EQ(responses.size(), 7u);
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(responses[i].at("request"), i);
      EXPECT_EQ(responses[i].at("transmissions"), 1);
      if (i > 0) {
        EXPECT_GE(time_of(responses[i]) - time_of(responses[i - 1]), 10'000'000);
      }
    }
    reset();
  }
}

TEST_F(GeneratorsTest, ADownloadIsResetAfterItsBytes) {
  Flow flow = named("abort");
  flow.mutable_aborted_download()->set_size(100'000'000);
  flow.mutable_aborted_download()->set_after_bytes(50'001);
  const auto results = run_flow(flow);
  expect_ok(results);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[1].bytes(), 50'001);
  EXPECT_GE(results[0].bytes(), 50'001);
  EXPECT_LT(results[0].bytes(), 100'000'000);
  EXPECT_EQ(events(log("abort-sink")),
            (std::vector<std::string>{"prepared", "start", "connected", "reset", "close"}));
  EXPECT_EQ(events(log("abort-source")),
            (std::vector<std::string>{"prepared", "connected", "reset", "close"}));
}

TEST_F(GeneratorsTest, ADownloadThatIsGivenUpBeforeItsConnectionEnds) {
  run_in(host(false), {"nft",
                       "table ip t { chain out { type filter hook output priority 0; "
                       "tcp flags syn drop; }; }"});
  Flow flow = named("abort");
  flow.mutable_aborted_download()->set_size(1000);
  flow.mutable_aborted_download()->set_after_time(1'000'000);
  const auto results = run_flow(flow);
  expect_ok(results);
  EXPECT_EQ(events(log("abort-source")), (std::vector<std::string>{"prepared", "close"}));
}

TEST_F(GeneratorsTest, ADownloadWhoseResetIsLostEnds) {
  run_in(host(false), {"nft",
                       "table ip t { chain out { type filter hook output priority 0; "
                       "tcp flags & rst == rst drop; }; }"});
  Flow flow = named("abort");
  flow.mutable_aborted_download()->set_size(1);  // acknowledged long before the reset
  flow.mutable_aborted_download()->set_after_time(200'000'000);
  const auto results = run_flow(flow);
  expect_ok(results);
  EXPECT_EQ(events(log("abort-source")),
            (std::vector<std::string>{"prepared", "connected", "no_reset", "close"}));
}

TEST_F(GeneratorsTest, ADownloadIsResetAtItsTime) {
  Flow flow = named("abort");
  flow.mutable_aborted_download()->set_size(1);  // all bytes have arrived long before the reset
  flow.mutable_aborted_download()->set_after_time(200'000'000);
  const auto results = run_flow(flow);
  expect_ok(results);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[1].bytes(), 1);
  const auto sink = log("abort-sink");
  EXPECT_GE(time_of(find(sink, "reset")),
            find(sink, "start").at("intended").get<std::int64_t>() + 200'000'000);
}

TEST_F(GeneratorsTest, TfrcFillsAnIdlePathAndAcceptsAHandoverNotification) {
  Flow flow = named("tfrc");
  auto* tfrc = flow.mutable_tfrc();
  tfrc->set_packet_size(500);
  tfrc->set_duration(4'000'000'000);  // its log is on disk after a second
  tfrc->set_drain(100'000'000);
  for (const auto end : {PrepareRequest::SINK, PrepareRequest::SOURCE}) {
    const auto status = prepare_flow(end == PrepareRequest::SOURCE, end, flow);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  const std::int64_t at = monotonic_ns() + kSoon;
  ASSERT_TRUE(start(true, at, "tfrc").ok());
  ASSERT_TRUE(start(false, at, "tfrc").ok());
  // The log is not parsed, because on an idle path it grows faster than it can be parsed.
  ASSERT_TRUE(
      eventually([&] { return file("tfrc-source.jsonl").find("feedback") != std::string::npos; }));
  const auto told = notify(false, "tfrc", "handover 42.24kbit/s 100ms");
  ASSERT_TRUE(told.ok()) << told.error_message();
  EXPECT_EQ(notify(false, "nobody", "x").error_code(), grpc::StatusCode::NOT_FOUND);
  std::vector<GeneratorResult> results;
  for (const bool fixed : {true, false}) {
    for (auto& result : wait(fixed)) results.push_back(result);
  }
  expect_ok(results);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_GT(results[0].bytes(), 0);
  EXPECT_EQ(results[0].bytes() % 500, 0);
  EXPECT_LE(results[1].bytes(), results[0].bytes());
  EXPECT_GT(results[1].bytes(), 0);
  EXPECT_GT(results[0].pacing().packets(), 0u);
  const auto source = log("tfrc-source");
  const auto sink = log("tfrc-sink");
  const json& handover = find(sink, "handover");
  EXPECT_NEAR(handover.at("rate").get<double>(), 5000, 0.001);
  bool adapted = false;
  for (const json& line : all_of(source, "feedback")) {
    adapted |=
        std::abs(line.at("rate").get<double>() - 5000) < 1 && line.at("handovers").get<int>() == 1;
  }
  EXPECT_TRUE(adapted);
}

/// The source alone: the mobile host answers each of its packets with an ICMP error.
class IcmpErrors : public GeneratorsTest {
 protected:
  GeneratorResult run_alone(const Flow& flow, bool fixed = true,
                            PrepareRequest::End end = PrepareRequest::SOURCE) {
    const auto prepared = prepare_flow(fixed, end, flow);
    EXPECT_TRUE(prepared.ok()) << prepared.error_message();
    EXPECT_TRUE(start(fixed, monotonic_ns() + kSoon, flow.name()).ok());
    const auto results = wait(fixed);
    return results.size() == 1 && results[0].ended() ? results[0] : GeneratorResult();
  }
};

TEST_F(IcmpErrors, AStreamSendsAllItsPackets) {
  Flow flow = named("stream");
  flow.mutable_stream()->set_packets(20);
  flow.mutable_stream()->mutable_interval()->set_fixed(5'000'000);
  const auto result = run_alone(flow);
  EXPECT_TRUE(result.ok()) << result.error();
  EXPECT_EQ(result.bytes(), 20 * 48);
}

TEST_F(IcmpErrors, TfrcSendsForItsDuration) {
  Flow flow = named("tfrc");
  flow.mutable_tfrc()->set_packet_size(500);
  flow.mutable_tfrc()->set_duration(3'000'000'000);
  const auto result = run_alone(flow);
  EXPECT_TRUE(result.ok()) << result.error();
  EXPECT_GT(result.bytes(), 500);
}

TEST_F(IcmpErrors, APingSendsAllItsRequests) {
  Flow flow = named("ping");
  flow.mutable_ping()->set_count(20);
  flow.mutable_ping()->set_interval(5'000'000);
  flow.mutable_ping()->set_patience(10'000'000);
  flow.mutable_ping()->set_via(Ping::UDP);
  EXPECT_EQ(run_alone(flow).error(), "none of 20 requests was answered");
  reset();
  // A gateway answers echo requests: administratively prohibited.
  run_in(host(false), {"ip", "address", "add", "10.0.0.3/32", "dev", "eth0"});
  run_in(host(false), {"sysctl", "-qw", "net.ipv4.ip_forward=1"});
  run_in(host(false), {"ip", "address", "del", "10.0.0.2/24", "dev", "eth0"});
  run_in(host(false), {"ip", "route", "add", "10.0.0.1", "dev", "eth0"});
  run_in(host(false), {"ip", "route", "add", "prohibit", "10.0.0.2"});
  run_in(host(true), {"ip", "route", "add", "10.0.0.2", "via", "10.0.0.3"});
  flow.mutable_ping()->set_via(Ping::ICMP);
  EXPECT_EQ(run_alone(flow).error(), "none of 20 requests was answered");
}

TEST_F(IcmpErrors, ARequestIsSentAsOftenAsItIsTried) {
  Flow flow = named("rr");
  flow.mutable_request_response()->set_protocol(RequestResponse::UDP);
  flow.mutable_request_response()->set_retry(10'000'000);
  flow.mutable_request_response()->set_tries(3);
  EXPECT_EQ(run_alone(flow, false, PrepareRequest::SINK).error(),
            "request 0 had no response after 3 transmissions");
}

TEST_F(GeneratorsTest, AStreamWhosePacketsAreLateIsStopped) {
  Flow flow = named("stream");
  flow.mutable_stream()->set_packets(100'000'000);
  flow.mutable_stream()->mutable_interval()->set_fixed(20'000);
  ASSERT_TRUE(prepare_flow(true, PrepareRequest::SOURCE, flow).ok());
  ASSERT_TRUE(start(true, monotonic_ns() + kSoon, "stream").ok());
  constexpr std::size_t kMuch = 1'000'000;
  const std::string source = "stream-source.jsonl";
  ASSERT_TRUE(eventually([&] { return std::filesystem::file_size(path(source)) > kMuch; }));
  reset();
  const std::string text = file(source);
  const json last = json::parse(text.substr(text.rfind('\n', text.size() - 2) + 1));
  EXPECT_EQ(last.at("event"), "close");
  EXPECT_EQ(last.value("ok", true), false);
}

TEST_F(GeneratorsTest, AKilledGeneratorKeepsItsLog) {
  Flow flow = named("stream");
  flow.mutable_stream()->set_packets(1'000'000);
  flow.mutable_stream()->mutable_interval()->set_fixed(1'000'000);
  for (const auto end : {PrepareRequest::SINK, PrepareRequest::SOURCE}) {
    ASSERT_TRUE(prepare_flow(end == PrepareRequest::SOURCE, end, flow).ok());
  }
  const std::int64_t at = monotonic_ns() + kSoon;
  ASSERT_TRUE(start(true, at, "stream").ok());
  const auto sources = agent(true).generators();
  ASSERT_EQ(sources.size(), 1u);
  ASSERT_TRUE(eventually([&] { return monotonic_ns() > at + 2'200'000'000; }));
  ASSERT_EQ(kill(sources[0], SIGKILL), 0);
  const auto results = wait(true);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_FALSE(results[0].ok());
  // Complete lines; of 2.2 s at most the last second is missing.
  std::string text = file("stream-source.jsonl");
  text.resize(text.rfind('\n') + 1);
  EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 1000);
}

}  // namespace
}  // namespace seawind::test
