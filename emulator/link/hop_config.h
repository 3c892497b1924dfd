// SPDX-License-Identifier: GPL-3.0-or-later
// What a hop is built from: plain values, already validated. The meaning of every field is in
// docs/reference/link.md; emulator/api/link.proto is the same thing as users write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/time.h"
#include "emulator/core/limit.h"

namespace seawind {

/// A fixed or drawn value in the base unit of whatever it stands for (nanoseconds here).
struct FixedValue {
  double value = 0;
};
struct UniformValue {
  double min = 0;
  double max = 0;
};
enum class Truncation { kRedraw, kClamp };
struct ExponentialValue {
  double mean = 0;
  double min = 0;
  double max = 0;  // infinity: not cut
  Truncation truncation = Truncation::kRedraw;
};
using ValueConfig = std::variant<FixedValue, UniformValue, ExponentialValue>;

struct ChannelStateConfig {
  std::string name;
  ValueConfig dwell;  // ns
};
struct ChannelConfig {
  std::vector<ChannelStateConfig> states;  // empty: one state that never changes
  Duration lead_in;
};

enum class ErrorHandling { kDrop, kDelay, kDelayIterate };
enum class AckRelease { kCumulative, kSelective };

/// The parameters that may differ from state to state.
struct StateParameters {
  std::int64_t rate = 1;  // bit/s
  Duration propagation_delay;
  double error_probability = 0;
  ErrorHandling error_handling = ErrorHandling::kDrop;
  ValueConfig error_delay{};  // ns
  std::optional<Duration> delay_drop_threshold{};
};

struct DirectionConfig {
  std::int64_t max_packet_size = 2048;
  std::optional<BufferLimit> router_queue{};       // tail drop; none: no router in front
  std::int64_t adapter_slots = 0;                  // packets
  std::optional<std::int64_t> queue_max_length{};  // packets; none: unlimited
  BufferLimit send_buffer;
  BufferLimit receive_buffer;  // neither: as large as the send buffer
  bool frame_in_service_in_buffer = false;
  bool link_layer_acks = false;
  AckRelease ack_release = AckRelease::kCumulative;
  bool reordering = false;
  std::vector<StateParameters> states;  // one per channel state; exactly one when none
};

struct HopConfig {
  ChannelConfig channel;
  DirectionConfig downlink;
  DirectionConfig uplink;
  std::uint64_t seed = 0;
};

}  // namespace seawind
