// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/units.h"

#include <gtest/gtest.h>

#include <string>

namespace seawind {
namespace {

struct Good {
  const char* text;
  Unit unit;
  double value;
};

class ParseGood : public testing::TestWithParam<Good> {};

TEST_P(ParseGood, GivesExactlyTheBaseValue) {
  const auto& [text, unit, value] = GetParam();
  const Quantity parsed = parse_quantity(text, unit);
  ASSERT_TRUE(parsed.value) << text << ": " << parsed.problem;
  EXPECT_EQ(*parsed.value, value) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Units, ParseGood,
    testing::Values(Good{"0.1s", DURATION, 100'000'000}, Good{"300ms", DURATION, 300'000'000},
                    Good{"0.3s", DURATION, 300'000'000}, Good{"1.4s", DURATION, 1'400'000'000},
                    Good{"0.000000001s", DURATION, 1}, Good{"1ns", DURATION, 1},
                    Good{"7us", DURATION, 7'000}, Good{"1.5min", DURATION, 90'000'000'000},
                    Good{"24h", DURATION, 86'400'000'000'000}, Good{"0s", DURATION, 0},
                    Good{"00012ms", DURATION, 12'000'000}, Good{"64kbit/s", BIT_RATE, 64'000},
                    Good{"0.064Mbit/s", BIT_RATE, 64'000}, Good{"100Gbit/s", BIT_RATE, 1e11},
                    Good{"9600bit/s", BIT_RATE, 9'600}, Good{"12000B", BYTES, 12'000},
                    Good{"12kB", BYTES, 12'000}, Good{"1.5MB", BYTES, 1'500'000},
                    Good{"1KiB", BYTES, 1'024}, Good{"2MiB", BYTES, 2'097'152},
                    Good{"1GiB", BYTES, 1 << 30}, Good{"20pkt", PACKETS, 20},
                    Good{"60%", PROBABILITY, 0.6}, Good{"0.6", PROBABILITY, 0.6},
                    Good{"0.1%", PROBABILITY, 0.001}, Good{"1e-6", PROBABILITY, 1e-6},
                    Good{"3", NONE, 3}, Good{"2.5", NONE, 2.5}, Good{"1e3ms", DURATION, 1e9},
                    Good{"9007199254740992ns", DURATION, 9007199254740992.0}),
    [](const auto& one) { return "sample" + std::to_string(one.index); });

struct Bad {
  const char* text;
  Unit unit;
  const char* problem;
};

class ParseBad : public testing::TestWithParam<Bad> {};

TEST_P(ParseBad, NamesTheProblemAndAValidValue) {
  const auto& [text, unit, problem] = GetParam();
  const Quantity parsed = parse_quantity(text, unit);
  EXPECT_FALSE(parsed.value) << text;
  EXPECT_EQ(parsed.problem, problem);
}

INSTANTIATE_TEST_SUITE_P(
    Units, ParseBad,
    testing::Values(Bad{"300", DURATION, "needs a unit: 300ms, 0.3s"},
                    Bad{"0", DURATION, "needs a unit: 300ms, 0.3s"},
                    Bad{"64000", BIT_RATE, "needs a unit: 64kbit/s, 2Mbit/s"},
                    Bad{"12000", BYTES, "needs a unit: 12000B, 12kB"},
                    Bad{"20", PACKETS, "needs a unit: 20pkt"},
                    Bad{"64Kbit/s", BIT_RATE,
                        "`64Kbit/s` has no known unit: use bit/s, kbit/s, Mbit/s, Gbit/s"},
                    Bad{"3 ms", DURATION, "`3 ms` has no known unit: use ns, us, ms, s, min, h"},
                    Bad{"ms", DURATION, "`ms` is not a number with a unit: write 300ms, 0.3s"},
                    Bad{"", DURATION, "`` is not a number with a unit: write 300ms, 0.3s"},
                    Bad{".ms", DURATION, "`.ms` is not a number with a unit: write 300ms, 0.3s"},
                    Bad{"0.5ns", DURATION, "`0.5ns` is not a whole number of ns"},
                    Bad{"1.5pkt", PACKETS, "`1.5pkt` is not a whole number of pkt"},
                    Bad{"9007199254740993ns", DURATION, "`9007199254740993ns` is too large"},
                    Bad{"1e30h", DURATION, "`1e30h` is too large"},
                    Bad{"0.1234567890123456789012345s", DURATION,
                        "`0.1234567890123456789012345s` has too many digits"},
                    Bad{"x", NONE, "`x` is not a number: write 3"},
                    Bad{"nan", PROBABILITY, "`nan` is not a number: write 0.6, 60%"},
                    Bad{"inf", NONE, "`inf` is not a number: write 3"},
                    Bad{"%", PROBABILITY, "`%` is not a number: write 0.6, 60%"}),
    [](const auto& one) { return "sample" + std::to_string(one.index); });

struct Shown {
  double value;
  Unit unit;
  const char* text;
};

class Format : public testing::TestWithParam<Shown> {};

TEST_P(Format, IsShortAndReadsBackTheSame) {
  const auto& [value, unit, text] = GetParam();
  EXPECT_EQ(format_quantity(value, unit), text);
  EXPECT_EQ(parse_quantity(text, unit).value, value);
}

INSTANTIATE_TEST_SUITE_P(
    Units, Format,
    testing::Values(
        Shown{64'000, BIT_RATE, "64kbit/s"}, Shown{9'600, BIT_RATE, "9600bit/s"},
        Shown{300e6, DURATION, "300ms"}, Shown{701e6, DURATION, "701ms"}, Shown{0, DURATION, "0s"},
        Shown{36e9, DURATION, "36s"}, Shown{600e9, DURATION, "10min"}, Shown{1, DURATION, "1ns"},
        Shown{1'513'475'993, DURATION, "1.513475993s"}, Shown{1'000'001, DURATION, "1.000001ms"},
        Shown{999'999, DURATION, "999999ns"}, Shown{1'000'000'500'000, DURATION, "1000.0005s"},
        Shown{-1'513'475'993, DURATION, "-1.513475993s"}, Shown{12'000, BYTES, "12000B"},
        Shown{20, PACKETS, "20pkt"}, Shown{0.6, PROBABILITY, "0.6"}, Shown{0, PROBABILITY, "0"},
        Shown{3, NONE, "3"}),
    [](const auto& one) { return "sample" + std::to_string(one.index); });

TEST(ShortNumber, HasThreeSignificantDigitsAndNoExponentAboveOne) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(0.01234), "0.0123");
  EXPECT_EQ(short_number(84.24), "84.2");
  EXPECT_EQ(short_number(999.4), "999");
  EXPECT_EQ(short_number(999.6), "1000");
  EXPECT_EQ(short_number(1550), "1550");
  EXPECT_EQ(short_number(-123456.7), "-123457");
}

TEST(ShortDuration, HasThreeSignificantDigits) {
  EXPECT_EQ(short_duration(999), "999ns");
  EXPECT_EQ(short_duration(84'321), "84.3us");
  EXPECT_EQ(short_duration(1'250'000), "1.25ms");
  EXPECT_EQ(short_duration(20'000'000'000), "20s");
  // What rounds to 1000 of a unit is shown in the next larger one.
  EXPECT_EQ(short_duration(999'499), "999us");
  EXPECT_EQ(short_duration(999'500), "1ms");
  EXPECT_EQ(short_duration(999'600), "1ms");
  EXPECT_EQ(short_duration(999'499'999), "999ms");
  EXPECT_EQ(short_duration(999'500'000), "1s");
}

TEST(ClockText, HasHoursFromOneHour) {
  EXPECT_EQ(clock_text(0), "0:00");
  EXPECT_EQ(clock_text(6.5), "0:07");
  EXPECT_EQ(clock_text(750), "12:30");
  EXPECT_EQ(clock_text(3599.4), "59:59");
  EXPECT_EQ(clock_text(3599.5), "1:00:00");
  EXPECT_EQ(clock_text(36'123), "10:02:03");
}

TEST(SeedProblem, AcceptsAllNumbersOf64BitsAndNothingElse) {
  EXPECT_EQ(seed_problem("0"), "");
  EXPECT_EQ(seed_problem("18446744073709551615"), "");
  for (const char* wrong :
       {"", "-1", "+1", " 1", "1 ", "1.0", "0x1", "18446744073709551616", "one"})
    EXPECT_NE(seed_problem(wrong), "") << wrong;
}

}  // namespace
}  // namespace seawind
