// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "common/error.h"
#include "tests/support/temp_tree.h"
#include "workloads/program_folder.h"

namespace seawind {
namespace {

TEST(Substitute, OnlyKnownNames) {
  const std::map<std::string, std::string> values{{"peer", "10.0.0.2"}, {"port", "{peer}"}};
  EXPECT_EQ(substitute("http://{peer}:{port}/", values), "http://10.0.0.2:{peer}/");
  EXPECT_EQ(substitute("events {} http { x {peer}; }", values), "events {} http { x 10.0.0.2; }");
  EXPECT_EQ(substitute("{other} {peer", values), "{other} {peer");
  EXPECT_EQ(substitute("", values), "");
}

class ProgramTest : public testing::Test {
 protected:
  ProgramOptions options(std::vector<std::string> argv) const {
    return {.argv = std::move(argv),
            .env = {},
            .folder = folder_,
            .output = folder_ + "/out",
            .output_descriptor = -1};
  }
  std::string output() const {
    std::ifstream in(folder_ + "/out");
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void wait_for(ExternalProgram& program) {
    pollfd ended{program.process(), POLLIN, 0};
    ASSERT_EQ(poll(&ended, 1, 20'000), 1);
    ASSERT_TRUE(program.ended());
  }

  const test::TempTree tree_;
  const std::string folder_ = tree_.root();
};

TEST_F(ProgramTest, OutputEnvironmentFolderAndStatus) {
  auto o = options({"sh", "-c", "echo $GREETING; pwd; echo no >&2; exit 3"});
  o.env["GREETING"] = "hello there";
  ExternalProgram program(o);
  wait_for(program);
  EXPECT_EQ(program.end_text(), "ended with status 3");
  EXPECT_EQ(output(), "hello there\n" + folder_ + "\nno\n");
}

/// A process group with this number, of this process's child; -1 with errno.
pid_t new_group(pid_t number) {
  clone_args wanted{};
  wanted.exit_signal = SIGCHLD;
  wanted.set_tid = reinterpret_cast<std::uintptr_t>(&number);
  wanted.set_tid_size = 1;
  const auto pid = static_cast<pid_t>(syscall(SYS_clone3, &wanted, sizeof wanted));
  if (pid == 0) {
    setpgid(0, 0);
    for (;;) pause();
  }
  if (pid > 0) setpgid(pid, pid);
  return pid;
}

TEST_F(ProgramTest, AGroupThatGetsItsNumberAfterItsEndLives) {
  std::optional<ExternalProgram> program(options({"sh", "-c", "echo $$"}));
  wait_for(*program);
  const pid_t group = new_group(std::stoi(output()));
  if (group < 0 && (errno == EPERM || errno == ENOSYS))
    GTEST_SKIP() << "only root can choose the number of a process";
  ASSERT_GT(group, 0) << strerror(errno);
  program.reset();
  kill(group, SIGUSR1);  // the first signal that it gets
  int status = 0;
  ASSERT_EQ(waitpid(group, &status, 0), group);
  EXPECT_EQ(WTERMSIG(status), SIGUSR1);
}

TEST_F(ProgramTest, WordsAreNotForAShell) {
  ExternalProgram program(options({"echo", "$HOME; false", "a  b"}));
  wait_for(program);
  EXPECT_EQ(program.end_text(), "");
  EXPECT_EQ(output(), "$HOME; false a  b\n");
}

TEST_F(ProgramTest, IsLimitedInMemoryProcessesAndFiles) {
  std::uint64_t threads = 0;
  std::ifstream("/proc/sys/kernel/threads-max") >> threads;
  rlimit tasks{};
  getrlimit(RLIMIT_NPROC, &tasks);
  ExternalProgram program(options({"bash", "-c", "ulimit -d -u -f | grep -o '[0-9]*$'"}));
  wait_for(program);
  EXPECT_EQ(output(),
            fmt::format("{}\n{}\n{}\n", kLargestProgramMemory / 1024,
                        std::min<std::uint64_t>(threads / kThreadsMaxDivisor, tasks.rlim_max),
                        kLargestProgramFile / 1024));
}

TEST_F(ProgramTest, KeepsALowerLimitOfItsParent) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit low{1 << 20, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &low);
  ExternalProgram program(options({"bash", "-c", "ulimit -S -f"}));
  setrlimit(RLIMIT_FSIZE, &before);
  wait_for(program);
  EXPECT_EQ(output(), "1024\n");
}

TEST_F(ProgramTest, TooMuchMemoryIsRefusedAndReservedSpaceIsNot) {
  ExternalProgram program(options(
      {"/usr/bin/python3", "-c",
       "import mmap\n"
       "reserved = mmap.mmap(-1, 8 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=0)\n"
       "try: bytearray(5 << 30)\n"
       "except MemoryError: print('refused')\n"}));
  wait_for(program);
  EXPECT_EQ(program.end_text(), "");
  EXPECT_EQ(output(), "refused\n");
}

TEST_F(ProgramTest, ReportsAProgramThatCannotRunAtOnce) {
  try {
    ExternalProgram program(options({"no-such-program"}));
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "cannot start no-such-program: No such file or directory");
  }
}

TEST_F(ProgramTest, TheWholeGroupGoes) {
  // The shell's child holds the write end of a pipe, so end of file shows that the child has ended.
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), 0), 0);
  const Fd read_end(ends[0]);
  Fd write_end(ends[1]);
  {
    ExternalProgram program(options({"sh", "-c", "sleep 1000 & echo up; wait"}));
    write_end.reset();
    while (output() != "up\n") poll(nullptr, 0, 5);
    EXPECT_FALSE(program.ended());
  }
  char byte = 0;
  pollfd over{read_end.get(), POLLIN, 0};
  ASSERT_EQ(poll(&over, 1, 20'000), 1) << "something of the group lives on";
  EXPECT_EQ(read(read_end.get(), &byte, 1), 0);
}

TEST_F(ProgramTest, ASignalEndsItAndIsNamed) {
  ExternalProgram program(options({"sleep", "1000"}));
  program.signal(SIGTERM);
  wait_for(program);
  EXPECT_EQ(program.end_text(), "was ended by signal 15 (Terminated)");
}

TEST_F(ProgramTest, AFileWithoutEndEndsTheProgram) {
  ExternalProgram program(options({"truncate", "-s", "1073741825", "large"}));
  wait_for(program);
  EXPECT_EQ(program.end_text(), "was ended by signal 25 (File size limit exceeded)");
}

TEST(ProgramFolderTest, GoesWhateverTheProgramDidToIt) {
  std::string path;
  {
    const ProgramFolder folder;
    path = folder.path();
    Fd at(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int depth = 0; depth < 5000; ++depth) {  // deeper than a path may be long
      ASSERT_EQ(mkdirat(at.get(), "d", 0700), 0);
      at = Fd(openat(at.get(), "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    std::filesystem::create_directories(path + "/closed/inner");
    std::ofstream(path + "/closed/inner/file") << "x";
    std::filesystem::create_directory_symlink("/etc", path + "/link");
    chmod((path + "/closed").c_str(), 0);
    chmod(path.c_str(), 0);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ProgramFolderTest, ALinkInItsPlaceIsRemovedAndNotFollowed) {
  const test::TempTree victim;
  victim.write("file", "kept");
  std::string path;
  {
    const ProgramFolder folder;
    path = folder.path();
    std::filesystem::remove(path);
    std::filesystem::create_directory_symlink(victim.root(), path);
  }
  EXPECT_FALSE(std::filesystem::is_symlink(path));
  EXPECT_TRUE(std::filesystem::exists(victim.root() / "file"));
}

TEST(ProgramFolderTest, TheFolderOfAKilledGeneratorIsRemovedByTheNext) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t killed = fork();
  if (killed == 0) {
    const ProgramFolder folder;
    std::ofstream(folder.path() + "/file") << "x";
    chmod(folder.path().c_str(), 0);
    if (write(ends[1], folder.path().data(), folder.path().size()) < 0) _exit(1);
    for (;;) pause();
  }
  char path[4096] = {};
  ASSERT_GT(read(ends[0], path, sizeof path - 1), 0);
  { const ProgramFolder next; }
  EXPECT_TRUE(std::filesystem::exists(path)) << "its generator still runs";
  kill(killed, SIGKILL);
  waitpid(killed, nullptr, 0);
  { const ProgramFolder next; }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace seawind
