// SPDX-License-Identifier: GPL-3.0-or-later
// What is counted for one class of a router: the live counters of the control interface. A class
// that has classes inside counts what they hold too.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "common/event_log.h"
#include "common/time.h"
#include "emulator/core/limit.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

struct ClassStatistics {
  std::string name;  // path from the root, "intermediate/http"; the root's is "root"
  std::uint8_t number = 0;
  std::uint8_t parent = 0;
  BufferLimit limit;  // neither: the classes inside have limits of their own

  Fill held;      // now
  Fill enqueued;  // since the router started
  Fill dequeued;
  std::array<Fill, kDropReasons> drops{};
  std::uint64_t marked = 0;
  std::uint64_t modified = 0;
  std::array<Fill, 3> colours{};                // of its meter
  std::optional<std::int64_t> average_queue{};  // of an AQM that keeps one: bytes x 256
  std::optional<std::int64_t> tokens{};         // of a bucket: bytes
  Duration sojourn_sum;                         // of dequeued packets
  Duration sojourn_max;

  /// Bytes held, averaged over the time from `start` to `now`.
  double average_bytes(Time now) const;
  void hold(std::int64_t bytes, std::int64_t packets, Time now);

  Time start;
  Time held_since;
  double byte_ns = 0;  // integral of held bytes up to held_since
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
