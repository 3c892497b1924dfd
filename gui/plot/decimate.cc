// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/decimate.h"

#include <algorithm>
#include <array>

namespace seawind::gui {

MinMaxSeries::MinMaxSeries(std::vector<double> x, std::vector<double> y)
    : x_(std::move(x)), y_(std::move(y)) {
  std::size_t units = y_.size();
  while (units >= kBlock) {
    std::vector<Extremes> level;
    level.reserve((units + kBlock - 1) / kBlock);
    for (std::size_t from = 0; from < units; from += kBlock) {
      const auto unit = [&](std::size_t i) {
        const auto index = static_cast<std::uint32_t>(i);
        return levels_.empty() ? Extremes{index, index} : levels_.back()[i];
      };
      Extremes all = unit(from);
      for (std::size_t i = from + 1; i < std::min(units, from + kBlock); ++i) {
        const Extremes one = unit(i);
        if (y_[one.lowest] < y_[all.lowest]) all.lowest = one.lowest;
        if (y_[one.highest] > y_[all.highest]) all.highest = one.highest;
      }
      level.push_back(all);
    }
    units = level.size();
    levels_.push_back(std::move(level));
  }
}

MinMaxSeries::Extremes MinMaxSeries::extremes(std::size_t begin, std::size_t end) const {
  const auto first = static_cast<std::uint32_t>(begin);
  Extremes all{first, first};
  std::size_t level = 0;
  const auto take = [&](std::size_t i) {
    const auto index = static_cast<std::uint32_t>(i);
    const Extremes one = level == 0 ? Extremes{index, index} : levels_[level - 1][i];
    if (y_[one.lowest] < y_[all.lowest]) all.lowest = one.lowest;
    if (y_[one.highest] > y_[all.highest]) all.highest = one.highest;
  };
  while (begin < end) {
    while (begin < end && begin % kBlock != 0) take(begin++);
    while (begin < end && end % kBlock != 0) take(--end);
    begin /= kBlock;
    end /= kBlock;
    ++level;
  }
  return all;
}

void MinMaxSeries::visible(double lower, double upper, int columns,
                           std::vector<std::uint32_t>& out) const {
  out.clear();
  const auto from = std::lower_bound(x_.begin(), x_.end(), lower);
  const auto to = std::upper_bound(from, x_.end(), upper);
  const auto index = [&](auto at) { return static_cast<std::uint32_t>(at - x_.begin()); };
  if (from != x_.begin()) out.push_back(index(from) - 1);
  if (to - from <= 4 * static_cast<std::ptrdiff_t>(columns)) {
    for (auto at = from; at != to; ++at) out.push_back(index(at));
  } else {
    auto at = from;
    for (int column = 1; column <= columns && at != to; ++column) {
      const double border = lower + (upper - lower) * column / columns;
      const auto next = column == columns ? to : std::lower_bound(at, to, border);
      if (next == at) continue;
      const Extremes e = extremes(index(at), index(next));
      std::array<std::uint32_t, 4> some{index(at), e.lowest, e.highest, index(next) - 1};
      std::sort(some.begin(), some.end());
      out.insert(out.end(), some.begin(), std::unique(some.begin(), some.end()));
      at = next;
    }
  }
  if (to != x_.end()) out.push_back(index(to));
}

}  // namespace seawind::gui
