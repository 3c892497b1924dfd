// SPDX-License-Identifier: GPL-3.0-or-later
// The counters of a running link at one instant, and the rates between two such samples.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace seawind {

struct DropTally {
  std::string reason;  // names of common/event_log.h: "router_full", ...
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;

  bool operator==(const DropTally&) const = default;
};

/// One class of a router. The first class of a direction is the whole router.
struct ClassSample {
  std::string name;  // path of names; "root"
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
  std::uint64_t limit_packets = 0;  // 0: not limited in packets
  std::uint64_t limit_bytes = 0;    // 0: not limited in bytes
  std::uint64_t dropped_packets = 0;
  std::uint64_t marks = 0;

  bool operator==(const ClassSample&) const = default;
};

/// One direction. Counters start with the link; packets and bytes are those of IP.
struct DirectionSample {
  std::uint64_t received_packets = 0;
  std::uint64_t received_bytes = 0;
  std::uint64_t delivered_packets = 0;
  std::uint64_t delivered_bytes = 0;
  std::uint64_t dropped_packets = 0;  // for all reasons
  std::uint64_t dropped_bytes = 0;
  std::vector<DropTally> drops;
  std::uint64_t held_packets = 0;  // now in the direction
  std::uint64_t held_bytes = 0;
  std::uint64_t router_packets = 0;  // now waiting in the router
  std::uint64_t router_bytes = 0;
  std::uint64_t send_buffer_bytes = 0;  // now
  std::int64_t delay_sum_ns = 0;        // from arrival to delivery, over delivered_packets
  std::uint64_t corrupted_attempts = 0;
  std::uint64_t retransmissions = 0;
  std::uint64_t marks = 0;           // CE set, by the whole router
  std::string state;                 // of the channel, now; empty: the channel has no states
  std::vector<ClassSample> classes;  // of the router in front of the direction; empty: no router

  bool operator==(const DirectionSample&) const = default;
};

struct LinkSample {
  std::int64_t unix_ns = 0;       // when the sample was taken
  std::int64_t link_time_ns = 0;  // since the link began; a warm-up has its own link
  DirectionSample downlink;
  DirectionSample uplink;
  std::uint64_t releases = 0;  // packets released whose lateness was measured
  std::int64_t lateness_p50_ns = 0;
  std::int64_t lateness_p99_ns = 0;
  std::int64_t lateness_p999_ns = 0;
  std::int64_t lateness_max_ns = 0;
  std::uint32_t changes = 0;  // of the link's parameters, through the control interface

  bool operator==(const LinkSample&) const = default;
};

/// The line printed by `seawind link watch`, without the newline.
std::string sample_to_json(const LinkSample& sample);
/// Nothing when `line` is not a sample.
std::optional<LinkSample> sample_from_json(const std::string& line);

/// Rates between a sample and a later one of the same link.
struct DirectionRates {
  double received_bit_s = 0;
  double delivered_bit_s = 0;
  double dropped_packets_s = 0;
  double marks_s = 0;
  double retransmissions_s = 0;
  double delay_s = -1;  // mean over the packets delivered in between; -1: none was
};
DirectionRates rates_between(const DirectionSample& before, const DirectionSample& after,
                             std::int64_t elapsed_ns);

}  // namespace seawind
