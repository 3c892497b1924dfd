// SPDX-License-Identifier: GPL-3.0-or-later
// A series of measurements that grows for hours. The newest points are kept unchanged. Older points
// are reduced to the minimum and maximum of intervals of growing length, so that every peak is kept
// and memory is bounded.
#pragma once

#include <cstddef>
#include <vector>

namespace seawind::gui {

class LiveSeries {
 public:
  struct Point {
    double x = 0;
    double y = 0;
  };
  static constexpr std::size_t kRecent = 2400;  // points kept unchanged: 4 min at 10/s, at most
                                                // twice as many
  static constexpr std::size_t kStretch = 20;   // number of points that are reduced to two
  static constexpr std::size_t kMaxOld = 20'000;

  /// `x` must not be less than the last x.
  void add(double x, double y);
  void clear();

  const std::vector<Point>& points() const { return points_; }
  /// Changes when points other than the last ones have changed.
  int generation() const { return generation_; }
  /// The last value at or before `x`; NaN if there is none.
  double at(double x) const;

 private:
  void thin(std::size_t from, std::size_t to, std::size_t stretch);

  std::vector<Point> points_;
  std::size_t old_ = 0;  // number of reduced points at the front of points_
  int generation_ = 0;
};

}  // namespace seawind::gui
