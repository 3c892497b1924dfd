// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/flow_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "common/error.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

class FlowLogTest : public testing::Test {
 protected:
  std::vector<nlohmann::json> lines() const {
    std::ifstream file(path());
    std::vector<nlohmann::json> out;
    for (std::string line; std::getline(file, line);) out.push_back(nlohmann::json::parse(line));
    return out;
  }
  std::string path() const { return folder_ + "/flow.jsonl"; }

  static TcpInfoSample info(unsigned cwnd) {
    TcpInfoSample sample;
    sample.length = sizeof sample.info;
    sample.info.tcpi_snd_cwnd = cwnd;
    return sample;
  }

  const test::TempTree tree_;
  const std::string folder_ = tree_.root();
};

TEST_F(FlowLogTest, LinesStandInTheOrderOfTheirCalls) {
  FlowLog log({path()});
  log.event(10, "prepared", {{"size", 5}});
  log.sample(20, 1, info(2));
  log.packet(30, "sent", "\"seq\":{},\"bytes\":{}", 7, 48);
  log.event(40, "close", {{"ok", true}});
  log.close();
  const auto all = lines();
  ASSERT_EQ(all.size(), 4u);
  const std::vector<std::string> events{"prepared", "tcp_info", "sent", "close"};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].at("t"), 10 * (i + 1));
    EXPECT_EQ(all[i].at("event"), events[i]);
  }
  EXPECT_EQ(all[0].at("size"), 5);
  EXPECT_EQ(all[1].at("cwnd"), 2);
  EXPECT_EQ(all[2], nlohmann::json::parse(R"({"t":30,"event":"sent","seq":7,"bytes":48})"));
}

TEST_F(FlowLogTest, AKilledGeneratorLosesAtMostTheLastSecond) {
  FlowLog log({path()});
  log.event(0, "prepared", nlohmann::ordered_json::object());
  EXPECT_EQ(lines().size(), 1u) << "an event is in the file at once";
  log.packet(1, "sent", "\"seq\":{}", 0);
  log.packet(FlowLog::kFlushInterval - 1, "sent", "\"seq\":{}", 1);
  EXPECT_EQ(lines().size(), 1u);
  log.packet(FlowLog::kFlushInterval, "sent", "\"seq\":{}", 2);
  EXPECT_EQ(lines().size(), 4u) << "the oldest was a second old";
  log.packet(FlowLog::kFlushInterval + 1, "sent", "\"seq\":{}", 3);
  log.event(FlowLog::kFlushInterval + 2, "close", nlohmann::ordered_json::object());
  EXPECT_EQ(lines().size(), 6u);
}

TEST_F(FlowLogTest, MemoryIsBoundedByTheBuffer) {
  FlowLog log({path()});
  std::uintmax_t least = 0;
  for (int i = 0; i < 100'000; ++i) {  // all in the same nanosecond: only the size writes
    log.packet(1, "sent", "\"seq\":{}", i);
    least += std::string_view(R"({"t":1,"event":"sent","seq":0})").size() + 1;
  }
  EXPECT_GT(std::filesystem::file_size(path()) + FlowLog::kBuffer + 100, least);
  log.close();
  EXPECT_EQ(lines().size(), 100'000u);
}

TEST_F(FlowLogTest, AWrongPathIsKnownAtOnce) {
  try {
    FlowLog log({folder_ + "/missing/flow.jsonl"});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()), "cannot create the file " + folder_ +
                                         "/missing/flow.jsonl: No such file or directory");
  }
}

TEST_F(FlowLogTest, AFullDiskIsAnError) {
  FlowLog log({"/dev/full"});
  log.event(1, "close", nlohmann::ordered_json::object());
  log.event(2, "more", nlohmann::ordered_json::object());
  try {
    log.close();
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "cannot write the log /dev/full: No space left on device");
  }
}

}  // namespace
}  // namespace seawind
