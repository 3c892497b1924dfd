// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/options.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <string>
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

TEST(DaemonOptions, ThreadsAndTheirProcessors) {
  EXPECT_EQ(parsed({})->threads, std::nullopt);
  EXPECT_EQ(parsed({"--threads=auto"})->threads, std::nullopt);
  EXPECT_EQ(parsed({"--threads=64"})->threads, 64U);
  EXPECT_EQ(parsed({"--cpu", "7"})->cpus, std::vector{7});
  EXPECT_EQ(parsed({"--cpu", "2,3", "--threads", "2"})->cpus, (std::vector{2, 3}));
}

std::string refused(const std::vector<const char*>& words) {
  testing::internal::CaptureStderr();
  EXPECT_FALSE(parsed(words));
  return testing::internal::GetCapturedStderr();
}

TEST(DaemonOptions, AnUnknownActionIsRefusedWithTheChoices) {
  EXPECT_THAT(refused({"--seccomp", "maybe"}),
              testing::HasSubstr("--seccomp: maybe not in {kill,log,off}"));
  EXPECT_THAT(refused({"--seccomp", "1"}),
              testing::HasSubstr("--seccomp: 1 not in {kill,log,off}"));
}

TEST(DaemonOptions, EachThreadHasOneProcessor) {
  using testing::HasSubstr;
  EXPECT_THAT(refused({"--threads", "0"}), HasSubstr("--threads: 0 is neither 1 to 64 nor auto"));
  EXPECT_THAT(refused({"--threads", "65"}), HasSubstr("65 is neither 1 to 64 nor auto"));
  EXPECT_THAT(refused({"--threads", "2x"}), HasSubstr("2x is neither 1 to 64 nor auto"));
  EXPECT_THAT(refused({"--threads", "-1"}), HasSubstr("-1 is neither 1 to 64 nor auto"));
  EXPECT_THAT(refused({"--threads", "2", "--cpu", "3"}),
              HasSubstr("--cpu: names 1 processor for 2 threads; it must name one for each"));
  EXPECT_THAT(refused({"--threads", "1", "--cpu", "3,4"}),
              HasSubstr("--cpu: names 2 processors for 1 thread; it must name one for each"));
  EXPECT_THAT(refused({"--cpu", "3,4,3"}), HasSubstr("--cpu: names processor 3 twice"));
  EXPECT_THAT(refused({"--cpu", "3,1024"}), HasSubstr("1024"));
  EXPECT_THAT(refused({"--cpu", "3,x"}), HasSubstr("--cpu"));
}

}  // namespace
}  // namespace seawind::test
