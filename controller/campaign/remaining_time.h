// SPDX-License-Identifier: GPL-3.0-or-later
// How long attempts take, learnt from those that have ended: what is left of a campaign, and when
// an attempt that runs will be over. A case that has no finished attempt yet is taken for an
// average one.
#pragma once

#include <map>
#include <vector>

namespace seawind {

class RemainingTime {
 public:
  /// An attempt at a repetition of the case has ended after `seconds`.
  void finished(int case_index, double seconds);

  /// Seconds an attempt at the case takes; -1: unknown.
  double expected(int case_index) const;

  struct Running {
    int case_index = 0;
    double seconds = 0;  // so far
  };
  /// Seconds until all of `pending` (cases of the repetitions to be run) and `running` are done,
  /// `at_once` at a time; -1: unknown.
  double remaining(const std::map<int, int>& pending_by_case, const std::vector<Running>& running,
                   int at_once) const;

 private:
  struct Sum {
    double seconds = 0;
    int attempts = 0;
    double mean() const { return seconds / attempts; }
  };
  std::map<int, Sum> by_case_;
  Sum all_;
};

}  // namespace seawind
