// SPDX-License-Identifier: GPL-3.0-or-later
// The live state in a campaign directory, and the requests to it.
#include "controller/campaign/live.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "controller/campaign/control.h"
#include "controller/campaign/files.h"
#include "controller/store/layout.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

class LiveTest : public ::testing::Test {
 protected:
  Fd run() const { return lock_file(campaign_ / kLockFile); }
  static LiveState some() {
    return {{.state = RunState::kPaused,
             .machine_problem = "this machine does not keep lateness_max 20ms",
             .allowed = 4,
             .queued = 10,
             .done = 3,
             .failed = 1,
             .elapsed_s = 1.5,
             .remaining_s = -1,
             .lateness_p999_ns = 84'000,
             .running_slots = {{.slot = 2,
                                .case_index = 1,
                                .case_name = "e0/none/\"baseline\"/w1",
                                .repetition = 5,
                                .attempt = 2,
                                .phase = AttemptPhase::kRunning,
                                .since_unix_ns = 1'000'000'000'500'000'000,
                                .expected_end_unix_ns = 0,
                                .link = "slot-2",
                                .directory = "work/001-x.005-2.tmp"}},
             .tasks = {{.task = "1/2",
                        .node = "n1",
                        .state = "running",
                        .running = 2,
                        .done = 7,
                        .failed = 1},
                       {.task = "1/3", .state = "waiting", .why = "Resources"}}},
            17,
            1'000'000'000'123'456'789,
            1'000'000'001'123'456'789,
            "/run/x/1-daemon.sock"};
  }

  const test::TempTree tree_;
  const fs::path& campaign_ = tree_.root();
};

TEST_F(LiveTest, ReadsWhatItWrites) {
  EXPECT_EQ(live_from_json(live_to_json(some())), some());
}

// The directory may come from an untrusted source. Invalid content is treated as absent.
TEST_F(LiveTest, RejectsValuesThatNoControllerWrites) {
  const std::string good = live_to_json(some());
  const auto with = [&good](const std::string& key, const std::string& value) {
    std::string text = good;
    const auto at = text.find("\"" + key + "\": ");
    EXPECT_NE(at, std::string::npos) << key;
    const auto begin = at + key.size() + 4;
    const auto end = text.find_first_of(",\n", begin);
    return text.replace(begin, end - begin, value);
  };
  EXPECT_EQ(live_from_json(with("done", "3")), some());
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, std::string>>{{"version", "\"x\""},
                                                        {"version", "1e300"},
                                                        {"pid", "-1"},
                                                        {"done", "1e300"},
                                                        {"done", "99999999999"},
                                                        {"case_index", "-1"},
                                                        {"case_index", "2147483648"},
                                                        {"case_index", "18446744073709551615"},
                                                        {"repetition", "true"},
                                                        {"attempt", "[]"},
                                                        {"since_unix_ns", "9223372036854775807"},
                                                        {"elapsed_s", "\"1\""},
                                                        {"state", "7"},
                                                        {"phase", "\"none\""},
                                                        {"link", "3"},
                                                        {"slots", "{}, \"x\": 1"},
                                                        {"directory", "\"../../victim\""},
                                                        {"directory", "\"/etc\""}}) {
    const auto state = live_from_json(with(key, value));
    EXPECT_FALSE(state && !state->running_slots.empty()) << key << " " << value;
  }
}

TEST_F(LiveTest, TasksAreToldInOneLine) {
  const LiveState state = some();
  EXPECT_EQ(running_repetitions(state), 3);
  EXPECT_EQ(tasks_text(state.tasks), "2 tasks: 1 running on n1; 1 waiting (Resources)");
  std::vector<LiveTask> many(9, {.task = "1/1", .state = "running"});
  for (std::size_t i = 0; i < many.size(); ++i) many[i].node = "n" + std::to_string(i);
  EXPECT_EQ(tasks_text(many), "9 tasks: 9 running");
}

TEST_F(LiveTest, AFileThatNoControllerWritesIsNotRead) {
  const Fd lock = run();
  std::ofstream(campaign_ / kLiveFile) << std::string(kLargestLiveFile + 1, ' ') << "{}";
  EXPECT_FALSE(read_live(campaign_));
  fs::remove(campaign_ / kLiveFile);
  ASSERT_EQ(mkfifo((campaign_ / kLiveFile).c_str(), 0600), 0);
  EXPECT_FALSE(read_live(campaign_));  // and does not block for lack of a writer
}

