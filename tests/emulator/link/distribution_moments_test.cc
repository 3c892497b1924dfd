// SPDX-License-Identifier: GPL-3.0-or-later
// Moments of every distribution against closed forms; the quantile function; bounds and unusual
// parameters.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "emulator/core/distribution.h"
#include "emulator/link/draws.h"

namespace seawind {
namespace {

constexpr double kPi = std::numbers::pi;

double phi(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * kPi);
}
double big_phi(double z) {
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

TEST(NormalQuantile, HasThePublishedDigits) {
  EXPECT_DOUBLE_EQ(normal_quantile(0.5), 0);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.25), -0.6744897501960817, 1e-15);  // AS 241
  EXPECT_NEAR(normal_quantile(0.001), -3.090232306167814, 1e-14);  // AS 241
  EXPECT_NEAR(normal_quantile(1e-20), -9.262340089798408, 1e-13);  // AS 241
  EXPECT_NEAR(normal_quantile(0x1.0p-54), -8.2923611, 1e-6);
  for (double p = 1e-12; p < 1; p = p < 0.9 ? p * 1.3 : p + 0.001) {
    EXPECT_NEAR(big_phi(normal_quantile(p)) / p, 1, 1e-12) << p;
  }
}

TEST(Mean, OfParetoDistributionsWhoseTailDecides) {
  EXPECT_DOUBLE_EQ(mean_of(ParetoValue{2, 1.5, kUnbounded, Truncation::kRedraw}), 6);
  EXPECT_DOUBLE_EQ(mean_of(ParetoValue{2, 1, kUnbounded, Truncation::kRedraw}), 4)
      << "no mean: the median";
  EXPECT_DOUBLE_EQ(mean_of(ParetoValue{2, 1, 20, Truncation::kRedraw}), 2 * std::log(10) / 0.9);
  EXPECT_DOUBLE_EQ(mean_of(ParetoValue{2, 1, 20, Truncation::kClamp}), 2 * std::log(10) + 2);
  EXPECT_DOUBLE_EQ(mean_of(ParetoValue{2, 0.5, 200, Truncation::kClamp}), -(2 - 20) + 20);
  EXPECT_DOUBLE_EQ(mean_of(ParetoValue{2, 3, 1, Truncation::kClamp}), 2);
}

struct Moments {
  const char* name;
  ValueConfig law;
  double mean;
  double deviation;
  double tolerance = 1e-4;  // relative to the deviation
};

void PrintTo(const Moments& m, std::ostream* out) {
  *out << m.name;
}

double lognormal_cut_mean(double median, double sigma, double max) {
  const double b = std::log(max / median) / sigma;
  return median * std::exp(sigma * sigma / 2) * big_phi(b - sigma) / big_phi(b);
}
double lognormal_cut_square(double median, double sigma, double max) {
  const double b = std::log(max / median) / sigma;
  return median * median * std::exp(2 * sigma * sigma) * big_phi(b - 2 * sigma) / big_phi(b);
}
double deviation_of(double mean, double square) {
  return std::sqrt(square - mean * mean);
}

