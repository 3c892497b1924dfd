// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/tcp_half.h"

#include <algorithm>

#include "common/error.h"

namespace seawind {
namespace {

// Limits that no genuine log reaches.
constexpr std::size_t kMaxCopies = 1'000;    // transmissions of one segment in the link
constexpr std::size_t kMaxTimeouts = 1'000;  // undecided; each is checked for each packet
// Steps: visited segments and gaps. A log may use kFreeSteps and kStepsPerEvent for each event.
constexpr std::uint64_t kFreeSteps = 1'000'000;
constexpr std::uint64_t kStepsPerEvent = 100;

[[noreturn]] void too_much() {
  throw Error("cannot read the event log: a TCP sender repeats more than a link can hold");
}

}  // namespace

TcpHalf::TcpHalf(TcpCounters& counters, LogMemory& memory)
    : counters_(counters),
      memory_(memory),
      sent_(memory),
      delivered_(memory),
      in_link_(&memory),
      begins_(&memory),
      repetitions_(&memory),
      waiting_(&memory),
      acknowledgements_(&memory),
      acknowledgement_orders_(&memory),
      timeouts_(&memory) {}

/// The offset closest to the highest one so far that this sequence number can represent.
std::int64_t TcpHalf::unwrap(std::uint32_t number) const {
  const std::uint32_t wrapped = number - *initial_;
  return highest_ + static_cast<std::int32_t>(wrapped - static_cast<std::uint32_t>(highest_));
}

void TcpHalf::restart(std::uint32_t initial) {
  finish();
  initial_ = initial;
  highest_ = 0;
  fin_sent_ = false;
  sent_.clear();
  delivered_.clear();
  in_link_.clear();
  begins_.clear();
  una_ = 0;
  una_advanced_ns_ = una_sent_ns_ = 0;
  last_acknowledged_ns_ = -kReaction - 1;
  highest_lost_acknowledgement_ = 0;
  acknowledgements_.clear();
  acknowledgement_orders_.clear();
}

bool TcpHalf::sent(std::uint64_t packet, const TcpSegment& segment, std::int64_t time_ns) {
  ++order_;
  if (segment.syn && initial_ != segment.sequence) restart(segment.sequence);
  const std::int64_t length = segment.payload + segment.syn + segment.fin;
  if (!initial_ || length == 0) return false;
  const std::int64_t begin = unwrap(segment.sequence);
  const std::int64_t end = begin + length;
  const std::int64_t old_end = std::min(end, highest_);
  const std::int64_t added = sent_.add(begin, end);
  const bool repeats = added < length;  // not so a segment that another one has overtaken
  if (repeats && segment.syn) ++counters_.syn_repeats;
  if (repeats) repeated(begin, old_end, segment.syn);
  if (repeats && !segment.syn) look_for_timeout(begin, old_end, time_ns);

  std::int64_t fresh = added;
  if (segment.syn && !repeats) --fresh;
  if (segment.fin && !fin_sent_) --fresh;
  fin_sent_ |= segment.fin;
  highest_ = std::max(highest_, end);
  if (begin <= una_ && una_ < end) una_sent_ns_ = time_ns;
  if (const auto known = in_link_.find(packet); known != in_link_.end()) {
    begins_.erase({known->second.begin, packet});
  }
  begins_.emplace(begin, packet);
  longest_ = std::max(longest_, length);
  in_link_[packet] = {begin,       end,    segment.syn,
                      segment.fin, order_, added > 0 ? fresh + segment.headers : 0};

  counters_.payload_sent += segment.payload;
  counters_.payload_bytes += fresh;
  if (fresh > 0) counters_.object_bytes += fresh + segment.headers;
  if (fresh < segment.payload) {
    ++counters_.retransmitted_segments;
    counters_.retransmitted_bytes += segment.payload - fresh;
  }
  return repeats;
}

/// Limits the steps in proportion to the number of events so far.
void TcpHalf::spend(std::size_t steps) {
  steps_ += steps;
  if (steps_ > kFreeSteps + kStepsPerEvent * order_) too_much();
}

/// The packets that carry any byte of [begin, end).
std::vector<std::uint64_t> TcpHalf::in_link_of(std::int64_t begin, std::int64_t end) {
  std::vector<std::uint64_t> found;
  for (auto it = begins_.lower_bound({begin - longest_, 0}); it != begins_.end(); ++it) {
    if (it->first >= end) break;
    spend(1);
    if (in_link_.find(it->second)->second.end > begin) found.push_back(it->second);
  }
  return found;
}

void TcpHalf::repeated(std::int64_t begin, std::int64_t end, bool syn) {
  Repetition r{syn, end - begin, ByteRanges(memory_)};
  r.covered.add_common(delivered_, begin, end);
  spend(r.covered.pieces());
  if (r.covered.size() == r.length) return count_unnecessary(syn);
  const std::vector<std::uint64_t> earlier = in_link_of(begin, end);
  if (earlier.empty()) return;
  r.earlier = earlier.size();
  // When an earlier transmission is delivered, only its part in [begin, end) may count.
  constexpr std::int64_t kFar = std::int64_t{1} << 40;  // longer than any segment
  r.covered.add(begin - kFar, begin);
  r.covered.add(end, end + kFar);
  if (r.earlier > kMaxCopies) too_much();
  const std::uint64_t number = ++repetition_count_;
  for (const std::uint64_t packet : earlier) waiting_[packet].push_back(number);
  repetitions_.emplace(number, std::move(r));
}

void TcpHalf::look_for_timeout(std::int64_t begin, std::int64_t end, std::int64_t time_ns) {
  if (una_ < begin || una_ >= end) return;
  if (time_ns - last_acknowledged_ns_ <= kReaction) return;
  if (time_ns - std::max(una_advanced_ns_, una_sent_ns_) < kShortestTimeout) return;
  ++counters_.timeouts;
  if (timeouts_.size() >= kMaxTimeouts) too_much();
  timeouts_.push_back({una_, order_, 0, delivered_.count(una_, una_ + 1) == 1});
}

TcpHalf::Carried TcpHalf::resolved(std::uint64_t packet, bool delivered) {
  ++order_;
  const auto it = in_link_.find(packet);
  if (it == in_link_.end()) return {};
  const Transmission what = it->second;
  in_link_.erase(it);
  begins_.erase({what.begin, packet});
  Carried carried;
  if (delivered) {
    const bool new_syn = what.syn && delivered_.count(what.begin, what.begin + 1) == 0;
    const bool new_fin = what.fin && delivered_.count(what.end - 1, what.end) == 0;
    carried = {delivered_.add(what.begin, what.end) - new_syn - new_fin, what.original};
    counters_.payload_delivered += carried.new_payload;
    for (auto& timeout : timeouts_) {
      if (what.order >= timeout.order) {
        if (timeout.received == 0) timeout.received = order_;
      } else if (what.begin <= timeout.una && timeout.una < what.end) {
        timeout.byte_delivered = true;
      }
    }
  }
  settle_repetitions(packet, what, delivered);
  settle_timeouts(false);
  return carried;
}

void TcpHalf::settle_repetitions(std::uint64_t packet, const Transmission& what, bool delivered) {
  const auto waiting = waiting_.extract(packet);
  if (waiting.empty()) return;
  for (const std::uint64_t number : waiting.mapped()) {
    const auto it = repetitions_.find(number);
    if (it == repetitions_.end()) continue;  // already decided
    Repetition& r = it->second;
    --r.earlier;
    if (delivered) r.covered.add(what.begin, what.end);
    const bool whole = r.covered.pieces() == 1;  // everything, including the surroundings
    if (whole) count_unnecessary(r.syn);
    if (!whole && r.earlier > 0) continue;
    repetitions_.erase(it);
  }
}

void TcpHalf::acknowledging(std::uint64_t packet, std::uint32_t acknowledgement) {
  ++order_;
  if (!initial_) return;
  Acknowledgement& what = acknowledgements_[packet];
  acknowledgement_orders_.erase(what.order);
  what = {unwrap(acknowledgement), order_};
  acknowledgement_orders_.insert(order_);
}

void TcpHalf::acknowledged(std::uint64_t packet, bool delivered, std::int64_t time_ns) {
  ++order_;
  const auto it = acknowledgements_.find(packet);
  if (it == acknowledgements_.end()) return;
  const Acknowledgement what = it->second;
  acknowledgements_.erase(it);
  acknowledgement_orders_.erase(what.order);
  if (!delivered) {
    highest_lost_acknowledgement_ = std::max(highest_lost_acknowledgement_, what.offset);
  } else {
    std::erase_if(timeouts_, [&](const Timeout& timeout) {
      const bool would_have_come = timeout.received == 0 || what.order < timeout.received;
      counters_.spurious_timeouts += would_have_come;
      return would_have_come;
    });
    last_acknowledged_ns_ = time_ns;
    if (what.offset > una_ && what.offset <= highest_) {
      una_ = what.offset;
      una_advanced_ns_ = time_ns;
      una_sent_ns_ = 0;
    }
  }
  settle_timeouts(false);
}

/// Decides a time-out when no acknowledgement sent before timeout.received is in the link.
void TcpHalf::settle_timeouts(bool all) {
  std::erase_if(timeouts_, [&](const Timeout& timeout) {
    if (!all && timeout.received == 0) return false;
    const bool waits =
        !acknowledgement_orders_.empty() && *acknowledgement_orders_.begin() < timeout.received;
    if (!all && waits) return false;
    if (timeout.byte_delivered && highest_lost_acknowledgement_ <= timeout.una)
      ++counters_.spurious_timeouts;
    return true;
  });
}

void TcpHalf::finish() {
  repetitions_.clear();
  waiting_.clear();
  settle_timeouts(true);
}

}  // namespace seawind
