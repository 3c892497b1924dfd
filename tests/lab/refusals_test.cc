// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/refusals.h"

#include <gtest/gtest.h>

namespace seawind::lab {
namespace {

using namespace std::chrono_literals;

TEST(Refusals, EachHasALineAndAFloodOneASecond) {
  Refusals refusals;
  const Refusals::Instant begin = Refusals::Instant() + 1h;
  int lines = 0;
  for (int i = 0; i < 10'000; ++i)
    lines += refusals.line(begin + i * 1ms, "192.0.2.1", "no certificate") ? 1 : 0;
  EXPECT_EQ(lines, 10 + 9);  // within 9.999 s
  EXPECT_EQ(refusals.line(begin + 11s, "192.0.2.1", "b\x1b"),
            "rejected a connection from 192.0.2.1: b\\x1b; 999 more since the last line");
  EXPECT_EQ(refusals.line(begin + 100s, "192.0.2.2", "c"),
            "rejected a connection from 192.0.2.2: c");
}

}  // namespace
}  // namespace seawind::lab
