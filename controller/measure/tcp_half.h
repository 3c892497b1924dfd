// SPDX-License-Identifier: GPL-3.0-or-later
// One direction of a TCP connection: every transmission of its sender, the fate of each, and what
// acknowledgements reported to the sender. Packets are identified by their id in the event log, so
// the only heuristic is the detection of a retransmission time-out.
//
// Sequence space: the SYN is offset 0, data begins at 1, the FIN follows the data.
//
// Unnecessary (B5, model 5.2): a retransmission is unnecessary when every byte it repeats, at
// the time it was sent, had been delivered by an earlier transmission, or was in the link and was
// delivered later. Repeated SYNs are counted separately.
//
// Retransmission time-out (model 5.3): a retransmission of the first unacknowledged byte, when
// no acknowledgement reached the sender in the last kReaction, and neither a new acknowledgement
// nor a transmission of that byte occurred in the last kShortestTimeout (the shortest time-out of a
// Linux kernel; RACK's timer retransmits sooner). The time-out is *spurious* when a longer wait
// would have avoided it. That is the case when an acknowledgement that reached the sender after the
// time-out had been sent by the receiver before anything sent at or after the time-out reached it.
// It is also the case when the byte had been delivered and no acknowledgement of it was lost, only
// delayed. Otherwise, when no acknowledgement would have come, the time-out is *normal*.
//
// Memory: one entry per packet inside the link, and one per undecided retransmission and earlier
// transmission it waits for. A forged log may contain a retransmission of all data in every packet.
// Input that no sender produces throws Error before it takes long to process.
#pragma once

#include <cstdint>
#include <map>
#include <memory_resource>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "controller/measure/byte_ranges.h"
#include "controller/measure/log_memory.h"
#include "controller/measure/packet_snap.h"

namespace seawind {

/// Sums over the connections of a flow, one direction.
struct TcpCounters {
  std::int64_t payload_bytes = 0;  // distinct
  std::int64_t object_bytes = 0;   // distinct payload, with the headers of the segments that had it
  std::int64_t payload_sent = 0;   // including retransmissions
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

  TcpHalf(TcpCounters& counters, LogMemory& memory);

  /// Records that the sender sent this segment, that is, that it arrived at the link. A SYN with
  /// another sequence number begins a new connection. Segments before the first SYN are not
  /// counted. Returns whether it repeats a byte, SYN or FIN that was sent before.
  bool sent(std::uint64_t packet, const TcpSegment& segment, std::int64_t time_ns);
  struct Carried {
    std::int64_t new_payload = 0;  // bytes that are new to the receiver
    std::int64_t original = 0;     // bytes sent for the first time, with headers; also SYN and FIN
  };
  /// Records the fate of a packet of sent() and returns what it carried to the receiver: nothing
  /// when the packet was dropped.
  Carried resolved(std::uint64_t packet, bool delivered);
  /// Records that the receiver sent a segment with this acknowledgement.
  void acknowledging(std::uint64_t packet, std::uint32_t acknowledgement);
  /// Records that this segment reached the sender or was dropped.
  void acknowledged(std::uint64_t packet, bool delivered, std::int64_t time_ns);
  /// Decides all retransmissions and time-outs that are open. No further packet may follow.
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
    bool syn;
    std::int64_t length;      // bytes of the retransmission
    ByteRanges covered;       // delivered by earlier transmissions
    std::size_t earlier = 0;  // transmissions of these bytes that are still in the link
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
  LogMemory& memory_;
  std::optional<std::uint32_t> initial_;  // sequence number of the SYN
  std::int64_t highest_ = 0;              // one past the highest offset sent
  bool fin_sent_ = false;
  ByteRanges sent_;
  ByteRanges delivered_;
  std::pmr::map<std::uint64_t, Transmission> in_link_;
  std::pmr::set<std::pair<std::int64_t, std::uint64_t>> begins_;  // of in_link_: (begin, packet)
  std::int64_t longest_ = 0;                                      // longest segment so far
  std::pmr::map<std::uint64_t, Repetition> repetitions_;          // by number
  std::pmr::map<std::uint64_t, std::pmr::vector<std::uint64_t>> waiting_;  // packet -> number
  std::uint64_t repetition_count_ = 0;
  std::uint64_t steps_ = 0;  // used by spend()

  std::uint64_t order_ = 0;  // number of events; orders events of equal time
  std::int64_t una_ = 0;
  std::int64_t una_advanced_ns_ = 0;
  std::int64_t una_sent_ns_ = 0;
  std::int64_t last_acknowledged_ns_ = -kReaction - 1;
  std::int64_t highest_lost_acknowledgement_ = 0;
  std::pmr::map<std::uint64_t, Acknowledgement> acknowledgements_;  // in the link
  std::pmr::set<std::uint64_t> acknowledgement_orders_;
  std::pmr::vector<Timeout> timeouts_;  // undecided
};

}  // namespace seawind
