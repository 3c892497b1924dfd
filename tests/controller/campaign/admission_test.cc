// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/admission.h"

#include <gtest/gtest.h>

#include "controller/testset/plan.h"

namespace seawind {
namespace {

constexpr std::int64_t kLimit = 1'000'000;  // 1 ms
constexpr std::int64_t kGood = kLimit / 2 - 1;
constexpr std::int64_t kUneasy = kLimit / 2;

TEST(Admission, StartsAtFourPerCoreWithinTheMost) {
  EXPECT_EQ(Admission::automatic(2, 100, kLimit).allowed(), 8);
  EXPECT_EQ(Admission::automatic(2, 5, kLimit).allowed(), 5);
  EXPECT_EQ(Admission::automatic(2, 0, kLimit).allowed(), 1);
}

TEST(Admission, GrowsByHalfAfterTwoGoodMeasurementsAtTheLimit) {
  auto admission = Admission::automatic(2, 15, kLimit);
  admission.measured(kGood, 8);
  EXPECT_EQ(admission.allowed(), 8);
  admission.measured(kGood, 8);
  EXPECT_EQ(admission.allowed(), 12);
  admission.measured(kGood, 12);
  admission.measured(kGood, 12);
  EXPECT_EQ(admission.allowed(), 15);
}

TEST(Admission, HalfTheLimitIsNotGood) {
  auto admission = Admission::automatic(2, 100, kLimit);
  for (int i = 0; i < 10; ++i) {
    admission.measured(kGood, 8);
    admission.measured(kUneasy, 8);
  }
  EXPECT_EQ(admission.allowed(), 8);
}

TEST(Admission, AnIdleMachineGivesNoMeasurement) {
  auto admission = Admission::automatic(2, 100, kLimit);
  for (int i = 0; i < 10; ++i) admission.measured(kGood, 7);
  EXPECT_EQ(admission.allowed(), 8);
}

TEST(Admission, FallsToThreeQuartersOnceAndNeverReachesThatNumberAgain) {
  auto admission = Admission::automatic(2, 100, kLimit);
  for (int i = 0; i < 3; ++i) admission.too_late(8);  // admitted under the same limit
  EXPECT_EQ(admission.allowed(), 6);
  for (int i = 0; i < 20; ++i) admission.measured(kGood, admission.allowed());
  EXPECT_EQ(admission.allowed(), 7);
}

TEST(Admission, NeverBelowOne) {
  auto admission = Admission::automatic(1, 1, kLimit);
  admission.too_late(1);
  EXPECT_EQ(admission.allowed(), 1);
}

TEST(Admission, AFixedNumberStays) {
  auto admission = Admission::fixed(3);
  for (int i = 0; i < 10; ++i) admission.measured(kGood, 3);
  admission.too_late(3);
  EXPECT_EQ(admission.allowed(), 3);
}

TEST(Admission, StaysBelowTheLimitOnOpenFiles) {
  EXPECT_EQ(slots_in_descriptors(0), 1);
  EXPECT_EQ(slots_in_descriptors(128), 4);
  EXPECT_EQ(slots_in_descriptors(1024), 60);
  EXPECT_EQ(slots_in_descriptors(64 + 1000 * 16), kMaxSlots);
  EXPECT_EQ(slots_in_descriptors(1U << 30U), kMaxSlots);
}

TEST(Admission, StaysBelowTheLimitsOnNamespaces) {
  const std::uint64_t many = 1'000'000;
  EXPECT_EQ(slots_in_namespaces({many, many, many}, false), kMaxSlots);
  EXPECT_EQ(slots_in_namespaces({many, 2 * 40 + 1, many}, false), 40);
  EXPECT_EQ(slots_in_namespaces({many, 2 * 40, many}, false), 39);
  EXPECT_EQ(slots_in_namespaces({many, many, 16 * 12 + 1}, false), 12);
  EXPECT_EQ(slots_in_namespaces({many, many, 16 * 12}, false), 11);
  EXPECT_EQ(slots_in_namespaces({1, many, many}, false), kMaxSlots);
  EXPECT_EQ(slots_in_namespaces({0, many, many}, false), 0);
  EXPECT_EQ(slots_in_namespaces({0, many, many}, true), kMaxSlots);
  EXPECT_EQ(slots_in_namespaces({many, 0, many}, true), 0);
  EXPECT_EQ(slots_in_namespaces({many, many, 0}, true), 0);
  EXPECT_EQ(slots_in_namespaces({many, ~std::uint64_t{0}, ~std::uint64_t{0}}, true), kMaxSlots);
}

}  // namespace
}  // namespace seawind
