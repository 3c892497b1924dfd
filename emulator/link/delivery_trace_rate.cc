// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/delivery_trace_rate.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <tuple>
#include <utility>

#include "common/traces/delivery_trace.h"

namespace seawind {

DeliveryTraceRate::DeliveryTraceRate(std::shared_ptr<const DeliveryTrace> trace,
                                     const RateContext& context)
    : trace_(std::move(trace)) {
  assert(!trace_->at_ms.empty() && trace_->at_ms.back() > 0 && trace_->opportunity_bytes > 0);
  period_ = Duration::milliseconds(trace_->at_ms.back());
  context.emit(EventKind::kRateChange, 0, 0, rate());
}

Time DeliveryTraceRate::earliest_start(Time now, Time) {
  if (!begin_) begin_ = now;
  return now;
}

Time DeliveryTraceRate::end_of(Time start, std::int64_t bytes, Time arrived) {
  assert(begin_ && bytes > 0);
  const Time earliest = std::max(start, arrived + Duration::nanoseconds(1));
  if (left_ > 0 && current_ < earliest) left_ = 0;
  if (left_ == 0) skip_before(earliest);
  while (true) {
    if (left_ == 0) {
      current_ = *begin_ + period_ * round_ + Duration::milliseconds(trace_->at_ms[next_]);
      left_ = trace_->opportunity_bytes;
      if (++next_ == trace_->at_ms.size()) {
        next_ = 0;
        ++round_;
      }
    }
    const std::int64_t used = std::min(left_, bytes);
    left_ -= used;
    bytes -= used;
    if (bytes == 0) return current_;
  }
}

// Moves the cursor to the first opportunity at or after `earliest`, never back. The last entry of a
// repetition is at the same instant as an entry 0 of the next repetition, and precedes it.
void DeliveryTraceRate::skip_before(Time earliest) {
  const Duration offset = std::max(earliest - *begin_, Duration::nanoseconds(1));
  const std::int64_t round = (offset - Duration::nanoseconds(1)) / period_;
  const Duration in_round = offset - period_ * round;
  const auto& at = trace_->at_ms;
  const auto entry = std::lower_bound(at.begin(), at.end(), in_round, [](auto ms, Duration time) {
    return Duration::milliseconds(ms) < time;
  });
  const std::pair target(round, static_cast<std::size_t>(entry - at.begin()));
  if (target > std::pair(round_, next_)) std::tie(round_, next_) = target;
}

std::int64_t DeliveryTraceRate::rate() {
  return mean_rate(*trace_);
}

std::int64_t mean_rate(const DeliveryTrace& trace) {
  return static_cast<std::int64_t>(
      delivery_rate(std::ssize(trace.at_ms), trace.opportunity_bytes, trace.at_ms.back()));
}

}  // namespace seawind
