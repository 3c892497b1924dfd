// SPDX-License-Identifier: GPL-3.0-or-later
// A clock that the test sets, and a port whose frames the test provides.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "emulator/daemon/clock.h"
#include "emulator/ports/port.h"

namespace seawind::test {

constexpr Duration us(std::int64_t n) {
  return Duration::microseconds(n);
}

class FakeClock final : public Clock {
 public:
  Time monotonic() override { return now; }
  ClockSample sample() override { return {now, offset}; }
  /// The kernel's stamp at a monotonic instant.
  std::int64_t stamp(Time at) const { return at.ns() + offset.ns(); }

  Time now = Time::from_ns(1'000'000'000);
  Duration offset = Duration::seconds(1'700'000'000);
};

/// An Ethernet frame with an IPv4 packet of `bytes` (at least 28: IP and UDP headers).
inline std::vector<std::uint8_t> ip_frame(std::size_t bytes) {
  std::vector<std::uint8_t> frame(14 + bytes);
  frame[12] = 0x08;
  frame[14] = 0x45;
  frame[16] = static_cast<std::uint8_t>(bytes >> 8);
  frame[17] = static_cast<std::uint8_t>(bytes & 0xff);
  frame[23] = 17;
  return frame;
}

inline std::vector<std::uint8_t> arp_frame() {
  std::vector<std::uint8_t> frame(60);
  frame[12] = 0x08;
  frame[13] = 0x06;
  return frame;
}

class FakePort final : public Port {
 public:
  struct Waiting {
    std::vector<std::uint8_t> bytes;
    std::int64_t realtime_ns;
  };
  struct Sent {
    std::size_t frame_bytes;
    Time at;
  };
  explicit FakePort(const FakeClock& c) : clock(c) {}

  int fd() const override { return -1; }
  std::size_t read_batch(FrameHandler& handler, std::size_t limit) override {
    std::size_t count = 0;
    for (; count < limit && !waiting.empty(); ++count) {
      handler.on_frame({.head = waiting.front().bytes, .realtime_ns = waiting.front().realtime_ns});
      waiting.pop_front();
    }
    return count;
  }
  void send(std::span<const Packet> packets) override {
    for (const Packet& packet : packets) sent.push_back({packet.frame().size(), clock.now});
  }
  void warm() override {}
  PortStats stats() override { return {}; }

  const FakeClock& clock;
  std::deque<Waiting> waiting;
  std::vector<Sent> sent;
};

}  // namespace seawind::test
