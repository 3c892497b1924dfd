// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/out_of_memory.h"

#include <gtest/gtest.h>

#include <new>

namespace seawind {
namespace {

// AddressSanitizer's operator new does not call the handler: the test does.
TEST(OutOfMemoryTest, EndsTheProcessWithTheGivenCode) {
  EXPECT_EXIT(
      {
        exit_when_out_of_memory("seawind", 3);
        std::get_new_handler()();
      },
      testing::ExitedWithCode(3), "seawind: out of memory");
}

}  // namespace
}  // namespace seawind
