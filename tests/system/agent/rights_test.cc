// SPDX-License-Identifier: GPL-3.0-or-later
// The rights of programs on an end host; no program outlives its flow.
#include <gmock/gmock.h>
#include <linux/capability.h>
#include <pwd.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/eventually.h"
#include "tests/system/agent/agent_fixture.h"
#include "workloads/monotonic.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;

class RightsTest : public AgentTest {
 protected:
  static Flow shell(const std::string& script) {
    Flow flow;
    flow.set_name("cmd");
    flow.mutable_command()->set_duration(60'000'000'000);
    for (const std::string& word : {std::string("sh"), std::string("-c"), script})
      flow.mutable_command()->mutable_source()->add_argv(word);
    return flow;
  }
  /// What the script prints at the end that sends.
  std::string said(const Flow& flow) {
    const auto results = run_flow(flow);
    EXPECT_EQ(results.size(), 2u);
    for (const auto& result : results) EXPECT_TRUE(result.ok()) << result.error();
    return file("cmd-source.output.txt");
  }
  /// For the real root it is another user; a user namespace has no user but its root.
  static std::string ordinary() {
    if (!HostPair::real_root()) return "0";
    const passwd* entry = getpwnam("seawind");
    if (entry == nullptr) entry = getpwnam("nobody");
    return std::to_string(entry->pw_uid);
  }
  /// The value of a line of a process's status in /proc.
  static std::string status_of(pid_t pid, const std::string& name) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(in, line);)
      if (line.starts_with(name + ":\t")) return line.substr(name.size() + 2);
    return {};
  }
};

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, decltype(&pclose)> pipe(popen(command.c_str(), "r"), &pclose);
  std::string out;
  for (int c = 0; pipe && (c = fgetc(pipe.get())) != EOF;) out += static_cast<char>(c);
  return out;
}

const char* const kNone = "0000000000000000";

TEST_F(RightsTest, AProgramIsAnOrdinaryUserWithoutRights) {
  setenv("SECRET_OF_THE_CALLER", "1", 1);
  const std::string out =
      said(shell("id -u; cat /proc/self/status; echo core $(ulimit -c) umask $(umask); env; ls "
                 "/proc/self/fd"));
  EXPECT_THAT(out, testing::StartsWith(ordinary() + "\n"));
  for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapAmb"})
    EXPECT_THAT(out, HasSubstr(std::string(set) + ":\t" + kNone)) << out;
  // With no_new_privs the bounding set gives nothing; it lets files with capabilities start.
  EXPECT_THAT(out, HasSubstr(std::string("CapBnd:\t") +
                             (HostPair::real_root() ? "0000000000003000" : kNone)));
  EXPECT_THAT(out, HasSubstr("NoNewPrivs:\t1"));
  EXPECT_THAT(out, HasSubstr("core 0 umask 0022\n"));
  if (HostPair::real_root()) {
    EXPECT_THAT(out, HasSubstr("Groups:\t \n"));
  }
  EXPECT_THAT(out, testing::Not(HasSubstr("SECRET_OF_THE_CALLER")));
  EXPECT_THAT(out, HasSubstr("PATH=/usr/local/sbin:/usr/local/bin:"));
  EXPECT_THAT(out, testing::EndsWith("\n0\n1\n2\n3\n")) << "3 is the folder that ls reads";
}

/// Gives the file permitted capabilities that take effect at exec, as `setcap CAPABILITY=ep` does.
bool give_capability(const std::string& file, int capability) {
  vfs_cap_data data{};
  data.magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE;
  data.data[capability / 32].permitted = 1U << (capability % 32);
  return setxattr(file.c_str(), "security.capability", &data, XATTR_CAPS_SZ_2, 0) == 0;
}

class CapableFileTest : public RightsTest {
 protected:
  CapableFileTest() {
    EXPECT_EQ(chmod(path("").c_str(), 0755), 0);
    std::filesystem::copy_file("/bin/cat", file);
    flow.set_name("cmd");
    flow.mutable_command()->set_duration(60'000'000'000);
    for (const std::string& word : {file, std::string("/proc/self/status")})
      flow.mutable_command()->mutable_source()->add_argv(word);
  }
  const std::string file = path("capable-cat");
  Flow flow;
};

TEST_F(CapableFileTest, RunsWithoutItsCapabilities) {
  // A user namespace can write only capabilities of its own, which it then can execute, too.
  ASSERT_TRUE(give_capability(file, CAP_NET_RAW) || !HostPair::real_root()) << strerror(errno);
  const std::string out = said(flow);
  for (const char* set : {"CapPrm", "CapEff"})
    EXPECT_THAT(out, HasSubstr(std::string(set) + ":\t" + kNone)) << out;
}

TEST_F(CapableFileTest, DoesNotRunWithACapabilityThatProgramsCannotHave) {
  if (!HostPair::real_root()) GTEST_SKIP() << "a user namespace cannot write other capabilities";
  ASSERT_TRUE(give_capability(file, CAP_SYS_NICE)) << strerror(errno);
  const auto results = run_flow(flow);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].error(), "cannot start " + file + ": Operation not permitted: " + file +
                                    " has capabilities (`getcap " + file +
                                    "` lists them) that programs of a workload cannot have; use a "
                                    "copy of the file, which has none");
  EXPECT_TRUE(results[0].program_failed());
}

