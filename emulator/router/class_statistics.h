// SPDX-License-Identifier: GPL-3.0-or-later
// The counters of one class of a router, as the control interface reports them. The counters of an
// inner class include those of the classes inside it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "common/event_log.h"
#include "common/time.h"
#include "emulator/core/limit.h"
#include "emulator/core/packet_totals.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

struct ClassStatistics {
  std::string name;  // path from the root, for example "intermediate/http"; the root's name is
                     // "root"
  std::uint8_t number = 0;
  std::uint8_t parent = 0;
  BufferLimit limit;  // neither set: the classes inside have limits of their own

  Occupancy held;  // now
  // Since the router started:
  PacketTotals enqueued;
  PacketTotals dequeued;
  std::array<PacketTotals, kDropReasons> drops{};
  std::uint64_t marked = 0;
  std::uint64_t modified = 0;
  std::array<PacketTotals, 3> colours{};        // packets by colour of the class's meter
  std::optional<std::int64_t> average_queue{};  // of an AQM with an average: bytes x 256
  std::optional<std::int64_t> tokens{};         // of a token bucket: bytes
  Duration sojourn_sum;                         // of dequeued packets
  Duration sojourn_max;

  /// Held bytes, averaged over the time from `start` to `now`.
  double average_bytes(Time now) const;
  void hold(std::int64_t bytes, std::int64_t packets, Time now);

  Time start;
  Time held_since;
  double byte_ns = 0;  // integral of the held bytes until held_since
};

inline double ClassStatistics::average_bytes(Time now) const {
  const double open =
      static_cast<double>(held.bytes) * static_cast<double>((now - held_since).ns());
  const double span = static_cast<double>((now - start).ns());
  return span > 0 ? (byte_ns + open) / span : static_cast<double>(held.bytes);
}

inline void ClassStatistics::hold(std::int64_t bytes, std::int64_t packets, Time now) {
  byte_ns += static_cast<double>(held.bytes) * static_cast<double>((now - held_since).ns());
  held_since = now;
  held.bytes += bytes;
  held.packets += packets;
}

}  // namespace seawind
