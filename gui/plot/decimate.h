// SPDX-License-Identifier: GPL-3.0-or-later
// Points in ascending x, and which of them a plot so many columns wide has to draw so that nothing
// is lost to the eye: of each column the first, the lowest, the highest and the last. A pyramid of
// extremes (blocks of 16, of 16 of these, ...) makes that cheap for millions of points. Immutable,
// so a worker makes it and the plot only reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace seawind::gui {

class MinMaxSeries {
 public:
  /// Of equal length, fewer than 2^32; x ascending (equal values allowed), all finite.
  MinMaxSeries(std::vector<double> x, std::vector<double> y);

  std::size_t size() const { return x_.size(); }
  double x(std::size_t i) const { return x_[i]; }
  double y(std::size_t i) const { return y_[i]; }

  struct Extremes {
    std::uint32_t lowest = 0;  // indices
    std::uint32_t highest = 0;
  };
  /// Of the points [begin, end), at least one.
  Extremes extremes(std::size_t begin, std::size_t end) const;

  /// Indices of the points to draw, ascending, for the window [lower, upper] in `columns` columns;
  /// with the point before and the point after it, where lines enter and leave. Of up to 4
  /// `columns` points, all. Never more than 4 * columns + 2.
  void visible(double lower, double upper, int columns, std::vector<std::uint32_t>& out) const;

 private:
  static constexpr std::size_t kBlock = 16;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<std::vector<Extremes>> levels_;  // of 16, of 256, ... points
};

}  // namespace seawind::gui
