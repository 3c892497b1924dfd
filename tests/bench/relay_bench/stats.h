// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of one measurement and over several.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/relay_bench/capture.h"

namespace seawind::bench {

/// The ideal path: FIFO transmission at a bit rate, then a constant delay.
struct IdealLink {
  std::int64_t delay_ns = 0;
  double bits_per_second = 0;  // 0: no transmission time
};

/// Lateness of the packets of one run, in microseconds.
struct Lateness {
  std::uint64_t sent = 0;        // departures observed at the sender's device
  std::uint64_t lost = 0;        // sent, but not observed at the receiver's device
  std::uint64_t duplicated = 0;  // observed at the receiver's device more than once
  double min = 0, p50 = 0, p99 = 0, p999 = 0, max = 0;
  double largest_gap = 0;    // largest excess of the spacing of two packets over the intended one
  std::uint64_t stalls = 0;  // runs of consecutive packets later than 2 ms
};

/// Matches departures with arrivals. Intended instant = departure + transmission behind the packets
/// ahead of it on the same link + delay.
Lateness lateness_of(std::vector<Stamp> departures, std::vector<Stamp> arrivals,
                     std::size_t ip_bytes, const IdealLink& ideal);

/// The value at rank ceil(q n) of n values (q = 0.5, 0.99, ...); 0 if there are none. Sorts
/// `values`.
double percentile(std::vector<double>& values, double q);
/// The middle value (the mean of the two middle ones); 0 if there are none.
double median(std::vector<double> values);

}  // namespace seawind::bench
