// SPDX-License-Identifier: GPL-3.0-or-later
// The life of one end of a flow: the events of its log and its outcome.
#include "workloads/flow_end.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using nlohmann::ordered_json;

class FakeEnd : public FlowEnd<FlowOptions> {
 public:
  FakeEnd(const FlowOptions& options, Control& control, bool fails)
      : FlowEnd("fake", options, control), fails_(fails) {
    prepared_["size"] = 10;
  }

 private:
  void traffic() override {
    log_start(wait_start());
    outcome_.bytes = 7;
    if (fails_) throw Error("the traffic failed");
  }
  Fields closing() override { return {{"bytes", outcome_.bytes}, {"packets", 3}}; }
  bool fails_;
};

class FlowEndTest : public testing::Test {
 protected:
  FlowEndTest() {
    int agent[2];
    int report[2];
    if (pipe(agent) != 0 || pipe(report) != 0) throw system_error("open pipes");
    in_ = Fd(agent[0]), agent_ = Fd(agent[1]), report_ = Fd(report[0]), out_ = Fd(report[1]);
    const std::string start = start_line(5);  // an instant in the past
    EXPECT_EQ(write(agent_.get(), start.data(), start.size()), static_cast<ssize_t>(start.size()));
    options_.end = "source";
    options_.flow = "f";
    options_.log.name = (tree_.root() / "flow.jsonl").string();
  }

  Outcome run(bool fails) {
    Control control(in_.get(), out_.get());
    return FakeEnd(options_, control, fails).run();
  }
  /// The events of the log without their times.
  std::vector<std::string> log() const {
    std::ifstream file(options_.log.name);
    std::vector<std::string> out;
    for (std::string line; std::getline(file, line);) {
      auto fields = ordered_json::parse(line);
      fields.erase("t");
      if (fields["event"] == "start") fields.erase("late_ns");
      out.push_back(fields.dump());
    }
    return out;
  }

  test::TempTree tree_;
  Fd in_, agent_, report_, out_;
  FlowOptions options_;
};

constexpr const char* kPrepared =
    R"({"event":"prepared","generator":"fake","end":"source","flow":"f","local":"","peer":"","port":0,"size":10})";
constexpr const char* kStart = R"({"event":"start","intended":5})";

TEST_F(FlowEndTest, ReportsReadyRunsTheTrafficAndCloses) {
  const Outcome outcome = run(false);
  EXPECT_TRUE(outcome.ok);
  EXPECT_EQ(outcome.bytes, 7);
  EXPECT_GT(outcome.start_late_ns, 0);
  EXPECT_EQ(outcome.error, "");
  EXPECT_THAT(log(), testing::ElementsAre(kPrepared, kStart,
                                          R"({"event":"close","bytes":7,"packets":3,"ok":true})"));
  char text[100];
  const ssize_t n = read(report_.get(), text, sizeof text);
  EXPECT_EQ(std::string(text, static_cast<std::size_t>(n)), ready_line());
}

TEST_F(FlowEndTest, AFailureIsLoggedAndReturned) {
  const Outcome outcome = run(true);
  EXPECT_FALSE(outcome.ok);
  EXPECT_EQ(outcome.bytes, 7);
  EXPECT_EQ(outcome.error, "the traffic failed");
  EXPECT_THAT(log(),
              testing::ElementsAre(kPrepared, kStart,
                                   R"({"event":"error","error":"the traffic failed","bytes":7})",
                                   R"({"event":"close","bytes":7,"packets":3,"ok":false})"));
}

TEST_F(FlowEndTest, TheEndOfTheAgentStopsTheTraffic) {
  char text[100];
  ASSERT_GT(read(in_.get(), text, sizeof text), 0);  // no start instant
  agent_.reset();
  const Outcome outcome = run(false);
  EXPECT_FALSE(outcome.ok);
  EXPECT_EQ(outcome.error, "stopped: the agent has ended");
}

}  // namespace
}  // namespace seawind
