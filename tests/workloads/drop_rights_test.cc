// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/drop_rights.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/error.h"

namespace seawind {
namespace {

TEST(Confine, ParsesTheArgument) {
  const Rights rights{.ids = UserIds{65534, 100},
                      .kept = capabilities({CAP_NET_RAW}),
                      .bounding = capabilities({CAP_CHOWN, CAP_LAST_CAP})};
  EXPECT_EQ(rights_argument(rights), "--rights=65534:100:2000:10000000001");
  EXPECT_EQ(parse_rights_argument(rights_argument(rights)), rights);
}

TEST(Confine, RejectsAnInvalidArgument) {
  for (const char* text : {"--rights=", "--rights=1:2:3", "--rights=1:2:3:g", "--rights=-1:2:3:4",
                           "--rights=1:2:3:4:5", "--rights=4294967296:0:0:0", "--rights=1::0:0"})
    EXPECT_THROW(parse_rights_argument(text), Error) << text;
}

/// The result of `check` in a child that has dropped its rights.
template <typename Check>
int in_child(const Rights& rights, Check&& check) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      drop_rights(rights);
      _exit(check() ? 0 : 1);
    } catch (...) {
      _exit(2);
    }
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

TEST(Confine, NothingIsLeft) {
  const Rights rights{.ids = UserIds{geteuid(), getegid()}, .kept = 0, .bounding = 0};
  EXPECT_EQ(0, in_child(rights, [] {
              rlimit core{};
              getrlimit(RLIMIT_CORE, &core);
              return held_capabilities() == 0 && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 &&
                     core.rlim_max == 0;
            }));
}

TEST(Confine, ChangingTheUserNeedsTheRight) {
  const Rights nobody{
      .ids = UserIds{65534, 65534}, .kept = capabilities({CAP_NET_RAW}), .bounding = 0};
  const int status = in_child(nobody, [] {
    return geteuid() == 65534 && getegid() == 65534 && getgroups(0, nullptr) == 0 &&
           held_capabilities() == capabilities({CAP_NET_RAW}) && setuid(0) != 0 &&
           prctl(PR_CAPBSET_READ, CAP_NET_RAW, 0, 0, 0) == 0;
  });
  EXPECT_EQ(WEXITSTATUS(status), geteuid() == 0 ? 0 : 2);
}

}  // namespace
}  // namespace seawind
