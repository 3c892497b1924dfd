// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of a running link, and the log of changes by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "controller/campaign/changes_log.h"
#include "controller/campaign/sample_of.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

LinkReport report() {
  LinkReport out;
  out.set_link_time_ns(1'500'000'000);
  DirectionCounters& down = *out.mutable_downlink();
  down.set_received_packets(20);
  down.set_received_bytes(20'000);
  down.set_delivered_packets(10);
  down.set_delivered_bytes(10'000);
  down.set_delay_sum_ns(3'000'000'000);
  down.set_state("bad");
  for (const auto& [reason, packets] : {std::pair{"router_full", 3U}, {"error_loss", 2U}}) {
    DropCount& drop = *down.add_drops();
    drop.set_reason(reason);
    drop.set_packets(packets);
    drop.set_bytes(packets * 1000);
  }
  for (const std::uint64_t marks : {7U, 4U}) {
    ClassCounters& one = *down.add_router_classes();
    one.set_name(marks == 7 ? "root" : "http");
    one.set_marks(marks);
    one.add_drops()->set_packets(1);
    one.add_drops()->set_packets(2);
  }
  out.mutable_fidelity()->set_lateness_p999_ns(84'000);
  out.set_changes(2);
  return out;
}

TEST(LinkSampleTest, IsWhatTheDaemonReports) {
  const LinkSample sample = sample_of(report());
  EXPECT_GT(sample.unix_ns, 0);
  EXPECT_EQ(sample.link_time_ns, 1'500'000'000);
  EXPECT_EQ(sample.downlink.dropped_packets, 5U);
  EXPECT_EQ(sample.downlink.dropped_bytes, 5'000U);
  EXPECT_EQ(sample.downlink.drops[1], (DropTally{"error_loss", 2, 2'000}));
  EXPECT_EQ(sample.downlink.marks, 7U);  // of the whole router
  EXPECT_EQ(sample.downlink.classes[1].dropped_packets, 3U);
  EXPECT_EQ(sample.downlink.state, "bad");
  EXPECT_EQ(sample.uplink, DirectionSample());
  EXPECT_EQ(sample.lateness_p999_ns, 84'000);
  EXPECT_EQ(sample.changes, 2U);
}

TEST(LinkSampleTest, ALineIsReadAsItWasWritten) {
  const LinkSample sample = sample_of(report());
  const std::string line = sample_to_json(sample);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(sample_from_json(line), sample);
  EXPECT_FALSE(sample_from_json(line.substr(0, line.size() / 2)));
  EXPECT_FALSE(sample_from_json("{}"));
  EXPECT_FALSE(sample_from_json("7"));
}

TEST(LinkSampleTest, NumbersThatDoNotFitAreNotASample) {
  const std::string line = sample_to_json(sample_of(report()));
  const std::string key = "\"releases\":";
  const std::size_t at = line.find(key) + key.size();
  const std::size_t end = line.find(',', at);
  for (const char* number : {"-1", "1.5", "1e40", "18446744073709551616"}) {
    EXPECT_FALSE(sample_from_json(line.substr(0, at) + number + line.substr(end))) << number;
  }
}

TEST(LinkSampleTest, RatesAreBetweenTwoSamples) {
  const DirectionSample before = sample_of(report()).downlink;
  DirectionSample after = before;
  EXPECT_EQ(rates_between(before, after, 1'000).delay_s, -1);
  after.delivered_packets += 4;
  after.delivered_bytes += 4'000;
  after.delay_sum_ns += 400'000'000;
  after.marks += 1;
  const DirectionRates rates = rates_between(before, after, 500'000'000);
  EXPECT_DOUBLE_EQ(rates.delivered_bit_s, 64'000);
  EXPECT_DOUBLE_EQ(rates.received_bit_s, 0);
  EXPECT_DOUBLE_EQ(rates.marks_s, 2);
  EXPECT_DOUBLE_EQ(rates.delay_s, 0.1);
  EXPECT_EQ(rates_between(before, after, 0).delivered_bit_s, 0);
  EXPECT_EQ(rates_between(after, before, 1'000).delivered_bit_s, 0);  // another link
}

TEST(ChangesLogTest, SaysWhoWhenAndWhat) {
  const RequestedChange request{.profile = "umts",
                                .router = "off",
                                .set = {{"downlink.rate_base", "32kbit/s"}},
                                .outage = std::chrono::seconds(5),
                                .outage_directions = LinkDirections::kUplink};
  const AppliedChange done{.link_time_ns = 12,
                           .values = {{"link.downlink.rate_base", "64kbit/s", "32kbit/s"}}};
  const auto line = nlohmann::json::parse(change_to_json(request, done, "anna@lab (seawind)", 34));
  const auto wanted = nlohmann::json::parse(R"json({
    "unix_ns": 34, "link_time_ns": 12, "who": "anna@lab (seawind)",
    "asked": {"profile": "umts", "router": "off", "set": {"downlink.rate_base": "32kbit/s"},
              "outage": {"length_ns": 5000000000, "affects": "uplink"}},
    "changed": [{"path": "link.downlink.rate_base", "before": "64kbit/s", "after": "32kbit/s"}]
})json");
  EXPECT_EQ(line, wanted);
}

TEST(ChangesLogTest, AppendsLinesAndLeavesNoEmptyFile) {
  std::string name = fs::temp_directory_path() / "changes-XXXXXX";
  const fs::path directory = mkdtemp(name.data());
  const fs::path file = directory / "work/x.tmp/changes.jsonl";
  fs::create_directories(file.parent_path());
  const Directory campaign(directory);
  { const ChangesLog log(campaign, "work/x.tmp"); }
  EXPECT_FALSE(fs::exists(file));
  for (int i = 0; i < 2; ++i) {
    ChangesLog log(campaign, "work/x.tmp");
    log.add({.profile = "umts"}, {.link_time_ns = i});
  }
  std::ifstream in(file);
  std::vector<int> times;
  for (std::string line; std::getline(in, line);) {
    const auto entry = nlohmann::json::parse(line);
    times.push_back(entry["link_time_ns"]);
    EXPECT_THAT(entry["who"], ::testing::HasSubstr("@"));
  }
  EXPECT_THAT(times, ::testing::ElementsAre(0, 1));
  // The path comes from live.json, which may contain any text.
  EXPECT_THROW(ChangesLog(campaign, "work/../../x"), Error);
  EXPECT_THROW(ChangesLog(campaign, directory.string()), Error);
  fs::create_symlink("work/x.tmp", directory / "link");
  EXPECT_THROW(ChangesLog(campaign, "link"), Error);
  fs::remove_all(directory);
  EXPECT_THROW(ChangesLog(campaign, "work/x.tmp"), Error);
}

}  // namespace
}  // namespace seawind
