// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/flow_log.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "common/error.h"

namespace seawind {
namespace {

class FlowLogTest : public testing::Test {
 protected:
  FlowLogTest() {
    std::string pattern = testing::TempDir() + "flow_log_XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  ~FlowLogTest() override { std::filesystem::remove_all(folder_); }

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

  std::string folder_;
};

TEST_F(FlowLogTest, EventsAndSamplesAreMergedByTime) {
  FlowLog log(path());
  log.event(10, "prepared", {{"size", 5}});
  log.sample(20, 1, info(2));
  log.event(30, "shutdown", {{"bytes", 5}});
  log.sample(40, 5, info(3));
  log.event(50, "close", {{"ok", true}});
  EXPECT_EQ(lines().size(), 0u) << "nothing is written while traffic runs";
  log.write();
  const auto all = lines();
  ASSERT_EQ(all.size(), 5u);
  const std::vector<std::string> events{"prepared", "tcp_info", "shutdown", "tcp_info", "close"};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].at("t"), 10 * (i + 1));
    EXPECT_EQ(all[i].at("event"), events[i]);
  }
  EXPECT_EQ(all[0].at("size"), 5);
  EXPECT_EQ(all[1].at("cwnd"), 2);
  EXPECT_EQ(all[3].at("bytes"), 5);
}

TEST_F(FlowLogTest, SamplesAreBoundedAndTheLossIsSaid) {
  FlowLog log(path(), 3);
  for (unsigned i = 0; i < 5; ++i) log.sample(i, i, info(i));
  log.event(9, "close", nlohmann::ordered_json::object());
  log.write();
  const auto all = lines();
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[2].at("cwnd"), 2);
  EXPECT_EQ(all[4].at("event"), "samples_dropped");
  EXPECT_EQ(all[4].at("count"), 2);
}

TEST_F(FlowLogTest, AWrongPathIsKnownAtOnce) {
  try {
    FlowLog log(folder_ + "/missing/flow.jsonl");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()), "cannot create the log " + folder_ +
                                         "/missing/flow.jsonl: No such file or directory");
  }
}

TEST_F(FlowLogTest, AFullDiskIsAnError) {
  FlowLog log("/dev/full");
  log.event(1, "close", nlohmann::ordered_json::object());
  try {
    log.write();
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "cannot write the log /dev/full: No space left on device");
  }
}

}  // namespace
}  // namespace seawind