TEST_F(LiveTest, AnObjectOfManyKeysIsNotRead) {
  std::string text = live_to_json(some());
  std::string more;
  for (int i = 0; i < 100'000; ++i) more += "\"" + std::to_string(i) + "\":1,";
  EXPECT_EQ(live_from_json(text.insert(1, "\"later\":1,")), some());  // of a newer program
  EXPECT_FALSE(live_from_json(text.insert(1, more)));
}

TEST_F(LiveTest, RejectsOtherVersions) {
  std::string other = live_to_json(some());
  other.replace(other.find("\"version\": 1"), 12, "\"version\": 2");
  for (const std::string& text :
       {other, std::string(), std::string("[]"), std::string("{\"version\": 1}"),
        live_to_json(some()).substr(0, 200)})
    EXPECT_FALSE(live_from_json(text)) << text;
}

TEST_F(LiveTest, WithoutTheLockTheStateIsIgnored) {
  LiveFile file{Directory(campaign_)};
  file.update(some(), {});
  EXPECT_FALSE(read_live(campaign_));
  const Fd lock = run();
  EXPECT_EQ(read_live(campaign_), some());
}

TEST_F(LiveTest, QueryingTheLockDoesNotTakeIt) {
  EXPECT_FALSE(is_running(campaign_));
  EXPECT_FALSE(fs::exists(campaign_ / kLockFile));
  Fd lock = run();
  ASSERT_TRUE(lock);
  EXPECT_TRUE(is_running(campaign_));
  EXPECT_FALSE(run());
  lock.reset();
  EXPECT_FALSE(is_running(campaign_));
  EXPECT_TRUE(run());
}

TEST_F(LiveTest, IsWrittenWhenSomethingHappensAndOnceASecond) {
  const auto size_of_writes = [this] {
    return fs::exists(campaign_ / kLiveFile)
               ? live_from_json(Directory(campaign_).read_text(kLiveFile))->elapsed_s
               : -1;
  };
  const steady_clock::time_point begin{};
  LiveState state = some();
  {
    LiveFile file{Directory(campaign_)};
    state.elapsed_s = 1;
    file.update(state, begin);
    EXPECT_EQ(size_of_writes(), 1);
    state.elapsed_s = 2;
    file.update(state, begin + milliseconds(999));
    EXPECT_EQ(size_of_writes(), 1);
    file.update(state, begin + milliseconds(1000));
    EXPECT_EQ(size_of_writes(), 2);
    state.elapsed_s = 3;
    state.running_slots[0].phase = AttemptPhase::kSettingUp;
    file.update(state, begin + milliseconds(1001));
    EXPECT_EQ(size_of_writes(), 3);
  }
  EXPECT_EQ(size_of_writes(), -1);
  EXPECT_TRUE(fs::is_empty(campaign_));
}

TEST_F(LiveTest, AFullDirectoryLosesOnlyTheLiveState) {
  fs::create_directory(campaign_ / kLiveFile);  // a file cannot replace it
  LiveFile file{Directory(campaign_)};
  file.update(some(), {});
  EXPECT_FALSE(read_live(campaign_));
  EXPECT_EQ(std::distance(fs::directory_iterator(campaign_), {}), 1);
}

TEST_F(LiveTest, ARequestIsOneWordAndAnythingElseMeansRun) {
  EXPECT_EQ(read_control(Directory(campaign_)), ControlRequest::kRun);
  for (const auto request : {ControlRequest::kRun, ControlRequest::kPause, ControlRequest::kFinish,
                             ControlRequest::kStop}) {
    write_control(campaign_, request);
    EXPECT_EQ(read_control(Directory(campaign_)), request);
  }
  EXPECT_EQ(Directory(campaign_).read_text(kControlFile), "stop\n");
  std::ofstream(campaign_ / kControlFile) << "halt\n";
  EXPECT_EQ(read_control(Directory(campaign_)), ControlRequest::kRun);
  fs::remove(campaign_ / kControlFile);
  fs::create_directory(campaign_ / kControlFile);  // it cannot be read
  EXPECT_EQ(read_control(Directory(campaign_), ControlRequest::kPause), ControlRequest::kPause);
}

TEST_F(LiveTest, NoRequestIsWrittenWhereNothingRuns) {
  EXPECT_EQ(send_request(campaign_, ControlRequest::kPause), ControlAnswer::kNotRunning);
  EXPECT_FALSE(fs::exists(campaign_ / kControlFile));
}

TEST_F(LiveTest, AControllerThatDoesNotAnswer) {
  const Fd lock = run();
  EXPECT_EQ(send_request(campaign_, ControlRequest::kPause, milliseconds(0)),
            ControlAnswer::kNoAnswer);
  EXPECT_EQ(read_control(Directory(campaign_)), ControlRequest::kPause);
}

TEST_F(LiveTest, AControllerThatTakesNote) {
  const Fd lock = run();
  std::jthread controller([this](const std::stop_token& stop) {
    LiveFile file{Directory(campaign_)};
    LiveState state = some();
    state.state = RunState::kRunning;
    while (!stop.stop_requested()) {
      state.state = state_of(read_control(Directory(campaign_)));
      file.update(state, steady_clock::now());
    }
  });
  EXPECT_EQ(send_request(campaign_, ControlRequest::kPause), ControlAnswer::kTaken);
  EXPECT_EQ(send_request(campaign_, ControlRequest::kRun), ControlAnswer::kTaken);
  EXPECT_EQ(send_request(campaign_, ControlRequest::kFinish), ControlAnswer::kTaken);
}

TEST_F(LiveTest, ARunThatEndsInsteadOfAnswering) {
  Fd lock = run();
  std::jthread controller([&] {
    while (read_control(Directory(campaign_)) != ControlRequest::kStop) std::this_thread::yield();
    lock.reset();
  });
  EXPECT_EQ(send_request(campaign_, ControlRequest::kStop), ControlAnswer::kEnded);
}

}  // namespace
}  // namespace seawind
