// SPDX-License-Identifier: GPL-3.0-or-later
// A minimal run of relay_bench: it must succeed with every table complete. Only figures that are
// the same on every machine are checked.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/support/temp_tree.h"

namespace seawind::bench {
namespace {

const std::string kProgram = SEAWIND_BINARY_DIR "/bin/relay_bench";

class SmokeTest : public ::testing::Test {
 protected:
  int run(const std::string& arguments) const {
    const auto command =
        kProgram + " " + arguments + " >" + directory_ + "/out 2>" + directory_ + "/err";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string text(const std::string& name) const {
    std::ifstream file(directory_ + "/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  const test::TempTree tree_;
  const std::string directory_ = tree_.root();
};

TEST_F(SmokeTest, EveryTableIsComplete) {
  const auto json_path = directory_ + "/figures.json";
  ASSERT_EQ(run("--quick --no-rt --seconds 0.05 --links 4 --json " + json_path), 0) << text("err");
  std::ifstream file(json_path);
  const auto json = nlohmann::json::parse(file);
  EXPECT_EQ(json["machine"].count("processor"), 1u);
  const auto& tables = json["tables"];
  for (const auto* key : {"accuracy", "report", "throughput", "cost", "memory", "links",
                          "links-setup", "links-bursts", "spin"}) {
    ASSERT_EQ(tables.count(key), 1u) << key;
    EXPECT_GE(tables[key]["rows"].size(), 1u) << key;
    const std::string title = tables[key]["title"];
    EXPECT_NE(text("out").find("## " + title + "\n"), std::string::npos) << title;
  }
  std::set<std::string> relays;
  for (const auto& row : tables["accuracy"]["rows"]) {
    relays.insert(row["relay"].get<std::string>());
    EXPECT_EQ(row["values"]["doubled"]["result"], 0) << row;
    EXPECT_GE(row["values"]["min"]["result"].get<double>(), 0) << row;  // a relay is never early
    if (row["relay"] == "bare veth") {
      EXPECT_EQ(row["values"]["lost"]["result"], 0) << row;
    }
  }
  EXPECT_EQ(relays.count("bare veth"), 1u);
  EXPECT_EQ(relays.count("bare libpcap relay, no RT"), 1u);
  EXPECT_EQ(relays.count("seawindd ring, no RT"), 1u);
}

TEST_F(SmokeTest, WrongUseIsRefused) {
  EXPECT_EQ(run("--only everything"), 2);
  EXPECT_EQ(run("--seconds 0"), 2);
  EXPECT_EQ(run("--ports carrier-pigeon"), 3);
  EXPECT_NE(text("err").find("'carrier-pigeon': the daemon has "), std::string::npos)
      << text("err");
  EXPECT_EQ(run("--seawindd /nowhere/seawindd"), 3);
  EXPECT_NE(text("err").find("/nowhere/seawindd"), std::string::npos) << text("err");
}

}  // namespace
}  // namespace seawind::bench
