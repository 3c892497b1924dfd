// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/cache_warmup.h"

#include <array>
#include <cstdint>

namespace seawind {
namespace {

/// A port that always has one frame waiting and discards all packets it is given.
class WarmupPort final : public Port {
 public:
  WarmupPort(Clock& clock, std::uint64_t& sent) : clock_(clock), sent_(sent) {
    frame_[12] = 0x08;  // IPv4
    frame_[14] = 0x45;
    frame_[17] = kIpBytes;
    frame_[23] = 17;  // UDP
  }

  int fd() const override { return -1; }
  std::size_t read_batch(FrameHandler& handler, std::size_t /*limit*/) override {
    const ClockSample now = clock_.sample();
    handler.on_frame(
        {.head = frame_, .realtime_ns = now.monotonic.ns() + now.realtime_offset.ns()});
    return 1;
  }
  void send(std::span<const Packet> packets) override { sent_ += packets.size(); }
  void warm() override {}
  PortStats stats() override { return {}; }

 private:
  static constexpr std::uint8_t kIpBytes = 64;
  Clock& clock_;
  std::uint64_t& sent_;
  std::array<std::uint8_t, 14 + kIpBytes> frame_{};
};

HopConfig straight_through() {
  DirectionConfig direction;
  direction.send_buffer.packets = 1;
  direction.states = {StateParameters{.rate = 100'000'000'000, .propagation_delay = {}}};
  return {.channel = {}, .downlink = direction, .uplink = direction};
}

}  // namespace

CacheWarmup::CacheWarmup(Clock& clock)
    : clock_(clock),
      stamps_(clock),
      link_(std::make_unique<RelayLink>(
          straight_through(), packets_, Time(), std::make_unique<WarmupPort>(clock, sent_),
          std::make_unique<WarmupPort>(clock, sent_), EventLogTarget{}, clock)) {
  link_->start(clock_.monotonic());
}

void CacheWarmup::run() {
  stamps_.begin_turn();
  link_->collect(Direction::kDownlink, stamps_, Time(), 2);  // fewer than the limit: none is left
  link_->advance(stamps_.now());
  link_->advance(clock_.monotonic());  // its transmission has ended by now
}

}  // namespace seawind
