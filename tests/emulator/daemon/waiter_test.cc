// SPDX-License-Identifier: GPL-3.0-or-later
// What ends a wait. The clock is the system's, because the kernel's sleeps follow it.
#include "emulator/daemon/waiter.h"

#include <gtest/gtest.h>

#include "tests/emulator/daemon/fakes.h"

namespace seawind::test {
namespace {

class WaiterTest : public testing::Test {
 protected:
  /// Whether a wait for an event that is `ahead` ends before the event because of wake().
  bool woken(Duration ahead, Duration lookahead) {
    waiter_.wake();
    const Time next = clock_.monotonic() + ahead;
    (void)waiter_.wait(next, lookahead, [] {});
    return clock_.monotonic() < next;
  }

  SystemClock clock_;
  Waiter waiter_{clock_, {.spin_before = Duration()}};
};

TEST_F(WaiterTest, IsNotWokenBeforeAnEventThatIsNearerThanAnyEffectOfAFrame) {
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(woken(us(100), us(100)));
}

TEST_F(WaiterTest, IsWokenBeforeAnEventThatIsBeyondTheLookahead) {
  bool any = false;  // not each, because this thread may be kept from running until the event
  for (int i = 0; i < 1000 && !any; ++i) any = woken(us(100), us(50));
  EXPECT_TRUE(any);
}

TEST_F(WaiterTest, IsWokenBeforeAnEventThatIsFarWhateverTheLookahead) {
  EXPECT_TRUE(woken(Duration::seconds(20), Duration::seconds(20)));
}

}  // namespace
}  // namespace seawind::test
