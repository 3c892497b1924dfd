// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "common/error.h"
#include "common/pidfd.h"

namespace seawind::test {
namespace {

/// Runs a program with this standard output and returns it with the status in words.
std::string output_of(ProgramStart start) {
  Pipe pipe = open_pipe();
  start.files.resize(std::max<std::size_t>(start.files.size(), 2), kInherit);
  start.files[1] = pipe.write_end.get();
  const Process process = start_program(start);
  pipe.write_end.reset();
  std::string text(10'000, '\0');
  std::size_t used = 0;
  for (ssize_t n; (n = read(pipe.read_end.get(), text.data() + used, text.size() - used)) > 0;)
    used += static_cast<std::size_t>(n);
  text.resize(used);
  const int status = reap(process.pid);
  return status == 0 ? text : text + describe_end(status);
}

ProgramStart sh(const std::string& script) {
  return {.arguments = {"sh", "-c", script}};
}

TEST(Process, WordsReachTheProgramAsTheyAre) {
  EXPECT_EQ(output_of({.arguments = {"printf", "%s|", "a  b", "$HOME", ""}}), "a  b|$HOME||");
}

TEST(Process, EndsAreDescribed) {
  EXPECT_EQ(output_of(sh("exit 3")), "ended with status 3");
  EXPECT_EQ(output_of(sh("kill -KILL $$")), "was ended by signal 9 (Killed)");
}

TEST(Process, AProgramThatCannotRunIsAnErrorWithItsReason) {
  try {
    start_program({.arguments = {"/nowhere/x"}});
    FAIL() << "no error";
  } catch (const SystemError& error) {
    EXPECT_STREQ(error.what(), "cannot start /nowhere/x: No such file or directory");
    EXPECT_EQ(error.number(), ENOENT);
  }
  EXPECT_THROW(start_program({.arguments = {"true"}, .folder = "/nowhere"}), SystemError);
  EXPECT_THROW(start_program({.arguments = {"true"},
                              .prepare =
                                  [] {
                                    errno = EPERM;
                                    return false;
                                  }}),
               SystemError);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST(Process, OnlyTheGivenFilesAreInherited) {
  const Fd root(open("/", O_RDONLY | O_CLOEXEC));
  const Fd open_for_all(fcntl(root.get(), F_DUPFD, 50));  // not closed on exec
  ProgramStart list{.arguments = {"ls", "/proc/self/fd"}, .files = {kNothing}};
  EXPECT_EQ(output_of(list), "0\n1\n2\n3\n");  // 3: the folder that ls lists
  list.only_files = false;
  EXPECT_THAT(output_of(list), testing::HasSubstr("\n50\n"));
}

TEST(Process, FilesMayHaveTheNumbersOfEachOther) {
  const Fd root(open("/", O_RDONLY | O_CLOEXEC));
  const Fd proc(open("/proc", O_RDONLY | O_CLOEXEC));
  const Fd third(fcntl(root.get(), F_DUPFD_CLOEXEC, 3));
  // Descriptors 3 and following, in the reverse order of this process's.
  std::vector<int> files{kNothing, kInherit, kInherit};
  files.resize(static_cast<std::size_t>(third.get()) + 1, proc.get());
  files[static_cast<std::size_t>(proc.get())] = root.get();
  const auto name = [](int number) { return "/proc/self/fd/" + std::to_string(number); };
  EXPECT_EQ(output_of({.arguments = {"readlink", "/proc/self/fd/0", name(root.get()),
                                     name(proc.get()), name(third.get())},
                       .files = files}),
            "/dev/null\n/proc\n/\n/proc\n");
}

TEST(Process, SignalsAreBlockedAndIgnoredAsChosen) {
  sigset_t mask, before;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  sigprocmask(SIG_BLOCK, &mask, &before);
  const auto ignored = signal(SIGUSR2, SIG_IGN);
  ProgramStart show{.arguments = {"grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"}};
  EXPECT_EQ(output_of(show), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000800\n");
  show.blocked = {SIGTERM};
  show.ignores_signals = false;
  EXPECT_EQ(output_of(show), "SigBlk:\t0000000000004000\nSigIgn:\t0000000000000000\n");
  signal(SIGUSR2, ignored);
  sigset_t after;
  sigprocmask(SIG_SETMASK, &before, &after);
  EXPECT_EQ(sigismember(&after, SIGUSR1), 1) << "this process's own mask changed";
}

TEST(Process, FolderEnvironmentAndPreparation) {
  ProgramStart show = sh("pwd; echo $NAME; ulimit -c");
  show.environment = {{"PATH=/usr/bin:/bin", "NAME=value"}};
  show.folder = "/proc";
  show.prepare = [] {
    const rlimit none{0, 0};
    return setrlimit(RLIMIT_CORE, &none) == 0;
  };
  EXPECT_EQ(output_of(show), "/proc\nvalue\n0\n");
}

TEST(Process, SignalsWaitUntilTheProgramIsExecuted) {
  namespace fs = std::filesystem;
  ProgramStart show{.arguments = {"grep", "ShdPnd", "/proc/self/status"}, .blocked = {SIGUSR1}};
  show.made = [](const Process& made) {
    EXPECT_EQ(fs::read_symlink(fmt::format("/proc/{}/exe", made.pid)),
              fs::read_symlink("/proc/self/exe"));
    for (int i = 0; i < 2; ++i) pidfd_send_signal(made.handle.get(), SIGUSR1, nullptr, 0);
  };
  EXPECT_EQ(output_of(show), "ShdPnd:\t0000000000000200\n");
  show.made = [](const Process&) { throw Error("not now"); };
  EXPECT_THROW(start_program(show), Error);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST(Process, TheFileIsNotTheFirstWord) {
  EXPECT_EQ(output_of({.arguments = {"name", "-c", "echo $0"}, .file = "/bin/sh"}), "name\n");
}

TEST(Process, TheHandleBecomesReadableAtTheEnd) {
  Pipe pipe = open_pipe();
  const Process cat = start_program({.arguments = {"cat"}, .files = {pipe.read_end.get()}});
  pollfd end{cat.handle.get(), POLLIN, 0};
  EXPECT_EQ(poll(&end, 1, 0), 0);
  pipe.write_end.reset();
  EXPECT_EQ(poll(&end, 1, -1), 1);
  EXPECT_EQ(reap(cat.pid), 0);
}

TEST(Process, DiesWithItsParent) {
  Pipe life = open_pipe();
  const pid_t parent = fork();
  if (parent == 0) {
    start_program({.arguments = {"sleep", "1000"},
                   .files = {kNothing, life.write_end.get()},
                   .only_files = false,
                   .dies_with_parent = true});
    raise(SIGKILL);
  }
  life.write_end.reset();
  reap(parent);
  char byte = 0;
  EXPECT_EQ(read(life.read_end.get(), &byte, 1), 0);  // end of file: the program has ended
}

TEST(Process, AParentThatHasEndedBeforeIsSeen) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    die_with_parent(parent, SIGTERM);
    int requested = 0;
    prctl(PR_GET_PDEATHSIG, &requested);
    if (requested != SIGTERM) _exit(1);
    try {
      die_with_parent(getpid(), SIGTERM);  // any other process than the present parent
    } catch (const Error&) {
      _exit(0);
    }
    _exit(2);
  }
  EXPECT_EQ(reap(child), 0);
}

}  // namespace
}  // namespace seawind::test
