// SPDX-License-Identifier: GPL-3.0-or-later
// A series of points in ascending x that selects the points a plot needs: of each pixel column the
// first, the lowest, the highest and the last. The picture is the same as that of all points. A
// pyramid of extremes (blocks of 16 points, of 16 such blocks, ...) makes the selection fast for
// millions of points. Immutable: a worker thread creates it, the plot reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace seawind::gui {

class MinMaxSeries {
 public:
  /// `x` and `y` have the same length, below 2^32. All values are finite; `x` ascends and may
  /// repeat.
  MinMaxSeries(std::vector<double> x, std::vector<double> y);

  std::size_t size() const { return x_.size(); }
  double x(std::size_t i) const { return x_[i]; }
  double y(std::size_t i) const { return y_[i]; }

  struct Extremes {
    std::uint32_t lowest = 0;  // index of a point
    std::uint32_t highest = 0;
  };
  /// The extremes of the points [begin, end). The range must not be empty.
  Extremes extremes(std::size_t begin, std::size_t end) const;

  /// Writes to `out` the indices to draw for the window [lower, upper], `columns` pixels wide, in
  /// ascending order. They include the last point before the window and the first one after it, so
  /// that lines cross its borders. All points of the window are selected if there are at most 4 *
  /// columns. `out` has at most 4 * columns + 2 indices.
  void visible(double lower, double upper, int columns, std::vector<std::uint32_t>& out) const;

 private:
  static constexpr std::size_t kBlock = 16;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<std::vector<Extremes>> levels_;  // of blocks of 16, 256, ... points
};

}  // namespace seawind::gui
