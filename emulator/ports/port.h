// SPDX-License-Identifier: GPL-3.0-or-later
// A port: where frames enter and leave the emulator. It works in batches, so that faster kinds of
// packet I/O can stand beside the portable one; kinds are registered by name (registry.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "emulator/core/packet.h"

namespace seawind {

/// A received frame, valid during the call that hands it over.
struct CapturedFrame {
  std::span<const std::uint8_t> bytes;  // from the Ethernet header on
  std::int64_t realtime_ns = 0;         // the kernel's receive stamp, CLOCK_REALTIME
};

class FrameHandler {
 public:
  virtual void on_frame(const CapturedFrame& frame) = 0;

 protected:
  ~FrameHandler() = default;
};

struct PortStats {
  std::uint64_t capture_drops = 0;    // frames the kernel had no room for, and failures to read
  std::uint64_t inject_failures = 0;  // frames the kernel did not take
};

/// Owns the sockets of one interface. Built and destroyed on any thread; in between, everything
/// else is called by the relay thread alone and neither blocks, allocates nor throws.
class Port {
 public:
  virtual ~Port() = default;

  /// Readable (level-triggered) while frames wait.
  virtual int fd() const = 0;
  /// Hands over at most `limit` waiting frames in the order they came; returns how many.
  virtual std::size_t read_batch(FrameHandler& handler, std::size_t limit) = 0;
  /// Gives frames to the kernel now; what it does not take is counted and forgotten.
  virtual void send(std::span<const Packet> packets) = 0;
  /// Brings the sending path back into the processor's caches after an idle time; sends nothing.
  virtual void warm() = 0;
  virtual PortStats stats() = 0;
};

struct PortOptions {
  std::string interface;
  std::int64_t rate = 0;  // bit/s expected to arrive; sizes the receive buffer
};

}  // namespace seawind
