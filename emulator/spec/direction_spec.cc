// SPDX-License-Identifier: GPL-3.0-or-later
// One direction and its parameters in one state.

#include "emulator/api/link_rules.h"
#include "emulator/api/values.h"
#include "emulator/spec/parts.h"

namespace seawind::spec {
namespace {

ErrorHandling error_handling(LinkDirection::ErrorHandling from) {
  switch (from) {
    case LinkDirection::DELAY:
      return ErrorHandling::kDelay;
    case LinkDirection::DELAY_ITERATE:
      return ErrorHandling::kDelayIterate;
    case LinkDirection::RETRANSMIT:
      return ErrorHandling::kRetransmit;
    default:
      return ErrorHandling::kDrop;
  }
}

InputQueueConfig input_queue(const LinkDirection& from) {
  InputQueueConfig out;
  out.adapter_slots = from.adapter_slots();
  if (from.has_queue_max_length()) out.limit.packets = from.queue_max_length();
  if (from.has_queue_max_size()) out.limit.bytes = from.queue_max_size();
  if (from.has_queue_max_delay()) out.max_delay = Duration::nanoseconds(from.queue_max_delay());
  if (from.queue_overflow_handling() == LinkDirection::OVERFLOW_DROP) {
    out.overflow = OverflowHandling::kDrop;
  }
  if (from.queue_drop_policy() == LinkDirection::HEAD) out.drop = DropPolicy::kHead;
  return out;
}

Framing framing(const LinkDirection& from) {
  Framing out;
  if (from.fragmentation() && from.has_fragment_size()) out.fragment_size = from.fragment_size();
  out.byte_stream = from.fragmentation() && from.byte_stream();
  if (from.has_reassembly()) out.reassembly = from.reassembly();
  out.link_overhead = from.link_overhead();
  out.protocol_overhead_per_packet = from.protocol_overhead_per_packet();
  out.link_reset = from.link_reset();
  return out;
}

std::vector<PersistencyClass> persistency_classes(const LinkDirection& from) {
  std::vector<PersistencyClass> out;
  for (const PersistencyClassSpec& one : from.persistency_classes()) {
    PersistencyClass added;
    for (const std::int64_t v : one.dscp()) added.dscp.push_back(static_cast<std::uint8_t>(v));
    for (const std::int64_t v : one.protocols()) {
      added.protocols.push_back(static_cast<std::uint8_t>(v));
    }
    added.persistency = Duration::nanoseconds(one.persistency());
    if (one.has_in_order()) added.in_order = one.in_order();
    out.push_back(std::move(added));
  }
  return out;
}

ReleaseOrder release_order(const LinkDirection& from) {
  if (from.reordering()) return ReleaseOrder::kNone;
  return from.release_order() == LinkDirection::SPACED ? ReleaseOrder::kSpaced
                                                       : ReleaseOrder::kInOrder;
}

OutputDropper output_dropper(const OutputDropperSpec& from) {
  OutputDropper out;
  out.probability = from.probability();
  out.list.positions.assign(from.list().begin(), from.list().end());
  out.list.period = static_cast<std::uint64_t>(from.period());
  return out;
}

/// Bytes that the link adds to a packet of `size`, as the transmitter does.
std::int64_t overhead_of(const Framing& framing, std::int64_t size) {
  const std::int64_t frame = framing.fragment_size.value_or(size);
  const std::int64_t frames = (size + frame - 1) / frame;
  return frames * framing.link_overhead + framing.protocol_overhead_per_packet;
}

/// Makes the lists that state `index` has of its own (`own`: what it does not inherit) its own.
void own_lists(StateParameters& state, const LinkDirection& own, std::size_t index) {
  const auto make_own = [&own, index](const char* key, ValueConfig* value) {
    auto* list = value == nullptr ? nullptr : std::get_if<ListValue>(value);
    const auto* field = LinkDirection::descriptor()->FindFieldByName(key);
    if (list != nullptr && own.GetReflection()->HasField(own, field))
      list->owner = 1 + static_cast<std::uint32_t>(index);
  };
  const auto given = [](std::optional<ValueConfig>& value) { return value ? &*value : nullptr; };
  make_own("rate_base", &state.rate);
  make_own("available_rate", given(state.available_rate));
  make_own("rate_change_interval", given(state.rate_change_interval));
  make_own("propagation_delay", &state.propagation_delay);
  make_own("error_probability", &state.error_probability);
  make_own("error_delay_function", &state.error_delay);
  make_own("random_delay_length", &state.random_delay_length);
  make_own("allocation_delay", given(state.allocation_delay));
  make_own("link_idle_timeout", &state.link_idle_timeout);
}

}  // namespace

StateParameters state_parameters(const LinkDirection& from) {
  StateParameters out;
  out.rate = optional_value(from, "rate_base").value_or(1);  // ignored with a schedule or a trace
  if (from.has_user_max_rate()) out.user_max_rate = from.user_max_rate();
  out.available_rate = optional_value(from, "available_rate");
  out.rate_change_interval = optional_value(from, "rate_change_interval");
  out.propagation_delay = value_of(from, "propagation_delay");
  out.error_probability = value_of(from, "error_probability");
  if (from.error_rate_type() == LinkDirection::BIT) out.error_unit = ErrorUnit::kBit;
  out.error_handling = error_handling(from.error_handling());
  out.error_delay = value_of(from, "error_delay_function");
  if (from.has_delay_drop_threshold()) {
    out.delay_drop_threshold = Duration::nanoseconds(from.delay_drop_threshold());
  }
  if (from.has_max_retransmissions()) out.max_retransmissions = from.max_retransmissions();
  out.duplicate_probability = from.duplicate_probability();
  out.random_delay_probability = from.random_delay_probability();
  out.random_delay_length = value_of(from, "random_delay_length");
  out.allocation_delay = optional_value(from, "allocation_delay");
  out.link_idle_timeout = value_of(from, "link_idle_timeout");
  return out;
}

DirectionConfig direction_config(const LinkDirection& from, const Channel& channel) {
  DirectionConfig out;
  if (from.has_max_packet_size()) out.max_packet_size = from.max_packet_size();
  if (from.has_max_held_size()) out.max_held_size = from.max_held_size();
  out.stages = stages(from);
  out.input = input_queue(from);
  out.send_buffer = buffer_limit(from.link_send_buffer_size());
  out.receive_buffer = buffer_limit(from.link_receive_buffer_size());
  out.frame_in_service_in_buffer = from.frame_in_service_in_buffer();
  out.drop_on_shrink = from.drop_on_shrink();
  out.framing = framing(from);
  out.rate_source = rate_source(from);
  out.background = background_load(from);
  out.background.overhead = overhead_of(out.framing, out.background.packet_size);
  out.loss_pattern = loss_pattern(from.loss_pattern());
  out.persistency_classes = persistency_classes(from);
  out.link_layer_acks = from.link_layer_ack_emulation();
  out.ack_release = from.ack_release() == LinkDirection::SELECTIVE ? AckRelease::kSelective
                                                                   : AckRelease::kCumulative;
  if (from.has_delay_redraw_interval()) {
    out.delay_redraw_interval = Duration::nanoseconds(from.delay_redraw_interval());
  }
  out.release = release_order(from);
  out.output = output_dropper(from.output_dropper());
  const LinkDirection plain = without_contents(from);
  for (const ChannelState& state : channel.states()) {
    out.states.push_back(state_parameters(in_state(plain, state.name())));
    if (const auto own = plain.states().find(state.name()); own != plain.states().end())
      own_lists(out.states.back(), own->second, out.states.size() - 1);
  }
  if (channel.states().empty()) out.states.push_back(state_parameters(in_state(plain, "")));
  return out;
}

}  // namespace seawind::spec