TEST_F(RightsTest, ItCannotWriteBesideItsLogsAndWhatItLogsIsKept) {
  ASSERT_EQ(chmod(path("").c_str(), 0700), 0);
  const std::string out =
      said(shell("echo kept > {log}; (: > " + path("planted") + ") && echo written; true"));
  if (HostPair::real_root()) {
    EXPECT_THAT(out, HasSubstr("ermission denied"));
    EXPECT_FALSE(std::filesystem::exists(path("planted")));
  }
  EXPECT_EQ(file("cmd-source.program.log"), "kept\n");
}

TEST_F(RightsTest, GeneratorsKeepNothingButTheRightToPutOptionsIntoPackets) {
  Flow plain;
  plain.set_name("plain");
  plain.mutable_stream()->mutable_packet_size()->set_fixed(48);
  plain.mutable_stream()->mutable_interval()->set_fixed(1e9);
  plain.mutable_stream()->set_packets(100);
  plain.mutable_stream()->set_bursts(1);
  ASSERT_TRUE(prepare_flow(true, PrepareRequest::SOURCE, plain).ok());
  Flow marked = plain;
  marked.set_name("marked");
  marked.mutable_stream()->set_lifetime(3'000'000'000);
  ASSERT_TRUE(prepare_flow(true, PrepareRequest::SOURCE, marked, 5002).ok());
  std::vector<std::string> held;
  for (const pid_t pid : agent(true).generators()) {
    held.push_back(status_of(pid, "CapEff"));
    EXPECT_EQ(status_of(pid, "CapBnd"), kNone);
    EXPECT_EQ(status_of(pid, "NoNewPrivs"), "1");
    if (HostPair::real_root()) {
      EXPECT_THAT(status_of(pid, "Uid"), testing::StartsWith(ordinary()));
      const std::string sockets = "nsenter -n -t " + std::to_string(pid) + " ss -uanmH";
      EXPECT_THAT(output_of(sockets), HasSubstr("rb33554432,")) << "beyond net.core.rmem_max";
    }
  }
  EXPECT_THAT(held, testing::UnorderedElementsAre(kNone, "0000000000002000"));
  EXPECT_EQ(status_of(agent(true).pid(), "NoNewPrivs"), "1");
  EXPECT_EQ(status_of(agent(true).pid(), "CapEff"), "00000000002031e2");
  reset();
}

TEST_F(RightsTest, RootNeedsThePermissionOfTheCommandLine) {
  Flow flow = shell("id -u; grep CapBnd /proc/self/status");
  flow.mutable_command()->set_user(Command::ROOT);
  const auto refused = prepare_flow(true, PrepareRequest::SOURCE, flow);
  EXPECT_THAT(refused.error_message(),
              HasSubstr("flow `cmd`: `user: root` needs an agent started with "
                        "--allow-root-programs"));
  EXPECT_FALSE(std::filesystem::exists(path("cmd-source.jsonl")));
  const std::vector<std::string> allowed{"--allow-root-programs"};
  fixed_ = std::make_unique<AgentProcess>(host(true), path("root.sock"), allowed);
  mobile_ = std::make_unique<AgentProcess>(host(false), path("root-mobile.sock"), allowed);
  EXPECT_EQ(said(flow), "0\nCapBnd:\t00000000000434eb\n");
}

// The process has left its session, its group and its parent, and ignores SIGTERM.
constexpr const char* kDaemon =
    "setsid sh -c 'trap \"\" TERM HUP; (setsid sleep 4321.5 &) ; :' & wait; sleep 1000";

TEST_F(RightsTest, NothingOfACommandOutlivesAReset) {
  ASSERT_TRUE(prepare_flow(true, PrepareRequest::SOURCE, shell(kDaemon)).ok());
  ASSERT_TRUE(start(true, monotonic_ns() + kSoon, "cmd").ok());
  ASSERT_TRUE(eventually([] { return running({"sleep", "4321.5"}) == 1; }));
  reset();
  EXPECT_EQ(running({"sleep", "4321.5"}), 0);
}

TEST_F(RightsTest, NothingOfACommandOutlivesItsAgent) {
  ASSERT_TRUE(prepare_flow(true, PrepareRequest::SOURCE, shell(kDaemon)).ok());
  ASSERT_TRUE(start(true, monotonic_ns() + kSoon, "cmd").ok());
  ASSERT_TRUE(eventually([] { return running({"sleep", "4321.5"}) == 1; }));
  agent(true).end(SIGKILL);
  EXPECT_TRUE(eventually([] { return running({"sleep", "4321.5"}) == 0; }));
}

TEST_F(RightsTest, AStoppedGeneratorIsEndedByAReset) {
  ASSERT_TRUE(prepare(true, PrepareRequest::SINK, 1000).ok());
  const auto pids = agent(true).generators();
  ASSERT_EQ(pids.size(), 1u);
  ASSERT_EQ(kill(pids[0], SIGSTOP), 0);
  reset();
  EXPECT_TRUE(agent(true).generators().empty());
}

}  // namespace
}  // namespace seawind::test
