// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates durations of attempts from those that have ended: the remaining time of a campaign and
// the end of a running attempt. A case without a finished attempt is assumed to take its estimate
// from before the run, scaled by the ratio of measured to estimated time of the other cases;
// without an estimate, the average time.
#pragma once

#include <map>
#include <utility>
#include <vector>

namespace seawind {

class RemainingTime {
 public:
  /// `estimates`: seconds of an attempt at each case, from before the run; empty: none.
  explicit RemainingTime(std::vector<double> estimates = {}) : estimates_(std::move(estimates)) {}

  /// Records that an attempt at a repetition of the case took `seconds`.
  void finished(int case_index, double seconds);

  /// Expected seconds of an attempt at the case; -1: unknown.
  double expected(int case_index) const;

  struct Running {
    int case_index = 0;
    double seconds = 0;  // elapsed
  };
  /// Expected seconds until all pending repetitions (their number, by case) and `running` are done,
  /// with `at_once` at a time; -1: unknown.
  double remaining(const std::map<int, int>& pending_by_case, const std::vector<Running>& running,
                   int at_once) const;

 private:
  struct Sum {
    double seconds = 0;
    int attempts = 0;
    double mean() const { return seconds / attempts; }
  };
  std::vector<double> estimates_;
  std::map<int, Sum> by_case_;
  Sum all_;
  double estimated_ = 0;  // sum of the estimates of the finished attempts, s
};

}  // namespace seawind
