// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel stamps of probes at a device, taken without running any program during the measurement:
// the kernel fills a ring large enough for the whole run, and it is read afterwards. A receiver
// that wakes up for each packet would compete with the relay under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/fds.h"

namespace seawind::bench {

/// A run without a valid measurement of the relay; it may be repeated.
class UnusableRun : public Error {
 public:
  using Error::Error;
};

/// The observation of a probe at a device.
struct Stamp {
  std::uint32_t link = 0;
  std::uint64_t number = 0;
  std::int64_t realtime_ns = 0;  // CLOCK_REALTIME, by the kernel
};

/// A packet ring on one interface, or on all of a namespace.
class Capture {
 public:
  enum class Direction { kIncoming, kOutgoing };

  /// `interface` empty: all. Takes up to `capacity` probes of `direction`. Throws Error.
  Capture(int network_namespace, const std::string& interface, Direction direction,
          std::size_t capacity);
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  /// Whether at least `count` probes have been taken.
  bool has(std::size_t count) const;
  /// All probes taken, in the order the kernel saw them. Throws UnusableRun when the ring
  /// overflowed: a measurement with holes of its own is none.
  std::vector<Stamp> read() const;

 private:
  const std::uint8_t* slot(std::size_t index) const;

  Fd socket_;
  std::size_t slots_per_block_ = 0;
  std::size_t slots_ = 0;
  std::size_t mapped_bytes_ = 0;
  std::uint8_t* ring_ = nullptr;
};

}  // namespace seawind::bench
