// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/refusals.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

using namespace std::chrono_literals;

TEST(Refusals, EachHasALineAndAFloodOneASecond) {
  Refusals refusals(10, 1s);
  const Refusals::Instant begin = Refusals::Instant() + 1h;
  int lines = 0;
  for (int i = 0; i < 10'000; ++i)
    lines += refusals.line(begin + i * 1ms, "from 192.0.2.1", "no certificate") ? 1 : 0;
  EXPECT_EQ(lines, 10 + 9);  // within 9.999 s
  EXPECT_EQ(refusals.line(begin + 11s, "from 192.0.2.1", "b\x1b"),
            "rejected a connection from 192.0.2.1: b\\x1b; 999 more since the last line");
  EXPECT_EQ(refusals.line(begin + 100s, "from 192.0.2.2", "c"),
            "rejected a connection from 192.0.2.2: c");
}

TEST(Refusals, OneLineInTenSeconds) {
  Refusals refusals(1, 10s);
  const Refusals::Instant begin = Refusals::Instant() + 1h;
  EXPECT_EQ(refusals.line(begin, "of user 7", "a"), "rejected a connection of user 7: a");
  EXPECT_EQ(refusals.line(begin + 5s, "of user 7", "a"), std::nullopt);
  EXPECT_EQ(refusals.line(begin + 10s - 1ms, "of user 7", "a"), std::nullopt);
  EXPECT_EQ(refusals.line(begin + 10s + 1ms, "of user 7", "a"),
            "rejected a connection of user 7: a; 2 more since the last line");
  EXPECT_EQ(refusals.line(begin + 20s, "of user 7", "a"), std::nullopt);
}

}  // namespace
}  // namespace seawind
