// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/axis_product.h"

#include <algorithm>

#include "controller/testset/plan.h"

namespace seawind::gui {
namespace {

constexpr std::size_t kSubsets = 1U << kAxes;  // number of sets of axes that an entry can name

/// Number of axes a pattern names.
int named(std::size_t subset) {
  int n = 0;
  for (int axis = 0; axis < kAxes; ++axis) n += subset >> axis & 1U ? 1 : 0;
  return n;
}

}  // namespace

AxisProduct::AxisProduct(std::array<std::vector<std::string>, kAxes> values)
    : values_(std::move(values)) {
  constexpr std::size_t kRouter = 1;
  if (values_[kRouter].empty()) values_[kRouter].emplace_back();
  double product = 1;
  for (const auto& axis : values_) product *= static_cast<double>(axis.size());
  too_large_ = product > kMaxCases;
  if (!too_large_) size_ = static_cast<int>(product);
}

std::array<int, kAxes> AxisProduct::digits(int index) const {
  std::array<int, kAxes> out{};
  for (std::size_t axis = kAxes; axis-- > 0;) {
    const int n = static_cast<int>(values_[axis].size());
    out[axis] = index % n;
    index /= n;
  }
  return out;
}

std::array<std::string, kAxes> AxisProduct::at(int index) const {
  const auto digit = digits(index);
  std::array<std::string, kAxes> out;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    out[axis] = values_[axis][static_cast<std::size_t>(digit[axis])];
  return out;
}

bool AxisProduct::matches(const Pattern& pattern, int index) const {
  const auto digit = digits(index);
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    if (!pattern[axis].empty() &&
        pattern[axis] != values_[axis][static_cast<std::size_t>(digit[axis])])
      return false;
  return true;
}

std::vector<Pattern> AxisProduct::cover(std::vector<bool> wanted,
                                        const std::vector<bool>& already) const {
  // A pattern is encoded as a number in mixed radix; each axis has 0 (any value) or 1 + the value's
  // index.
  std::array<std::size_t, kAxes> weight{};
  std::size_t patterns = 1;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    weight[axis] = patterns;
    patterns *= values_[axis].size() + 1;
  }
  const auto code = [&](const std::array<int, kAxes>& digit, std::size_t subset) {
    std::size_t number = 0;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      if (subset >> axis & 1U) number += weight[axis] * static_cast<std::size_t>(digit[axis] + 1);
    return number;
  };
  const auto nameable = [&](std::size_t subset) {
    return !(subset >> 1 & 1U) || !values_[1].front().empty();
  };
  std::vector<int> gain(patterns, 0);
  std::vector<char> forbidden(patterns, 0);
  std::vector<std::size_t> subset_of(patterns, 0);
  for (int index = 0; index < size_; ++index) {
    const auto digit = digits(index);
    const auto i = static_cast<std::size_t>(index);
    for (std::size_t subset = 1; subset < kSubsets; ++subset) {
      if (!nameable(subset)) continue;
      const std::size_t number = code(digit, subset);
      subset_of[number] = subset;
      if (wanted[i])
        ++gain[number];
      else if (!already[i])
        forbidden[number] = 1;
    }
  }
  std::vector<Pattern> chosen;
  for (;;) {
    std::size_t best = 0;
    for (std::size_t number = 1; number < patterns; ++number) {
      if (forbidden[number] || gain[number] == 0) continue;
      const auto better = [&] {
        if (best == 0) return true;
        if (gain[number] != gain[best]) return gain[number] > gain[best];
        if (named(subset_of[number]) != named(subset_of[best]))
          return named(subset_of[number]) < named(subset_of[best]);
        return subset_of[number] < subset_of[best];  // the first axis in preference to the last
      };
      if (better()) best = number;
    }
    if (best == 0) return chosen;
    Pattern pattern;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const std::size_t digit = best / weight[axis] % (values_[axis].size() + 1);
      if (digit > 0) pattern[axis] = values_[axis][digit - 1];
    }
    for (int index = 0; index < size_; ++index) {
      const auto i = static_cast<std::size_t>(index);
      if (!wanted[i] || !matches(pattern, index)) continue;
      wanted[i] = false;
      const auto digit = digits(index);
      for (std::size_t subset = 1; subset < kSubsets; ++subset)
        if (nameable(subset)) --gain[code(digit, subset)];
    }
    chosen.push_back(std::move(pattern));
  }
}

ExclusionChange change_exclusions(const AxisProduct& product, const std::vector<Pattern>& entries,
                                  const std::vector<bool>& excluded) {
  ExclusionChange change;
  std::vector<bool> covered(excluded.size());
  for (std::size_t entry = 0; entry < entries.size(); ++entry) {
    if (entries[entry] == Pattern{}) continue;  // names nothing; reported by the checker
    bool harmless = true;
    for (int index = 0; index < product.size(); ++index)
      if (!excluded[static_cast<std::size_t>(index)] && product.matches(entries[entry], index))
        harmless = false;
    if (!harmless) {
      change.removed.push_back(static_cast<int>(entry));
      continue;
    }
    for (int index = 0; index < product.size(); ++index)
      if (product.matches(entries[entry], index)) covered[static_cast<std::size_t>(index)] = true;
  }
  std::vector<bool> missing(excluded.size());
  for (std::size_t i = 0; i < excluded.size(); ++i) missing[i] = excluded[i] && !covered[i];
  change.added = product.cover(std::move(missing), covered);
  return change;
}

}  // namespace seawind::gui
