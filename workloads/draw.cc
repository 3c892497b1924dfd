// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/draw.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

#include "common/error.h"
#include "common/split_mix.h"
#include "common/to_number.h"

namespace seawind {
namespace {

/// The value of the distribution at the cumulative probability `u`.
double quantile(const Law& law, double u) {
  switch (law.kind) {
    case Law::Kind::kFixed:
      return law.mean;
    case Law::Kind::kUniform:
      return law.min + (law.max - law.min) * u;
    case Law::Kind::kExponential:
      break;
  }
  const auto below = [&](double value) { return -std::expm1(-value / law.mean); };
  const double top = law.max > 0 ? below(law.max) : 1;
  // Redrawing until a value is in range equals drawing from the part of the distribution that is in
  // range.
  const double share = law.clamp ? u : below(law.min) + (top - below(law.min)) * u;
  const double value = -law.mean * std::log1p(-share);
  const double low = std::max(value, law.min);
  return law.max > 0 ? std::min(low, law.max) : low;
}

}  // namespace

double Law::lowest() const {
  return kind == Kind::kFixed ? mean : min;
}

double Law::highest() const {
  if (kind == Kind::kFixed) return mean;
  return kind == Kind::kExponential && max == 0 ? std::numeric_limits<double>::infinity() : max;
}

std::string law_text(const Law& law) {
  switch (law.kind) {
    case Law::Kind::kFixed:
      return fmt::format("fixed:{}", law.mean);
    case Law::Kind::kUniform:
      return fmt::format("uniform:{}:{}", law.min, law.max);
    case Law::Kind::kExponential:
      break;
  }
  return fmt::format("exponential:{}:{}:{}:{}", law.mean, law.min, law.max,
                     law.clamp ? "clamp" : "redraw");
}

Law parse_law(const std::string& text) {
  const Error wrong("cannot parse the distribution `" + text +
                    "`: write fixed:VALUE, uniform:MIN:MAX or "
                    "exponential:MEAN:MIN:MAX:redraw|clamp");
  std::vector<std::string> words{""};
  for (const char c : text) {
    if (c == ':') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  const auto number = [&](std::size_t i) {
    const auto value = to_number<double>(words.at(i));
    if (!value || !std::isfinite(*value) || *value < 0) throw wrong;
    return *value;
  };
  if (words[0] == "fixed" && words.size() == 2) return Law::fixed(number(1));
  if (words[0] == "uniform" && words.size() == 3 && number(1) <= number(2)) {
    return {Law::Kind::kUniform, 0, number(1), number(2), false};
  }
  if (words[0] == "exponential" && words.size() == 5 && number(1) > 0 &&
      (number(3) == 0 || number(2) < number(3)) && (words[4] == "redraw" || words[4] == "clamp")) {
    return {Law::Kind::kExponential, number(1), number(2), number(3), words[4] == "clamp"};
  }
  throw wrong;
}

RandomDraws::RandomDraws(const Law& law, std::uint64_t seed, std::string_view flow,
                         std::string_view quantity)
    : law_(law), seed_(mix_bits(seed ^ name_hash(quantity, name_hash(flow) ^ 0x2fU))) {}

std::int64_t RandomDraws::next() {
  const std::uint64_t bits = split_mix(seed_, index_++);
  return std::llround(quantile(law_, static_cast<double>(bits >> 11U) * 0x1p-53));
}

}  // namespace seawind