std::vector<Moments> moments() {
  std::vector<Moments> all;
  all.push_back({"fixed", FixedValue{7}, 7, 0});
  all.push_back({"uniform", UniformValue{2, 8}, 5, 6 / std::sqrt(12.0)});

  // Dwell times under both truncation rules.
  for (const auto& [m, a, b] :
       {std::tuple{10.0, 5.0, 15.0}, std::tuple{2.5, 1.4, 4.0}, std::tuple{3.0, 0.0, 3.0}}) {
    const double w = b - a;
    const double e = std::exp(-w / m);
    all.push_back({"exponential, redraw", ExponentialValue{m, a, b, Truncation::kRedraw},
                   a + m - w * e / (1 - e), std::sqrt(m * m - w * w * e / ((1 - e) * (1 - e)))});
    const double ea = std::exp(-a / m);
    const double eb = std::exp(-b / m);
    const double mean = a + m * (ea - eb);
    const double square = a * a + 2 * (m * (a + m) * ea - m * (b + m) * eb);
    all.push_back({"exponential, clamp", ExponentialValue{m, a, b, Truncation::kClamp}, mean,
                   deviation_of(mean, square)});
  }

  all.push_back({"normal", NormalValue{10, 2, -kUnbounded, kUnbounded}, 10, 2});
  all.push_back({"half normal, redraw", NormalValue{0, 1, 0, kUnbounded, Truncation::kRedraw},
                 std::sqrt(2 / kPi), std::sqrt(1 - 2 / kPi)});
  all.push_back({"half normal, clamp", NormalValue{0, 1, 0, kUnbounded, Truncation::kClamp},
                 1 / std::sqrt(2 * kPi), std::sqrt(0.5 - 1 / (2 * kPi))});
  {
    const double a = 4, b = 5;  // far in the upper tail
    const double z = big_phi(-a) - big_phi(-b);
    const double mean = (phi(a) - phi(b)) / z;
    all.push_back({"normal tail, redraw", NormalValue{0, 1, a, b, Truncation::kRedraw}, mean,
                   std::sqrt(1 + (a * phi(a) - b * phi(b)) / z - mean * mean)});
  }

  const double square = 100 * 100 * std::exp(2 * 0.25);
  const double mean = 100 * std::exp(0.125);
  all.push_back({"lognormal", LognormalValue{100, 0.5}, mean, deviation_of(mean, square), 0.002});
  all.push_back(
      {"lognormal, redraw", LognormalValue{100, 0.5, 0, 150, Truncation::kRedraw},
       lognormal_cut_mean(100, 0.5, 150),
       deviation_of(lognormal_cut_mean(100, 0.5, 150), lognormal_cut_square(100, 0.5, 150))});

  all.push_back({"pareto", ParetoValue{2, 5}, 2.5, std::sqrt(4.0 * 5 / (16 * 3)), 0.01});
  {
    const double l = 2, h = 10, a = 1.5;
    const double share = 1 - std::pow(l / h, a);
    const auto moment = [&](double k) {
      return a / (a - k) * (std::pow(l, k) - std::pow(l / h, a) * std::pow(h, k));
    };
    all.push_back({"pareto, redraw", ParetoValue{l, a, h, Truncation::kRedraw}, moment(1) / share,
                   deviation_of(moment(1) / share, moment(2) / share)});
    const double rest = std::pow(l / h, a);
    all.push_back({"pareto, clamp", ParetoValue{l, a, h, Truncation::kClamp}, moment(1) + h * rest,
                   deviation_of(moment(1) + h * rest, moment(2) + h * h * rest)});
  }

  // Table 1 of study 001 (experiments D1, P6): mean 190.3 ms from the middles of the bands.
  const UniformMixture table1{
      {{80, {153, 195}}, {10, {195, 225}}, {8, {225, 297}}, {2, {297, 621}}}};
  double table1_square = 0;
  for (const auto& [weight, range] : table1.parts) {
    table1_square +=
        weight / 100 * (range.min * range.min + range.min * range.max + range.max * range.max) / 3;
  }
  all.push_back({"table 1 of 001", table1, 190.26, deviation_of(190.26, table1_square)});

  all.push_back({"empirical", EmpiricalValue{{0, 10, 100}}, 30,
                 deviation_of(30, (100.0 / 3 + (100 + 1000 + 10000) / 3.0) / 2)});
  const auto table =
      std::make_shared<const std::vector<std::int16_t>>(std::vector<std::int16_t>{-8192, 0, 8192});
  all.push_back({"netem", NetemValue{100, 50, table}, 100, 50 * std::sqrt(2.0 / 3), 1e-3});
  all.push_back({"netem, never negative", NetemValue{100, 200, table}, 400.0 / 3,
                 deviation_of(400.0 / 3, (10000 + 90000) / 3.0), 1e-3});
  return all;
}

class Distributions : public testing::TestWithParam<Moments> {};
TEST_P(Distributions, HaveTheMomentsOfTheirClosedForm) {
  const int n = 400'000;
  double sum = 0, squares = 0, last = -kUnbounded;
  for (int i = 0; i < n; ++i) {
    const double x = value_at(GetParam().law, (i + 0.5) / n);
    ASSERT_GE(x, last);  // inversion: the quantile function is non-decreasing
    last = x;
    sum += x;
    squares += x * x;
  }
  const double mean = sum / n;
  const double tolerance = GetParam().tolerance * std::max(GetParam().deviation, 1e-9);
  EXPECT_NEAR(mean, GetParam().mean, tolerance);
  EXPECT_NEAR(std::sqrt(std::max(squares / n - mean * mean, 0.0)), GetParam().deviation,
              20 * tolerance + 1e-6);
  EXPECT_NEAR(mean_of(GetParam().law), GetParam().mean, 20 * tolerance);
}
INSTANTIATE_TEST_SUITE_P(ClosedForms, Distributions, testing::ValuesIn(moments()));

TEST(Distributions, TheShareOfEachPartOfAMixtureIsItsWeight) {
  const UniformMixture law{{{1, {0, 1}}, {0, {50, 60}}, {3, {10, 11}}}};
  EXPECT_DOUBLE_EQ(value_at(law, 0), 0);
  EXPECT_LT(value_at(law, std::nextafter(0.25, 0)), 1 + 1e-12);
  EXPECT_DOUBLE_EQ(value_at(law, 0.25), 10);
  EXPECT_NEAR(value_at(law, std::nextafter(1.0, 0)), 11, 1e-12);
}

TEST(Distributions, NetemTakesTheEntryAtTheFloor) {
  const auto table = std::make_shared<const std::vector<std::int16_t>>(
      std::vector<std::int16_t>{-16384, -8192, 8192, 32767});
  const NetemValue law{100, 10, table};
  EXPECT_DOUBLE_EQ(value_at(law, 0), 80);
  EXPECT_DOUBLE_EQ(value_at(law, std::nextafter(0.25, 0)), 80);
  EXPECT_DOUBLE_EQ(value_at(law, 0.25), 90);
  EXPECT_DOUBLE_EQ(value_at(law, 0.5), 110);
  EXPECT_DOUBLE_EQ(value_at(law, std::nextafter(1.0, 0)), 100 + 10 * 32767.0 / 8192);
}

