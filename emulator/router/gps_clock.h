// SPDX-License-Identifier: GPL-3.0-or-later
// The virtual time of generalised processor sharing (GPS), the fluid server that weighted fair
// queueing approximates (Parekh, Gallager: "A generalized processor sharing approach to flow
// control", 1993, section III). It grows at the server's rate divided by the sum of the weights of
// the children that are busy in the fluid server; its unit is bytes per unit of weight.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/time.h"
#include "emulator/core/indexed_heap.h"

namespace seawind {

class GpsClock {
 public:
  /// `rate`: bit/s of the fluid server, > 0.
  GpsClock(std::uint32_t children, std::int64_t rate) : busy_(children), of_(children) {
    set_rate(rate);
  }
  void set_rate(std::int64_t rate) {
    bytes_per_ns_ = static_cast<double>(std::max<std::int64_t>(rate, 1)) / 8e9;
  }
  /// What the fluid server has left to serve of the child stays. Returns the factor by which this
  /// stretches the time from now() to the tags of its packets.
  double set_weight(std::uint32_t child, double weight) {
    Child& one = of_[child];
    const double stretch = one.weight / weight;
    if (busy_.contains(child) && stretch != 1) {
      weights_ += weight - one.weight;
      one.finish = virtual_time_ + (one.finish - virtual_time_) * stretch;
      busy_.set(child, one.finish);
    }
    one.weight = weight;
    return stretch;
  }

  /// A packet of `child` arrives; returns its finish tag.
  double arrival(std::uint32_t child, std::uint32_t bytes, Time now) {
    advance(now);
    Child& one = of_[child];
    if (!busy_.contains(child)) weights_ += one.weight;
    one.finish = std::max(virtual_time_, one.finish) + bytes / one.weight;
    busy_.set(child, one.finish);
    return one.finish;
  }
  double now(Time at) {
    advance(at);
    return virtual_time_;
  }

 private:
  struct Child {
    double weight = 1;
    double finish = 0;  // tag of the last packet
  };
  void advance(Time now) {
    double left = static_cast<double>((now - at_).ns()) * bytes_per_ns_;  // bytes to serve
    at_ = now;
    while (!busy_.empty()) {
      const double needed = (busy_.top_key() - virtual_time_) * weights_;
      if (needed > left) {
        virtual_time_ += left / weights_;
        return;
      }
      left -= needed;
      virtual_time_ = busy_.top_key();
      weights_ -= of_[busy_.top()].weight;
      busy_.erase(busy_.top());
    }
    weights_ = 0;  // rounding errors are not carried over to the next busy period
  }

  IndexedHeap<double> busy_;  // children busy in the fluid server, by their last finish tag
  std::vector<Child> of_;
  double bytes_per_ns_ = 0;
  double weights_ = 0;  // sum over busy_
  double virtual_time_ = 0;
  Time at_;
};

}  // namespace seawind
