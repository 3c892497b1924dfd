// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <thread>

#include "common/whole_file.h"
#include "tests/support/eventually.h"
#include "tests/system/agent/agent_fixture.h"
#include "workloads/monotonic.h"

namespace seawind::test {
namespace {

class LifetimeTest : public AgentTest {};

/// The process has ended, whether or not its new parent has reaped it.
bool ended(pid_t pid) {
  if (kill(pid, 0) != 0) return errno == ESRCH;
  const std::string stat = try_read_whole_file("/proc/" + std::to_string(pid) + "/stat", 4096).text;
  const auto at = stat.rfind(')');
  return at != std::string::npos && stat.substr(at + 2, 1) == "Z";
}

TEST_F(LifetimeTest, InfoHasKernelHostAndGenerators) {
  grpc::ClientContext context;
  AgentInfo info;
  ASSERT_TRUE(agent(true).stub().GetInfo(&context, {}, &info).ok());
  utsname name{};
  ASSERT_EQ(uname(&name), 0);
  EXPECT_EQ(info.kernel(), name.release);
  EXPECT_EQ(info.hostname(), name.nodename);
  EXPECT_NE(info.version(), "");
  EXPECT_THAT(info.generators(),
              testing::ElementsAre("aborted_download", "bulk_tcp", "command", "http", "ping",
                                   "request_response", "stream", "tfrc"));
}

// A waiting call holds a thread. A limited number of calls may wait; further waiting calls are
// rejected, and all other calls are served.
TEST_F(LifetimeTest, WaitingCallsDoNotBlockOtherCalls) {
  ASSERT_TRUE(prepare(true, PrepareRequest::SINK, 1000, "a", 5001).ok());
  std::atomic<int> refused = 0;
  std::atomic<int> served = 0;
  std::vector<std::jthread> callers;
  for (int i = 0; i < 64; ++i) {
    callers.emplace_back([&] {
      grpc::ClientContext context;
      WaitRequest request;
      request.set_timeout_ns(60'000'000'000);
      WaitReply reply;
      const auto status = agent(true).stub().Wait(&context, request, &reply);
      if (status.ok()) ++served;
      if (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED) ++refused;
    });
  }
  EXPECT_TRUE(eventually([&] { return refused == 56; }));
  reset();
  callers.clear();
  EXPECT_EQ(refused, 56);
  EXPECT_EQ(served, 8);
}

TEST_F(LifetimeTest, TheSocketIsForUserAndGroup) {
  struct stat status {};
  ASSERT_EQ(stat(path("fixed.sock").c_str(), &status), 0);
  EXPECT_TRUE(S_ISSOCK(status.st_mode));
  EXPECT_EQ(status.st_mode & 0777, 0660u);
}

TEST_F(LifetimeTest, AKilledAgentLeavesNoGenerator) {
  constexpr std::int64_t kEndless = 1'000'000'000'000;
  ASSERT_TRUE(prepare(true, PrepareRequest::SINK, 1000, "a", 5001).ok());    // listens
  ASSERT_TRUE(prepare(true, PrepareRequest::SOURCE, 1000, "b", 5002).ok());  // waits for its start
  ASSERT_TRUE(prepare(false, PrepareRequest::SINK, kEndless, "c", 5003).ok());
  const auto pids = agent(true).generators();
  ASSERT_EQ(pids.size(), 2u);
  agent(true).end(SIGKILL);
  for (const pid_t pid : pids) {
    EXPECT_TRUE(eventually([pid] { return ended(pid); })) << "generator " << pid << " lives on";
  }
  EXPECT_EQ(agent(false).generators().size(), 1u) << "the other host's go on";
}

TEST_F(LifetimeTest, SigtermEndsCleanly) {
  ASSERT_TRUE(prepare(true, PrepareRequest::SINK, 1000).ok());
  const auto pids = agent(true).generators();
  ASSERT_EQ(pids.size(), 1u);
  const int status = agent(true).end(SIGTERM);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(ended(pids[0]));
  EXPECT_FALSE(std::filesystem::exists(path("fixed.sock")));
  EXPECT_THAT(file("bulk1-sink.jsonl"), testing::HasSubstr("\"error\":\"stopped by SIGTERM\""));
}

TEST_F(LifetimeTest, ResetEndsGeneratorsAndKeepsTheirLogs) {
  ASSERT_TRUE(prepare(true, PrepareRequest::SOURCE, 1000).ok());
  ASSERT_TRUE(start(true, monotonic_ns() + 3600LL * 1'000'000'000).ok());  // in its long wait
  grpc::ClientContext context;
  ResetReply reply;
  ASSERT_TRUE(agent(true).stub().Reset(&context, {}, &reply).ok());
  EXPECT_TRUE(agent(true).generators().empty());
  EXPECT_TRUE(wait(true).empty());
  EXPECT_THAT(file("bulk1-source.jsonl"), testing::HasSubstr("\"error\":\"stopped by SIGTERM\""));
}

TEST_F(LifetimeTest, ASecondAgentOnTheSocketIsRefused) {
  const pid_t pid = spawn_in(host(true), {program_path("seawind-agent"), "--log-dir", tree_.root(),
                                          "--socket", path("fixed.sock")});
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 3) << status;
  grpc::ClientContext context;
  AgentInfo info;
  EXPECT_TRUE(agent(true).stub().GetInfo(&context, {}, &info).ok()) << "the first one goes on";
}

TEST_F(LifetimeTest, ASocketFileLeftBehindIsTakenOver) {
  agent(true).end(SIGKILL);
  ASSERT_TRUE(std::filesystem::exists(path("fixed.sock")));
  AgentProcess next(host(true), path("fixed.sock"));
  grpc::ClientContext context;
  AgentInfo info;
  EXPECT_TRUE(next.stub().GetInfo(&context, {}, &info).ok());
}

TEST_F(LifetimeTest, AnAgentTiedToItsParentEndsWithIt) {
  // A shell is the parent; it ends when its input does.
  const std::string command = std::string(
      "\"$0\" --die-with-parent --log-level off --log-dir \"${1%/*}\" --socket \"$1\" & echo $! > "
      "\"$2\"; "
      "while [ ! -e \"$3\" ]; do kill -0 $! || exit 1; done");
  const pid_t shell = spawn_in(host(true), {"sh", "-c", command, program_path("seawind-agent"),
                                            path("tied.sock"), path("pid"), path("go")});
  ASSERT_TRUE(eventually([&] { return std::filesystem::exists(path("tied.sock")); }));
  const pid_t tied = std::stoi(file("pid"));
  EXPECT_FALSE(ended(tied));
  std::ofstream(path("go")) << "now";
  int status = 0;
  ASSERT_EQ(waitpid(shell, &status, 0), shell);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(eventually([tied] { return ended(tied); }));
}

}  // namespace
}  // namespace seawind::test
