// SPDX-License-Identifier: GPL-3.0-or-later
// A port: the entry and exit of frames at the emulator. Its functions work on batches, so that
// faster kinds of packet I/O fit the same interface. registry.h lists the kinds by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "emulator/core/packet.h"

namespace seawind {

/// A received frame, valid only during on_frame().
struct CapturedFrame {
  std::span<const std::uint8_t> head;    // starts at the Ethernet header
  std::span<const std::uint8_t> rest{};  // follows `head`
  std::int64_t realtime_ns = 0;          // the kernel's receive stamp, CLOCK_REALTIME
  bool checksum_correct = false;         // the transport checksum is known to be correct
};

class FrameHandler {
 public:
  virtual void on_frame(const CapturedFrame& frame) = 0;

 protected:
  ~FrameHandler() = default;
};

struct PortStats {
  std::uint64_t capture_drops = 0;    // frames for which the kernel had no buffer space, and read
                                      // failures
  std::uint64_t inject_failures = 0;  // frames that the kernel rejected
};

/// Owns the sockets of one interface. Constructed and destroyed on any thread. All functions are
/// called by one relay thread only; they do not block or throw, and allocate in the first call at
/// most.
class Port {
 public:
  virtual ~Port() = default;

  /// Readable (level-triggered) while frames are waiting.
  virtual int fd() const = 0;
  /// False if no frame waits, read without a system call. A port that cannot do that returns true.
  virtual bool may_have_frames() const { return true; }
  /// Passes at most `limit` waiting frames to `handler`, in order of arrival; returns their number.
  /// A super-packet counts as one frame; the handler gets each of its packets.
  virtual std::size_t read_batch(FrameHandler& handler, std::size_t limit) = 0;
  /// Sends frames now. Frames that the kernel rejects are counted and discarded.
  virtual void send(std::span<const Packet> packets) = 0;
  /// Loads the send path into the processor's caches after an idle time; sends nothing.
  virtual void warm() = 0;
  virtual PortStats stats() = 0;
};

struct PortOptions {
  std::string interface;
  std::int64_t rate = 0;  // bit/s of expected arrivals; determines the size of a receive ring
};

}  // namespace seawind
