// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>

namespace seawind::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

cpu_set_t set_of(std::initializer_list<int> processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : processors) CPU_SET(static_cast<std::size_t>(cpu), &set);
  return set;
}

TEST(RelayProcessors, AreTheLastHalfOfThoseThatMayBeUsed) {
  EXPECT_THAT(relay_processors(set_of({3})), IsEmpty());
  EXPECT_THAT(relay_processors(set_of({0, 1})), ElementsAre(1));
  EXPECT_THAT(relay_processors(set_of({2, 5, 7})), ElementsAre(7));
  EXPECT_THAT(relay_processors(set_of({2, 5, 7, 60})), ElementsAre(60, 7));
}

TEST(RelayProcessors, AreAtMostEight) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (std::size_t cpu = 0; cpu < 64; ++cpu) CPU_SET(cpu, &set);
  EXPECT_THAT(relay_processors(set), ElementsAre(63, 62, 61, 60, 59, 58, 57, 56));
}

}  // namespace
}  // namespace seawind::test
