// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/controller/export/export_log.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;

std::string unzipped(const std::filesystem::path& file) {
  gzFile in = gzopen(file.c_str(), "rb");
  std::string out;
  char buffer[65536];
  for (int got; (got = gzread(in, buffer, sizeof buffer)) > 0;)
    out.append(buffer, static_cast<std::size_t>(got));
  gzclose(in);
  return out;
}

TEST(Flent, SeriesOfWhatWasDelivered) {
  const ExportFolder folder;
  const auto file =
      export_flent(folder.item(export_log(), export_flows()), folder.path(), no_progress)[0];
  const auto json = nlohmann::json::parse(unzipped(file));
  EXPECT_EQ(json["version"], 4);
  EXPECT_EQ(json["metadata"]["NAME"], "tcp_ndown");
  EXPECT_EQ(json["metadata"]["TEST_PARAMETERS"]["download_streams"], "1");
  EXPECT_EQ(json["metadata"]["TIME"], "2026-09-21T14:13:20.123456Z");
  const auto& x = json["x_values"];
  const auto& rate = json["results"]["TCP download::1"];
  const auto& rtt = json["results"]["Ping (ms) ICMP"];
  ASSERT_EQ(x.size(), 19u);  // up to 3.7 s in steps of 0.2 s
  ASSERT_EQ(rate.size(), 19u);
  // 540 B delivered at 1.3, 1.5 and 2.3 s; 40 B at 0.1 and 2.6 s.
  EXPECT_DOUBLE_EQ(rate[6], 540 * 8 / 0.2 / 1e6);
  EXPECT_DOUBLE_EQ(rate[7], 540 * 8 / 0.2 / 1e6);
  EXPECT_DOUBLE_EQ(rate[0], 40 * 8 / 0.2 / 1e6);
  EXPECT_EQ(rate[5], 0);
  EXPECT_TRUE(rtt[0].is_null());
  EXPECT_DOUBLE_EQ(rtt[18], 700);
  EXPECT_EQ(json["results"]["TCP download sum"], rate);
  EXPECT_TRUE(rate[14].is_null());  // the flow ended at 2.6 s
}

// Another program's echoes have the same sequence numbers and another identifier.
TEST(Flent, EchoesAreMatchedByTheirIdentifierToo) {
  SyntheticLog log;
  for (const auto& [identifier, at] : {std::pair<std::uint16_t, int>{77, 100}, {78, 130}}) {
    log.deliver(log.arrive_echo(kDown, at * kMs, 8, 1, 32, identifier), (at + 20) * kMs);
    log.deliver(log.arrive_echo(kUp, (at + 21) * kMs, 0, 1, 32, identifier), (at + 46) * kMs);
  }
  const ExportFolder folder;
  const auto file = export_flent(
      folder.item(log, {{.name = "ping", .sink_port = 77, .kind = FlowKind::kRoundTrips}}),
      folder.path(), no_progress)[0];
  EXPECT_DOUBLE_EQ(nlohmann::json::parse(unzipped(file))["results"]["Ping (ms) ICMP"][0], 46);
}

