// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/options.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <vector>

namespace seawind::test {
namespace {

std::optional<DaemonOptions> parsed(std::vector<const char*> words) {
  words.insert(words.begin(), "seawindd");
  int exit_code = 0;
  return parse_options(static_cast<int>(words.size()), words.data(), exit_code);
}

TEST(DaemonOptions, AnUnknownSystemCallKillsUnlessAnotherActionIsChosen) {
  unsetenv("SEAWIND_SECCOMP");
  EXPECT_EQ(parsed({})->violation, Violation::kKill);
  EXPECT_EQ(parsed({"--seccomp=log"})->violation, Violation::kLog);
  EXPECT_EQ(parsed({"--seccomp=off"})->violation, Violation::kOff);
  setenv("SEAWIND_SECCOMP", "log", 1);
  EXPECT_EQ(parsed({})->violation, Violation::kLog);
  EXPECT_EQ(parsed({"--seccomp=kill"})->violation, Violation::kKill);
  setenv("SEAWIND_SECCOMP", "maybe", 1);
  EXPECT_FALSE(parsed({}));
  unsetenv("SEAWIND_SECCOMP");
}

}  // namespace
}  // namespace seawind::test
