// SPDX-License-Identifier: GPL-3.0-or-later
// Values from the reports of a running link, and the log of changes by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <system_error>
#include <thread>

#include "controller/campaign/changes_log.h"
#include "controller/campaign/link_counters.h"
#include "emulator/api/emulator.pb.h"
#include "tests/support/temp_tree.h"

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
  out.mutable_fidelity()->set_interface_changes(3);
  out.set_changes(2);
  return out;
}

TEST(LinkCountersTest, SumsAreOfAllReasonsAndOfTheWholeRouter) {
  EXPECT_EQ(dropped_packets(report().downlink()), 5U);
  EXPECT_EQ(router_marks(report().downlink()), 7U);
  EXPECT_EQ(router_marks(report().uplink()), 0U);
}

TEST(LinkCountersTest, TheLineIsAsDocumented) {
  const std::string line = watch_line(report(), 1'700'000'000'123'456'789);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  auto wanted = nlohmann::json::parse(R"json({
    "unix_ns": 1700000000123456789, "link_time_ns": 1500000000,
    "downlink": {
      "received_packets": 20, "received_bytes": 20000, "delivered_packets": 10,
      "delivered_bytes": 10000, "delivered_generated_packets": 0, "delivered_generated_bytes": 0,
      "dropped_packets": 5, "dropped_bytes": 5000,
      "drops": {"router_full": {"packets": 3, "bytes": 3000},
                "error_loss": {"packets": 2, "bytes": 2000}},
      "held_packets": 0, "held_bytes": 0, "router_packets": 0, "router_bytes": 0,
      "send_buffer_bytes": 0, "delay_sum_ns": 3000000000, "corrupted_attempts": 0,
      "retransmissions": 0, "marks": 7, "state": "bad",
      "classes": [{"name": "root", "packets": 0, "bytes": 0, "limit_packets": 0,
                   "limit_bytes": 0, "dropped_packets": 3, "marks": 7},
                  {"name": "http", "packets": 0, "bytes": 0, "limit_packets": 0,
                   "limit_bytes": 0, "dropped_packets": 3, "marks": 4}]},
    "releases": 0, "lateness_p50_ns": 0, "lateness_p99_ns": 0, "lateness_p999_ns": 84000,
    "lateness_max_ns": 0, "interface_changes": 3, "changes": 2
})json");
  auto& up = wanted["uplink"] = wanted["downlink"];
  for (auto& [key, value] : up.items())
    if (value.is_number()) value = 0;
  up["drops"] = nlohmann::json::object();
  up["classes"] = nlohmann::json::array();
  up["state"] = "";
  EXPECT_EQ(nlohmann::json::parse(line), wanted);
}

TEST(LinkCountersTest, RatesAreBetweenTwoReports) {
  const DirectionCounters before = report().downlink();
  DirectionCounters after = before;
  EXPECT_EQ(rates_between(before, after, 1'000).delay_s, -1);
  after.set_delivered_packets(before.delivered_packets() + 4);
  after.set_delivered_bytes(before.delivered_bytes() + 4'000);
  after.set_delay_sum_ns(before.delay_sum_ns() + 400'000'000);
  const DirectionRates rates = rates_between(before, after, 500'000'000);
  EXPECT_DOUBLE_EQ(rates.delivered_bit_s, 64'000);
  EXPECT_DOUBLE_EQ(rates.delay_s, 0.1);
  EXPECT_EQ(rates_between(before, after, 0).delivered_bit_s, 0);
  EXPECT_EQ(rates_between(after, before, 1'000).delivered_bit_s, 0);  // another link
}

/// A campaign with the folder of an attempt.
struct ChangesLogTest : testing::Test {
  ChangesLogTest() { fs::create_directories(tree.root() / "work/x.tmp"); }

  test::TempTree tree;
};

TEST_F(ChangesLogTest, HasUserTimeAndChange) {
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

TEST_F(ChangesLogTest, OneThatRecordsNothingTakesNoRecordOfOthers) {
  const fs::path file = tree.root() / "work/x.tmp/changes.jsonl";
  const Directory campaign(tree.root());
  const std::jthread failing([&](const std::stop_token& end) {
    while (!end.stop_requested()) const ChangesLog log(campaign, "work/x.tmp");
  });
  constexpr int kChanges = 3000;
  int kept = 0;
  for (int i = 0; i < kChanges; ++i) {
    {
      ChangesLog log(campaign, "work/x.tmp");
      log.add({.profile = "umts"}, {.link_time_ns = i});
    }
    std::error_code gone;
    const auto size = fs::file_size(file, gone);
    kept += !gone && size > 0 ? 1 : 0;
    fs::remove(file);
  }
  EXPECT_EQ(kept, kChanges);
}

TEST_F(ChangesLogTest, AppendsLinesAndLeavesNoEmptyFile) {
  const fs::path file = tree.root() / "work/x.tmp/changes.jsonl";
  const Directory campaign(tree.root());
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
  EXPECT_THROW(ChangesLog(campaign, tree.root().string()), Error);
  fs::create_symlink("work/x.tmp", tree.root() / "link");
  EXPECT_THROW(ChangesLog(campaign, "link"), Error);
  fs::remove_all(tree.root());
  EXPECT_THROW(ChangesLog(campaign, "work/x.tmp"), Error);
}

}  // namespace
}  // namespace seawind