// Two flows, of 4 s from 2.05 s on and of 1 s from 5.05 s on, in a log of 12 s. The mean of each
// series is the flow's throughput: its bytes over the steps of 0.2 s in which it ran, which are at
// most two more than its duration.
TEST(Flent, TheMeanOfTheRealProgramIsTheThroughput) {
  ASSERT_TRUE(has_program("flent")) << "flent is not installed";
  const FlowSpec flows[] = {{"a", false, true, 5001, 100 * 1000},
                            {"b", false, true, 5002, 25 * 1000}};
  const std::int64_t starts[] = {2050 * kMs, 5050 * kMs};
  SyntheticLog log;
  for (int f = 0; f < 2; ++f) {
    const std::uint16_t port = flows[f].sink_port;
    const std::int64_t begin = starts[f];
    const int segments = static_cast<int>(flows[f].size / 1000);
    const std::int64_t end = begin + segments * 40 * kMs;
    log.pass(kDown, begin, {4000, port, 1000, kSyn}, kMs);
    log.pass(kUp, begin + 2 * kMs, {port, 4000, 9000, kSyn | kAck, 0, 0, 1001}, kMs);
    for (int i = 0; i < segments; ++i)
      log.pass(kDown, begin + i * 40 * kMs + 5 * kMs,
               {4000, port, 1001U + static_cast<std::uint32_t>(i) * 1000U, kAck, 1000, 0, 9001},
               kMs);
    const auto last = static_cast<std::uint32_t>(1001 + flows[f].size);
    log.pass(kUp, end - 10 * kMs, {port, 4000, 9001, kAck, 0, 0, last}, kMs);
    log.pass(kDown, end, {4000, port, last, kFin | kAck, 0, 0, 9001}, kMs);
    log.pass(kUp, end + 2 * kMs, {port, 4000, 9001, kFin | kAck, 0, 0, last + 1}, kMs);
  }
  log.event(EventKind::kStateChange, kDown, 12'000 * kMs, 0, 0, 1);
  const ExportFolder folder;
  const auto file =
      export_flent(folder.item(log, {flows[0], flows[1]}), folder.path(), no_progress)[0];
  const std::string text = output_of({"flent", "-f", "summary", file.string()});
  const auto metrics = log.metrics({flows[0], flows[1]});
  for (int f = 0; f < 2; ++f) {
    const std::string name = fmt::format("TCP download::{}", f + 1);
    const auto at = text.find(name);
    ASSERT_NE(at, std::string::npos) << text;
    std::istringstream row(text.substr(text.find(':', at + name.size()) + 1));
    double mean = 0;
    ASSERT_TRUE(row >> mean) << text;
    const double payload = value_of(metrics, flows[f].name, "throughput") * 8 / 1e6;  // Mbit/s
    const double elapsed = value_of(metrics, flows[f].name, "elapsed");
    const double headers =
        1.04 + 80 / static_cast<double>(flows[f].size);  // 40 of 1000 B, SYN, FIN
    EXPECT_LE(mean, payload * headers + 0.005) << text;  // Flent prints two digits
    EXPECT_GE(mean, payload * headers * elapsed / (elapsed + 0.4) - 0.005) << text;
  }
}

TEST(Flent, EachRoundTripIsOfItsOwnFlow) {
  SyntheticLog log;
  log.deliver(log.arrive_echo(kDown, 0, 8, 0), 10 * kMs);
  log.deliver(log.arrive_udp(kDown, 50 * kMs, 7000, 5002, 32), 60 * kMs);  // its number is 0 too
  log.deliver(log.arrive_echo(kUp, 70 * kMs, 0, 0), 100 * kMs);
  log.deliver(log.arrive_udp(kUp, 70 * kMs, 5002, 7000, 32), 250 * kMs);
  const ExportFolder folder;
  const std::vector<FlowSpec> flows{
      {.name = "icmp", .sink_port = 77, .kind = FlowKind::kRoundTrips},
      {.name = "udp", .sink_port = 5002, .kind = FlowKind::kRoundTrips}};
  const auto file = export_flent(folder.item(log, flows), folder.path(), no_progress)[0];
  const auto json = nlohmann::json::parse(unzipped(file));
  const auto& results = json["results"];
  EXPECT_EQ(results["Ping (ms) ICMP"], (nlohmann::json{100.0, nullptr}));
  EXPECT_EQ(results["Ping (ms)::udp"], (nlohmann::json{nullptr, 200.0}));
}

TEST(Flent, AProgramThatSendsNoTcpIsNoDownload) {
  SyntheticLog log;
  log.deliver(log.arrive_udp(kDown, 0, 7000, 5001, 1000), 10 * kMs);
  log.pass(kDown, 20 * kMs, {4000, 5002, 1, kSyn, 460}, kMs);
  log.deliver(log.arrive_udp(kDown, 30 * kMs, 7000, 5002, 1000), 40 * kMs);
  const ExportFolder folder;
  const std::vector<FlowSpec> flows{{.name = "udp",
                                     .downlink = true,
                                     .sink_port = 5001,
                                     .kind = FlowKind::kFree,
                                     .program = true},
                                    {.name = "tcp",
                                     .downlink = true,
                                     .sink_port = 5002,
                                     .kind = FlowKind::kFree,
                                     .program = true}};
  const auto file = export_flent(folder.item(log, flows), folder.path(), no_progress)[0];
  const auto json = nlohmann::json::parse(unzipped(file));
  EXPECT_FALSE(json["results"].contains("TCP download::2"));
  EXPECT_DOUBLE_EQ(json["results"]["TCP download::1"][0], 500 * 8 / 0.2 / 1e6);
  EXPECT_EQ(json["metadata"]["TEST_PARAMETERS"]["download_streams"], "1");
}

// Two downloads and two uploads, one of them between the downloads.
TEST(Flent, UploadsHaveTheirOwnNamesAndSum) {
  SyntheticLog log;
  std::vector<FlowSpec> flows;
  for (const bool downlink : {true, false, true, false}) {
    const auto port = static_cast<std::uint16_t>(5001 + flows.size());
    flows.push_back({.name = fmt::format("f{}", flows.size()),
                     .downlink = downlink,
                     .sink_port = port,
                     .size = 1000});
    log.pass(downlink ? kDown : kUp, 0, {4000, port, 1, kSyn, 100U * (port - 5000U) - 40}, kMs);
  }
  const auto rate = [](int bytes) { return nlohmann::json{bytes * 8 / 0.2 / 1e6}; };
  const ExportFolder folder;
  const auto both = export_flent(folder.item(log, flows), folder.path(), no_progress)[0];
  auto json = nlohmann::json::parse(unzipped(both));
  EXPECT_EQ(json["results"], (nlohmann::json{{"TCP download::1", rate(100)},
                                             {"TCP download::2", rate(300)},
                                             {"TCP download sum", rate(400)},
                                             {"TCP download avg", rate(200)},
                                             {"TCP upload::1", rate(200)},
                                             {"TCP upload::2", rate(400)},
                                             {"TCP upload sum", rate(600)},
                                             {"TCP upload avg", rate(300)},
                                             {"Ping (ms) ICMP", {nullptr}}}));
  EXPECT_EQ(json["metadata"]["NAME"], "tcp_ndown");
  EXPECT_EQ(json["metadata"]["TEST_PARAMETERS"],
            (nlohmann::json{{"download_streams", "2"}, {"upload_streams", "2"}}));
  EXPECT_EQ(json["metadata"]["UNITS"]["TCP upload::2"], "Mbits/s");
  EXPECT_EQ(json["metadata"]["UNITS"]["Ping (ms) ICMP"], "ms");
  ASSERT_TRUE(has_program("flent")) << "flent is not installed";
  EXPECT_THAT(output_of({"flent", "-f", "summary", both.string()}),
              testing::AllOf(HasSubstr("TCP upload sum"), HasSubstr("TCP download sum")));

  const auto up = export_flent(folder.item(log, {flows[1]}), folder.path(), no_progress)[0];
  json = nlohmann::json::parse(unzipped(up));
  EXPECT_EQ(json["metadata"]["NAME"], "tcp_nup");
  EXPECT_EQ(json["metadata"]["TEST_PARAMETERS"], (nlohmann::json{{"upload_streams", "1"}}));
  EXPECT_FALSE(json["results"].contains("TCP download sum"));
  EXPECT_THAT(output_of({"flent", "-f", "summary", up.string()}), HasSubstr("TCP upload sum"));
}

TEST(Flent, LongRunsHaveFewerPoints) {
  // Two hours: 36 000 steps of 0.2 s are too many; there are 2250 steps of 0.2 s x 16.
  SyntheticLog log;
  for (int i = 0; i <= 7200; i += 60)
    log.pass(Direction::kDownlink, i * 1000 * kMs, {4000, 5001, 1, i == 0 ? kSyn : kAck, 460}, kMs);
  const ExportFolder folder;
  const auto file = export_flent(folder.item(log, {export_flows()[0]}), folder.path(), no_progress);
  const auto json = nlohmann::json::parse(unzipped(file[0]));
  EXPECT_EQ(json["x_values"].size(), 2251u);
  double bits = 0;
  for (const auto& rate : json["results"]["TCP download::1"])
    bits += rate.get<double>() * 1e6 * 3.2;  // none is null between the first and the last packet
  EXPECT_NEAR(bits, 121 * 500 * 8, 1);
}

TEST(Flent, TheRealProgramLoadsIt) {
  ASSERT_TRUE(has_program("flent")) << "flent is not installed";
  const ExportFolder folder;
  const auto file =
      export_flent(folder.item(export_log(), export_flows()), folder.path(), no_progress)[0];
  const std::string text = output_of({"flent", "-f", "summary", file.string()});
  EXPECT_THAT(text, HasSubstr("tcp_ndown"));
  EXPECT_THAT(text, HasSubstr("TCP download"));
  EXPECT_THAT(text, HasSubstr("Ping (ms) ICMP"));
  EXPECT_THAT(text, HasSubstr("700.00"));
}

}  // namespace
}  // namespace seawind::test
