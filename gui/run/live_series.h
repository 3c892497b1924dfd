// SPDX-License-Identifier: GPL-3.0-or-later
// A series of measurements that grows for hours: the newest as they came, older ones as the
// smallest and largest of ever longer stretches, so that no peak is lost and memory is bounded.
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
  static constexpr std::size_t kRecent = 2400;  // kept as they came: 4 min at 10/s, and up to twice
  static constexpr std::size_t kStretch = 20;   // of these become two
  static constexpr std::size_t kMaxOld = 20'000;

  /// `x` must not be below the last one.
  void add(double x, double y);
  void clear();

  const std::vector<Point>& points() const { return points_; }
  /// Another number: not only the end of points() is new.
  int generation() const { return generation_; }
  /// The last value at or before `x`; NaN: none.
  double at(double x) const;

 private:
  void thin(std::size_t from, std::size_t to, std::size_t stretch);

  std::vector<Point> points_;
  std::size_t old_ = 0;  // of points_, from the front: thinned
  int generation_ = 0;
};

}  // namespace seawind::gui
