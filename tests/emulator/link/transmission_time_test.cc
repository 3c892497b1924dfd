// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/transmission_time.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

__extension__ using Wide = __int128;

struct Case {
  std::uint32_t bytes;
  std::int64_t rate;
  std::int64_t ns;
};

TEST(TransmissionTime, IsExactAndRoundedUp) {
  for (const Case& c :
       {Case{576, 64'000, 72'000'000}, Case{76, 64'000, 9'500'000}, Case{576, 384'000, 12'000'000},
        Case{76, 384'000, 1'583'334}, Case{1, 8'000'000'000, 1}, Case{1, 100'000'000'000, 1},
        Case{65'535, 1, 524'280'000'000'000}, Case{1500, 100'000'000'000, 120},
        Case{1500, 7, 1'714'285'714'286}}) {
    EXPECT_EQ(transmission_time(c.bytes, c.rate).ns(), c.ns) << c.bytes << " B at " << c.rate;
  }
}

// Never early, and late by less than a nanosecond: 0 <= ns * rate - bits * 1e9 < rate.
TEST(TransmissionTime, IsTheSmallestWholeNanosecondNotBeforeTheLastBit) {
  for (std::uint32_t bytes = 1; bytes <= 65'535; bytes += 97) {
    for (const std::int64_t rate : {9'600LL, 63'999LL, 383'993LL, 1'000'000'007LL}) {
      const Wide end = static_cast<Wide>(transmission_time(bytes, rate).ns()) * rate;
      const Wide bits = static_cast<Wide>(bytes) * 8 * 1'000'000'000;
      ASSERT_TRUE(end >= bits && end - bits < rate) << bytes << " B at " << rate;
    }
  }
}

}  // namespace
}  // namespace seawind
