// SPDX-License-Identifier: GPL-3.0-or-later
// The router's queues in one direction over the duration of the workload: time-weighted length and
// average, of the whole router (class 0) and of each class. A length is constant between two
// events. RED's average is the value that the discipline reports at its updates (kRouterAverage,
// bytes x 256).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "controller/measure/metrics.h"

namespace seawind {

/// Time-weighted statistics of a level.
class LevelMeter {
 public:
  void set(std::int64_t time_ns, std::int64_t level) {
    advance(time_ns);
    level_ = level;
    max_ = std::max(max_, level);
    used_ = true;
  }
  /// Starts the measurement. mean() covers the time from begin() to the last end().
  void begin(std::int64_t time_ns) {
    since_ = begin_ = end_ = time_ns;
    running_ = true;
    area_ = area_at_end_ = 0;
  }
  void end(std::int64_t time_ns) {
    advance(time_ns);
    end_ = time_ns;
    area_at_end_ = area_;
  }
  bool used() const { return used_; }
  std::int64_t max() const { return max_; }
  double mean() const {
    return end_ > begin_ ? area_at_end_ / static_cast<double>(end_ - begin_) : 0;
  }

 private:
  void advance(std::int64_t time_ns) {
    if (!running_) return;
    area_ += static_cast<double>(level_) * static_cast<double>(time_ns - since_);
    since_ = time_ns;
  }

  bool running_ = false;
  bool used_ = false;
  std::int64_t level_ = 0;
  std::int64_t max_ = 0;
  std::int64_t begin_ = 0;
  std::int64_t since_ = 0;
  std::int64_t end_ = 0;
  double area_ = 0;  // until since_
  double area_at_end_ = 0;
};

class QueueMeter {
 public:
  static constexpr std::size_t kClasses = 256;

  void length(std::int64_t time_ns, std::uint8_t of_class, std::int64_t bytes) {
    at(of_class).length.set(time_ns, bytes);
  }
  void average(std::int64_t time_ns, std::uint8_t of_class, std::int64_t bytes_x256) {
    at(of_class).average.set(time_ns, bytes_x256);
  }
  void mark(std::uint8_t of_class) { ++at(of_class).marks; }
  void begin(std::int64_t time_ns);
  /// Records the time of the workload's last packet so far.
  void end(std::int64_t time_ns);
  /// Appends router_queue_max, router_queue_mean, router_average_mean, router_average_max (bytes).
  /// For classes above 0 the names end in _classN, and ce_marks_classN is appended.
  void report(const std::string& flow, std::vector<MetricValue>& out) const;

 private:
  struct Class {
    LevelMeter length;
    LevelMeter average;
    std::int64_t marks = 0;
  };
  Class& at(std::uint8_t number);

  bool begun_ = false;
  std::int64_t begun_ns_ = 0;
  std::vector<Class> classes_ = std::vector<Class>(1);
};

}  // namespace seawind
