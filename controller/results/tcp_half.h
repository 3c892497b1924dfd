// SPDX-License-Identifier: GPL-3.0-or-later
// One direction of a TCP connection: every transmission of its sender, what became of it, and what
// the sender learned from acknowledgements. Packets are known by their id in the event log, so no
// question is decided by a heuristic but one: what was a retransmission time-out.
//
// Sequence space: the SYN is offset 0, data begins at 1, the FIN follows the data.
//
// Unnecessary (B5, link-model 5.2): a retransmission is unnecessary when every byte it repeats had
// been delivered by an earlier transmission when it was sent, or was on its way and was delivered
// later. Repeated SYNs are counted apart.
//
// Retransmission time-out (link-model 5.3): the first unacknowledged byte is sent again, no
// acknowledgement came to the sender in the last kReaction, and neither a new acknowledgement nor
// a transmission of that byte in the last kShortestTimeout (the shortest a Linux kernel has; a
// retransmission by the timer of RACK comes sooner). It is *spurious* when waiting longer would
// have avoided it: an acknowledgement that the receiver sent before anything sent at or after the
// time-out had reached it came to the sender after the time-out; or the byte had been delivered
// and no acknowledgement of it was lost (it was merely delayed). Otherwise - nothing at all would
// have come - it is *normal*.
//
// Memory: one entry per packet inside the link, one per undecided retransmission and earlier
// transmission it waits for. A log that somebody made up may have a retransmission of everything in
// every packet: what no sender does is an error (Error) before it takes long.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "controller/results/bounded_map.h"
#include "controller/results/byte_ranges.h"
#include "controller/results/trace.h"

namespace seawind {

/// Sums over the connections of a flow, one direction.
struct TcpCounters {
  std::int64_t payload_bytes = 0;           // distinct
  std::int64_t object_bytes = 0;            // these with the headers of the segments that had them
  std::int64_t payload_sent = 0;            // retransmissions included
  std::int64_t payload_delivered = 0;       // distinct
  std::int64_t retransmitted_bytes = 0;     // payload
  std::int64_t retransmitted_segments = 0;  // with payload
  std::int64_t unnecessary = 0;             // retransmissions of data or FIN
  std::int64_t timeouts = 0;
  std::int64_t spurious_timeouts = 0;
  std::int64_t syn_repeats = 0;
  std::int64_t unnecessary_syns = 0;
};

class TcpHalf {
 public:
  static constexpr std::int64_t kReaction = 1'000'000;           // ns
  static constexpr std::int64_t kShortestTimeout = 200'000'000;  // ns

  explicit TcpHalf(TcpCounters& counters) : counters_(counters) {}

  /// The sender sent this segment (it arrived at the link). A SYN with another sequence number
  /// begins a new connection; what comes before the first SYN is not counted.
  void sent(std::uint64_t packet, const TcpSegment& segment, std::int64_t time_ns);
  struct Carried {
    std::int64_t new_payload = 0;  // bytes that are new to the receiver
    std::int64_t original = 0;     // bytes sent for the first time, with headers; SYN and FIN too
  };
  /// A packet of sent() left the link, with what it carried, or was dropped, with nothing.
  Carried resolved(std::uint64_t packet, bool delivered);
  /// The receiver sent a segment with this acknowledgement.
  void acknowledging(std::uint64_t packet, std::uint32_t acknowledgement);
  /// It came to the sender, or was dropped.
  void acknowledged(std::uint64_t packet, bool delivered, std::int64_t time_ns);
  /// No further packet will come: decides what is undecided.
  void finish();

 private:
  struct Transmission {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool syn = false;
    bool fin = false;
    std::uint64_t order = 0;
    std::int64_t original = 0;  // as in Carried
  };
  struct Repetition {
    bool syn = false;
    std::int64_t length = 0;  // of what is repeated
    ByteRanges covered;       // of it, by earlier transmissions that were delivered
    std::size_t pieces = 0;   // that `covered` began with
    std::size_t earlier = 0;  // transmissions of it that are still in the link
  };
  struct Timeout {
    std::int64_t una = 0;
    std::uint64_t order = 0;
    std::uint64_t received = 0;  // order of the first delivery sent at or after it; 0: none yet
    bool byte_delivered = false;
  };
  struct Acknowledgement {
    std::int64_t offset = 0;
    std::uint64_t order = 0;
  };

  std::int64_t unwrap(std::uint32_t number) const;
  void restart(std::uint32_t initial);
  void repeated(std::int64_t begin, std::int64_t end, bool syn);
  std::vector<std::uint64_t> in_link_of(std::int64_t begin, std::int64_t end);
  void spend(std::size_t steps);
  void look_for_timeout(std::int64_t begin, std::int64_t end, std::int64_t time_ns);
  void settle_repetitions(std::uint64_t packet, const Transmission& what, bool delivered);
  void settle_timeouts(bool all);
  void count_unnecessary(bool syn) { ++(syn ? counters_.unnecessary_syns : counters_.unnecessary); }

  TcpCounters& counters_;
  std::optional<std::uint32_t> initial_;  // sequence number of the SYN
  std::int64_t highest_ = 0;              // one past the highest offset sent
  bool fin_sent_ = false;
  ByteRanges sent_;
  ByteRanges delivered_;
  BoundedMap<std::map<std::uint64_t, Transmission>> in_link_;
  std::set<std::pair<std::int64_t, std::uint64_t>> begins_;      // of in_link_: begin, packet
  std::int64_t longest_ = 0;                                     // segment so far
  std::map<std::uint64_t, Repetition> repetitions_;              // by number
  std::map<std::uint64_t, std::vector<std::uint64_t>> waiting_;  // packet -> for it, by number
  std::size_t waits_ = 0;                                        // entries in all of waiting_
  std::size_t pieces_ = 0;  // of all repetitions_, as they began
  std::uint64_t repetition_count_ = 0;
  std::uint64_t steps_ = 0;  // spent

  std::uint64_t order_ = 0;  // counts events, so that equal times have an order
  std::int64_t una_ = 0;
  std::int64_t una_advanced_ns_ = 0;
  std::int64_t una_sent_ns_ = 0;
  std::int64_t last_acknowledged_ns_ = -kReaction - 1;
  std::int64_t highest_lost_acknowledgement_ = 0;
  BoundedMap<std::map<std::uint64_t, Acknowledgement>> acknowledgements_;  // in the link
  std::set<std::uint64_t> acknowledgement_orders_;
  std::vector<Timeout> timeouts_;  // undecided
};

}  // namespace seawind
