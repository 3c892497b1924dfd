// SPDX-License-Identifier: GPL-3.0-or-later
// The product of a test matrix's axes, the cases of it that `exclude` removes, and short lists of
// exclusions. Independent of documents and widgets.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace seawind::gui {

inline constexpr int kAxes = 4;  // link, router, tcp, workload

/// The values that an entry of `exclude` names, by axis; empty: any value.
using Pattern = std::array<std::string, kAxes>;

class AxisProduct {
 public:
  AxisProduct() = default;
  /// `values`: by axis, without duplicates. If link, tcp or workload has no value there are no
  /// cases. If router has no value, every case has the router "".
  explicit AxisProduct(std::array<std::vector<std::string>, kAxes> values);

  const std::vector<std::string>& values(int axis) const {
    return values_[static_cast<std::size_t>(axis)];
  }
  /// Whether there are more cases than a matrix may have (kMaxCases); size() is then 0.
  bool is_too_large() const { return too_large_; }
  /// Number of cases; their order is that of the plan: link, router, tcp, workload (fastest).
  int size() const { return size_; }
  std::array<std::string, kAxes> at(int index) const;
  bool matches(const Pattern& pattern, int index) const;

  /// Patterns that exclude every case of `wanted` and no case outside `wanted` and `already`. Each
  /// pattern names at least one axis and is as general as possible. Greedy: the pattern that
  /// excludes the most remaining cases comes first.
  std::vector<Pattern> cover(std::vector<bool> wanted, const std::vector<bool>& already) const;

 private:
  std::array<int, kAxes> digits(int index) const;

  std::array<std::vector<std::string>, kAxes> values_;
  int size_ = 0;
  bool too_large_ = false;
};

/// Changes to the entries of `exclude` after which exactly the cases of `excluded` are excluded.
/// Entries that also exclude other cases are removed, the remaining ones stay unchanged, and new
/// entries cover the rest.
struct ExclusionChange {
  std::vector<int> removed;  // ascending
  std::vector<Pattern> added;
};
ExclusionChange change_exclusions(const AxisProduct& product, const std::vector<Pattern>& entries,
                                  const std::vector<bool>& excluded);

}  // namespace seawind::gui
