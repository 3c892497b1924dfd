// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/tcp_half.h"

#include <algorithm>

#include "common/error.h"

namespace seawind {
namespace {

// What no honest log has at a time; each costs work for every packet that leaves.
constexpr std::size_t kMostUndecided = 100'000;  // retransmissions
constexpr std::size_t kMostCopies = 10'000;      // of one segment in the link

}  // namespace

/// The offset nearest to the highest so far that this sequence number can mean.
std::int64_t TcpHalf::unwrap(std::uint32_t number) const {
  const std::uint32_t wrapped = number - *initial_;
  return highest_ + static_cast<std::int32_t>(wrapped - static_cast<std::uint32_t>(highest_));
}

void TcpHalf::restart(std::uint32_t initial) {
  finish();
  initial_ = initial;
  highest_ = 0;
  fin_sent_ = false;
  sent_ = {};
  delivered_ = {};
  in_link_.clear();
  una_ = 0;
  una_advanced_ns_ = una_sent_ns_ = 0;
  last_acknowledged_ns_ = -kReaction - 1;
  highest_lost_acknowledgement_ = 0;
  acknowledgements_.clear();
}

void TcpHalf::sent(std::uint64_t packet, const TcpSegment& segment, std::int64_t time_ns) {
  ++order_;
  if (segment.syn && initial_ != segment.sequence) restart(segment.sequence);
  const std::int64_t length = segment.payload + segment.syn + segment.fin;
  if (!initial_ || length == 0) return;
  const std::int64_t begin = unwrap(segment.sequence);
  const std::int64_t end = begin + length;
  const std::int64_t old_end = std::min(end, highest_);
  const bool repeats = begin < old_end;
  if (repeats && segment.syn) ++counters_.syn_repeats;
  if (repeats) repeated(begin, old_end, segment.syn);
  if (repeats && !segment.syn) look_for_timeout(begin, old_end, time_ns);

  const std::int64_t added = sent_.add(begin, end);
  std::int64_t fresh = added;
  if (segment.syn && !repeats) --fresh;
  if (segment.fin && !fin_sent_) --fresh;
  fin_sent_ |= segment.fin;
  highest_ = std::max(highest_, end);
  if (begin <= una_ && una_ < end) una_sent_ns_ = time_ns;
  in_link_[packet] = {begin,       end,    segment.syn,
                      segment.fin, order_, added > 0 ? fresh + segment.headers : 0};

  counters_.payload_sent += segment.payload;
  counters_.payload_bytes += fresh;
  if (fresh > 0) counters_.object_bytes += fresh + segment.headers;
  if (fresh < segment.payload) {
    ++counters_.retransmitted_segments;
    counters_.retransmitted_bytes += segment.payload - fresh;
  }
}

void TcpHalf::repeated(std::int64_t begin, std::int64_t end, bool syn) {
  Repetition r{syn, end - begin, {}, {}};
  r.covered.add_common(delivered_, begin, end);
  if (r.covered.size() == r.length) return count_unnecessary(syn);
  for (const auto& [id, earlier] : in_link_)
    if (earlier.begin < end && begin < earlier.end) r.earlier.push_back(id);
  if (r.earlier.empty()) return;
  // What an earlier transmission may still add is cut to [begin, end) when it is delivered.
  constexpr std::int64_t kFar = std::int64_t{1} << 40;  // no segment reaches that far
  r.covered.add(begin - kFar, begin);
  r.covered.add(end, end + kFar);
  if (repetitions_.size() >= kMostUndecided || r.earlier.size() > kMostCopies) {
    throw Error("cannot read the event log: a TCP sender repeats more than a link can hold");
  }
  repetitions_.push_back(std::move(r));
}

void TcpHalf::look_for_timeout(std::int64_t begin, std::int64_t end, std::int64_t time_ns) {
  if (una_ < begin || una_ >= end) return;
  if (time_ns - last_acknowledged_ns_ <= kReaction) return;
  if (time_ns - std::max(una_advanced_ns_, una_sent_ns_) < kShortestTimeout) return;
  ++counters_.timeouts;
  timeouts_.push_back({una_, order_, 0, delivered_.count(una_, una_ + 1) == 1});
}

TcpHalf::Carried TcpHalf::resolved(std::uint64_t packet, bool delivered) {
  ++order_;
  const auto it = in_link_.find(packet);
  if (it == in_link_.end()) return {};
  const Transmission what = it->second;
  in_link_.erase(it);
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
  std::erase_if(repetitions_, [&](Repetition& r) {
    const auto found = std::find(r.earlier.begin(), r.earlier.end(), packet);
    if (found == r.earlier.end()) return false;
    r.earlier.erase(found);
    if (delivered) r.covered.add(what.begin, what.end);
    if (r.covered.pieces() == 1) {  // all of it, and what lies around it
      count_unnecessary(r.syn);
      return true;
    }
    return r.earlier.empty();
  });
}

void TcpHalf::acknowledging(std::uint64_t packet, std::uint32_t acknowledgement) {
  ++order_;
  if (initial_) acknowledgements_[packet] = {unwrap(acknowledgement), order_};
}

void TcpHalf::acknowledged(std::uint64_t packet, bool delivered, std::int64_t time_ns) {
  ++order_;
  const auto it = acknowledgements_.find(packet);
  if (it == acknowledgements_.end()) return;
  const Acknowledgement what = it->second;
  acknowledgements_.erase(it);
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

/// A time-out is decided when no acknowledgement sent before it was answered is in the link.
void TcpHalf::settle_timeouts(bool all) {
  std::erase_if(timeouts_, [&](const Timeout& timeout) {
    if (!all && timeout.received == 0) return false;
    const bool waits =
        std::any_of(acknowledgements_.begin(), acknowledgements_.end(),
                    [&](const auto& entry) { return entry.second.order < timeout.received; });
    if (!all && waits) return false;
    if (timeout.byte_delivered && highest_lost_acknowledgement_ <= timeout.una)
      ++counters_.spurious_timeouts;
    return true;
  });
}

void TcpHalf::finish() {
  repetitions_.clear();
  settle_timeouts(true);
}

}  // namespace seawind
