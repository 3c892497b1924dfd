// SPDX-License-Identifier: GPL-3.0-or-later
// The product of a matrix's axes, which cases of it `exclude` leaves out, and how to say so with
// few entries. Nothing here knows a document or a widget.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace seawind::gui {

inline constexpr int kAxes = 4;  // link, router, tcp, workload

/// What an entry of `exclude` names; empty: any value.
using Pattern = std::array<std::string, kAxes>;

class Cube {
 public:
  Cube() = default;
  /// Values by axis, without doubles. An axis without values is as one whose only value is empty,
  /// as long as that is the router; without one of the others there is no case.
  explicit Cube(std::array<std::vector<std::string>, kAxes> values);

  const std::vector<std::string>& values(int axis) const {
    return values_[static_cast<std::size_t>(axis)];
  }
  /// In the order of the plan: link, router, tcp, workload; the last runs fastest.
  int size() const { return size_; }
  std::array<std::string, kAxes> at(int index) const;
  bool matches(const Pattern& pattern, int index) const;

  /// Patterns that leave out every case of `wanted`, and no other that is not in `already`; as
  /// general as they may be, each naming an axis at least. Greedy: the one that leaves out most
  /// first.
  std::vector<Pattern> cover(std::vector<bool> wanted, const std::vector<bool>& already) const;

 private:
  std::array<int, kAxes> digits(int index) const;

  std::array<std::vector<std::string>, kAxes> values_;
  int size_ = 0;
};

/// What becomes of the entries of `exclude` so that exactly `excluded` is left out: entries that
/// leave out something else go, the others stay as they are, and what is missing is added.
struct ExclusionChange {
  std::vector<int> removed;  // ascending
  std::vector<Pattern> added;
};
ExclusionChange change_exclusions(const Cube& cube, const std::vector<Pattern>& entries,
                                  const std::vector<bool>& excluded);

}  // namespace seawind::gui
