// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/live_series.h"

#include <algorithm>
#include <limits>

namespace seawind::gui {

void LiveSeries::add(double x, double y) {
  points_.push_back({x, y});
  if (points_.size() - old_ < 2 * kRecent) return;
  const std::size_t before = points_.size();
  thin(old_, old_ + kRecent, kStretch);
  old_ += kRecent - (before - points_.size());
  if (old_ > kMaxOld) {
    const std::size_t all = points_.size();
    thin(0, old_, 4);
    old_ -= all - points_.size();
  }
  ++generation_;
}

void LiveSeries::clear() {
  points_.clear();
  old_ = 0;
  ++generation_;
}

void LiveSeries::thin(std::size_t from, std::size_t to, std::size_t stretch) {
  const auto begin = points_.begin();
  auto out = begin + static_cast<std::ptrdiff_t>(from);
  for (std::size_t i = from; i < to; i += stretch) {
    const auto first = begin + static_cast<std::ptrdiff_t>(i);
    const auto last = begin + static_cast<std::ptrdiff_t>(std::min(i + stretch, to));
    auto [low, high] =
        std::minmax_element(first, last, [](const Point& a, const Point& b) { return a.y < b.y; });
    if (high < low) std::swap(low, high);
    const Point one = *low;
    const Point two = *high;
    const bool both = low != high;
    *out++ = one;
    if (both) *out++ = two;
  }
  points_.erase(out, begin + static_cast<std::ptrdiff_t>(to));
}

double LiveSeries::at(double x) const {
  const auto after = std::upper_bound(points_.begin(), points_.end(), x,
                                      [](double value, const Point& p) { return value < p.x; });
  return after == points_.begin() ? std::numeric_limits<double>::quiet_NaN() : std::prev(after)->y;
}

}  // namespace seawind::gui
