// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/pauses.h"

#include <algorithm>
#include <tuple>

namespace seawind {
namespace {

/// When a pause may have begun that delays a thread from `due` to `now`.
Time begin_of(Time last, Time due, Time now) {
  return std::max(last, due - (now - due));
}

Duration common_part(Time from, Time to, Time began, Time ended) {
  return std::max(std::min(to, ended) - std::max(from, began), Duration());
}

}  // namespace

PauseTotals worst_of(std::span<const PauseTotals> threads) {
  PauseTotals worst;
  Duration largest;
  for (const PauseTotals& one : threads) {
    largest = std::max(largest, one.largest);
    if (std::tie(one.total, one.watched) > std::tie(worst.total, worst.watched)) worst = one;
  }
  worst.largest = largest;
  return worst;
}

void Pauses::ran(Time last, Time due, Time now) {
  const Duration length = now - due;
  const bool is_pause = length >= kShortest;
  const std::lock_guard lock(mutex_);
  const std::uint64_t before = pauses_.load(std::memory_order_relaxed);
  if (is_pause) {
    Span& span = spans_[before % kKept];
    span.began.store(begin_of(last, due, now).ns(), std::memory_order_relaxed);
    span.ended.store(now.ns(), std::memory_order_relaxed);
    pauses_.store(before + 1, std::memory_order_release);
  }
  totals_.watched += now - last;
  if (!is_pause) return;
  while (!peaks_.empty() && peaks_.back().length <= length) peaks_.pop_back();
  peaks_.push_back({before + 1, length});
  if (length < kCounted) return;
  ++totals_.number;
  totals_.total += length;
}

void Pauses::sleeps(Time last, Time due) {
  last_.store(last.ns(), std::memory_order_relaxed);
  due_.store(due.ns(), std::memory_order_release);
}

Duration Pauses::within(Time from, Time to) const {
  Duration sum;
  const Time due = Time::from_ns(due_.load(std::memory_order_acquire));
  if (due < to && to - due >= kShortest)  // overdue: the present pause
    sum += common_part(from, to,
                       begin_of(Time::from_ns(last_.load(std::memory_order_relaxed)), due, to), to);
  const std::uint64_t newest = pauses_.load(std::memory_order_acquire);
  for (std::uint64_t i = newest; i > 0 && newest - i < kKept; --i) {
    const Span& span = spans_[(i - 1) % kKept];
    const Time ended = Time::from_ns(span.ended.load(std::memory_order_relaxed));
    if (ended <= from) break;
    sum += common_part(from, to, Time::from_ns(span.began.load(std::memory_order_relaxed)), ended);
  }
  return std::min(sum, to - from);
}

Pauses::Mark Pauses::mark() const {
  const std::lock_guard lock(mutex_);
  return {pauses_.load(std::memory_order_relaxed), totals_};
}

PauseTotals Pauses::since(const Mark& mark) const {
  const std::lock_guard lock(mutex_);
  const auto largest = std::find_if(peaks_.begin(), peaks_.end(),
                                    [&](const Peak& peak) { return peak.pause > mark.pauses; });
  return {.watched = totals_.watched - mark.totals.watched,
          .number = totals_.number - mark.totals.number,
          .total = totals_.total - mark.totals.total,
          .largest = largest == peaks_.end() ? Duration() : largest->length};
}

}  // namespace seawind
