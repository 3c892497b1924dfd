// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/spec/hop_spec.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <limits>

#include "common/config_reader.h"
#include "emulator/api/link.pb.h"

namespace seawind {
namespace {

BufferLimit buffer_limit(const Limit& limit) {
  BufferLimit out;
  if (limit.has_bytes()) out.bytes = limit.bytes();
  if (limit.has_packets()) out.packets = limit.packets();
  return out;
}

ValueConfig value_config(const Distribution& from) {
  switch (from.kind_case()) {
    case Distribution::kUniform:
      return UniformValue{from.uniform().min(), from.uniform().max()};
    case Distribution::kExponential: {
      const auto& law = from.exponential();
      return ExponentialValue{
          law.mean(), law.has_min() ? law.min() : 0.0,
          law.has_max() ? law.max() : std::numeric_limits<double>::infinity(),
          law.truncation() == Distribution::CLAMP ? Truncation::kClamp : Truncation::kRedraw};
    }
    default:
      return FixedValue{from.fixed()};
  }
}

ErrorHandling error_handling(LinkDirection::ErrorHandling from) {
  switch (from) {
    case LinkDirection::DELAY:
      return ErrorHandling::kDelay;
    case LinkDirection::DELAY_ITERATE:
      return ErrorHandling::kDelayIterate;
    default:
      return ErrorHandling::kDrop;
  }
}

/// Converts one direction; `path` is its place in the message, for problems.
class DirectionReader {
 public:
  DirectionReader(const LinkDirection& direction, const Channel& channel, std::string path,
                  std::vector<std::string>& problems)
      : in_(direction), channel_(channel), path_(std::move(path)), problems_(problems) {}

  DirectionConfig read(const Router* router) {
    DirectionConfig out;
    if (in_.has_max_packet_size()) out.max_packet_size = in_.max_packet_size();
    if (router != nullptr) {
      out.router = tail_drop_router(buffer_limit(router->root().tail_drop().limit()));
    }
    out.input.adapter_slots = in_.adapter_slots();
    if (in_.has_queue_max_length()) {
      out.input.limit.packets = in_.queue_max_length();
      if (router == nullptr) {
        problem("queue_max_length", "holds packets back, but there is no router to queue them");
      }
    }
    out.send_buffer = buffer_limit(in_.link_send_buffer_size());
    out.receive_buffer = buffer_limit(in_.link_receive_buffer_size());
    out.frame_in_service_in_buffer = in_.frame_in_service_in_buffer();
    out.link_layer_acks = in_.link_layer_ack_emulation();
    out.ack_release = in_.ack_release() == LinkDirection::SELECTIVE ? AckRelease::kSelective
                                                                    : AckRelease::kCumulative;
    out.release = in_.reordering() ? ReleaseOrder::kNone : ReleaseOrder::kInOrder;
    read_states(out);
    return out;
  }

 private:
  void problem(const std::string& where, const std::string& what) {
    std::string line = fmt::format("{}.{}: {}", path_, where, what);
    // Two states may share what is wrong with the values they have in common.
    if (std::find(problems_.begin(), problems_.end(), line) == problems_.end()) {
      problems_.push_back(std::move(line));
    }
  }

  void read_states(DirectionConfig& out) {
    for (const auto& [name, values] : in_.states()) {
      bool known = false;
      for (const auto& state : channel_.states()) known = known || state.name() == name;
      if (!known) problem("states." + name, "the channel has no state of this name");
    }
    if (channel_.states().empty()) out.states.push_back(parameters(in_, ""));
    for (const auto& state : channel_.states()) {
      LinkDirection merged = in_;
      merged.clear_states();
      const auto own = in_.states().find(state.name());
      if (own == in_.states().end()) {
        out.states.push_back(parameters(merged, ""));
        continue;
      }
      // A drawn value replaces the base's as a whole: two laws cannot be mixed field by field.
      if (own->second.has_error_delay_function()) merged.clear_error_delay_function();
      merged.MergeFrom(own->second);
      out.states.push_back(parameters(merged, "states." + state.name() + "."));
    }
  }

  StateParameters parameters(const LinkDirection& from, const std::string& where) {
    StateParameters out;
    out.rate = from.rate_base();
    out.propagation_delay = Duration::nanoseconds(from.propagation_delay());
    out.error_probability = from.error_probability();
    out.error_handling = error_handling(from.error_handling());
    out.error_delay = value_config(from.error_delay_function());
    if (from.has_delay_drop_threshold()) {
      out.delay_drop_threshold = Duration::nanoseconds(from.delay_drop_threshold());
    }
    if (from.error_probability() > 0 && out.error_handling != ErrorHandling::kDrop &&
        !from.has_error_delay_function()) {
      problem(where + "error_handling", LinkDirection::ErrorHandling_Name(from.error_handling()) +
                                            " needs error_delay_function");
    }
    return out;
  }

  const LinkDirection& in_;
  const Channel& channel_;
  std::string path_;
  std::vector<std::string>& problems_;
};

ChannelConfig channel_config(const Channel& channel, std::vector<std::string>& problems) {
  ChannelConfig out;
  out.lead_in = Duration::nanoseconds(channel.lead_in());
  for (int i = 0; i < channel.states_size(); ++i) {
    const ChannelState& state = channel.states(i);
    for (int k = 0; k < i; ++k) {
      if (channel.states(k).name() == state.name()) {
        problems.push_back(fmt::format(
            "link.channel.states[{}]: there are two states of the name {}", i, state.name()));
      }
    }
    out.states.push_back({state.name(), value_config(state.dwell())});
  }
  return out;
}

}  // namespace

HopConfig hop_config(const HopSpec& spec, std::vector<std::string>& problems) {
  for (std::string& line : check_message(spec)) problems.push_back(std::move(line));
  if (!spec.has_link()) problems.emplace_back("link: is missing");
  const LinkProfile& link = spec.link();
  HopConfig out;
  out.seed = spec.seed();
  out.channel = channel_config(link.channel(), problems);
  const Router* down = spec.has_downlink_router() ? &spec.downlink_router() : nullptr;
  const Router* up = spec.has_uplink_router() ? &spec.uplink_router() : nullptr;
  out.downlink =
      DirectionReader(link.downlink(), link.channel(), "link.downlink", problems).read(down);
  out.uplink = DirectionReader(link.uplink(), link.channel(), "link.uplink", problems).read(up);
  return out;
}

std::vector<std::string> change_problems(const HopSpec& running, const HopSpec& wanted) {
  std::vector<std::string> problems;
  if (running.seed() != wanted.seed()) {
    problems.push_back(
        fmt::format("seed: the running link has {}; it cannot change", running.seed()));
  }
  if (!google::protobuf::util::MessageDifferencer::Equals(running.link().channel(),
                                                          wanted.link().channel())) {
    problems.emplace_back("link.channel: differs from the running link's; it cannot change");
  }
  return problems;
}

}  // namespace seawind