TEST(Distributions, AListGivesItsValuesInTurnAndTakesAUniformForEach) {
  const ListValue law{std::make_shared<const std::vector<double>>(std::vector<double>{5, 7, 9})};
  Draws list(3, "x");
  Draws other(3, "x");
  for (const double expected : {5.0, 7.0, 9.0, 5.0, 7.0}) {
    EXPECT_DOUBLE_EQ(list.value(law), expected);
    other.uniform();
  }
  EXPECT_DOUBLE_EQ(list.uniform(), other.uniform());
}

TEST(Distributions, StayWithinTheirBoundsAtBothEnds) {
  const double ends[] = {0, 0x1.0p-53, 1 - 0x1.0p-53};
  const std::vector<ValueConfig> laws{
      NormalValue{100, 50, 20, 180, Truncation::kRedraw},
      NormalValue{100, 50, 20, 180, Truncation::kClamp},
      NormalValue{0, 1, 20, 180, Truncation::kRedraw},  // at a distance of twenty deviations
      NormalValue{300, 1, 20, 180, Truncation::kRedraw},
      NormalValue{100, 0, 20, 180, Truncation::kRedraw},
      LognormalValue{100, 3, 20, 180, Truncation::kRedraw},
      LognormalValue{100, 3, 20, 180, Truncation::kClamp},
      LognormalValue{1e-9, 0.1, 20, 180, Truncation::kRedraw},
      ParetoValue{20, 0.1, 180, Truncation::kRedraw},
      ParetoValue{20, 0.1, 180, Truncation::kClamp},
      ParetoValue{20, 1, 20, Truncation::kRedraw},
      ExponentialValue{1, 20, 180, Truncation::kRedraw},
      ExponentialValue{1e9, 20, 180, Truncation::kClamp}};
  for (const ValueConfig& law : laws) {
    for (const double u : ends) {
      EXPECT_GE(value_at(law, u), 20 - 1e-9) << law.index() << " " << u;
      EXPECT_LE(value_at(law, u), 180 + 1e-9) << law.index() << " " << u;
    }
  }
}

TEST(Distributions, UnboundedDistributionsAreFiniteAndDurationsAndCountsInRange) {
  for (const ValueConfig& law :
       {ValueConfig{NormalValue{1e9, 1e12, -kUnbounded}}, ValueConfig{LognormalValue{1e9, 50}},
        ValueConfig{ParetoValue{1e9, 0.01}}, ValueConfig{ExponentialValue{1e300}}}) {
    for (const double u : {0.0, 0.5, 1 - 0x1.0p-53}) {
      EXPECT_GE(duration_at(law, u).ns(), 0);
      EXPECT_LE(duration_at(law, u).ns(), 1'000'000'000'000'000'000);
    }
  }
  EXPECT_EQ(count_at(2.5, 0), 3);
  EXPECT_EQ(count_at(-2.5, 0), 0);
}

// Tables without entries.
TEST(Distributions, EmptyTablesGiveTheirStatedValues) {
  EXPECT_DOUBLE_EQ(value_at(UniformMixture{}, 0.5), 0);
  EXPECT_DOUBLE_EQ(value_at(EmpiricalValue{}, 0.5), 0);
  EXPECT_DOUBLE_EQ(value_at(EmpiricalValue{{4}}, 0.5), 4);
  EXPECT_DOUBLE_EQ(value_at(NetemValue{3, 1, nullptr}, 0.5), 3);
  EXPECT_DOUBLE_EQ(value_at(ListValue{}, 0.5), 0);
}

TEST(IndexedUniforms, AreUniformAndDependOnSeedNameAndIndexAlone) {
  const IndexedUniforms a(1, "x");
  EXPECT_EQ(a.at(7), IndexedUniforms(1, "x").at(7));
  EXPECT_NE(a.at(7), a.at(8));
  EXPECT_NE(a.at(7), IndexedUniforms(2, "x").at(7));
  EXPECT_NE(a.at(7), IndexedUniforms(1, "y").at(7));
  double sum = 0, squares = 0, neighbours = 0;
  const int n = 200'000;
  for (int i = 0; i < n; ++i) {
    const double u = a.at(static_cast<std::uint64_t>(i));
    sum += u;
    squares += u * u;
    neighbours += u * a.at(static_cast<std::uint64_t>(i) + 1);
  }
  EXPECT_NEAR(sum / n, 0.5, 0.0033);  // five standard errors
  EXPECT_NEAR(squares / n, 1.0 / 3, 0.0034);
  EXPECT_NEAR(neighbours / n, 0.25, 0.003);
}

TEST(Values, AreEqualWhenTheirContentIs) {
  const auto list = [](double x) {
    return ValueConfig(
        ListValue{std::make_shared<const std::vector<double>>(std::vector<double>{1, x})});
  };
  EXPECT_EQ(list(2), list(2));
  EXPECT_NE(list(2), list(3));
  EXPECT_NE(ValueConfig(2), list(2));
  EXPECT_EQ(ValueConfig(2), ValueConfig(FixedValue{2}));
}

}  // namespace
}  // namespace seawind
