// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/inherited.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>

namespace seawind::test {
namespace {

/// Whether `check` returns true in a process that has called correct_inherited_state() after
/// `prepare`.
bool holds(const std::function<void()>& prepare, const std::function<bool()>& check) {
  const pid_t child = fork();
  if (child == 0) {
    prepare();
    correct_inherited_state();
    _exit(check() ? 0 : 1);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0;
}

TEST(InheritedState, NoFileGetsTheNumberOfAClosedDescriptor) {
  const auto close_all = [] {
    for (const int number : {0, 1, 2}) close(number);
  };
  EXPECT_TRUE(holds(close_all, [] { return open("/dev/null", O_WRONLY) > 2; }));
  EXPECT_TRUE(holds(close_all, [] { return write(2, "x", 1) < 0 && errno == EBADF; }));
  EXPECT_TRUE(holds([] { close(1); }, [] { return (fcntl(1, F_GETFD) & FD_CLOEXEC) != 0; }));
  EXPECT_TRUE(holds([] {}, [] { return fcntl(1, F_GETFD) == 0; }));
}

TEST(InheritedState, ChildrenAreNotReapedByTheKernel) {
  EXPECT_TRUE(holds([] { signal(SIGCHLD, SIG_IGN); },
                    [] {
                      const pid_t child = fork();
                      if (child == 0) _exit(7);
                      int status = 0;
                      return waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7;
                    }));
}

TEST(InheritedState, ALimitOfFileSizesIsAnError) {
  const auto limit = [] {
    const rlimit most{1, 1};
    setrlimit(RLIMIT_FSIZE, &most);
  };
  const auto write_two = [] {
    const int file = memfd_create("test", 0);
    return write(file, "xy", 2) == 1 && write(file, "y", 1) < 0 && errno == EFBIG;
  };
  EXPECT_TRUE(holds(limit, write_two));
  EXPECT_TRUE(holds(
      [&limit] {
        limit();
        signal(SIGXFSZ, SIG_IGN);
      },
      [] { return signal(SIGXFSZ, SIG_DFL) == SIG_IGN; }));
}

}  // namespace
}  // namespace seawind::test
