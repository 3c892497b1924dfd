// SPDX-License-Identifier: GPL-3.0-or-later
// Derived values of a profile: by state, their bounds, their means, and what its buffers hold.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "common/traces/delivery_trace.h"
#include "common/units.h"
#include "emulator/api/link_rules.h"
#include "emulator/api/values.h"
#include "emulator/core/distribution.h"

namespace seawind {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

double mean_rate(const RateScheduleSpec& schedule) {
  const auto& steps = schedule.steps();
  if (steps.empty()) return 0;
  if (!schedule.has_period()) {  // the last rate holds forever
    const auto moving = std::find_if(steps.rbegin(), steps.rend(),
                                     [](const RateStepSpec& step) { return step.rate() > 0; });
    return moving == steps.rend() ? 0 : static_cast<double>(moving->rate());
  }
  double bits = 0;
  for (int i = 0; i < steps.size(); ++i) {
    const auto end = i + 1 < steps.size() ? steps[i + 1].at() : schedule.period();
    const auto spell = std::max<std::int64_t>(std::min(end, schedule.period()) - steps[i].at(), 0);
    bits += static_cast<double>(steps[i].rate()) * static_cast<double>(spell);
  }
  return bits / static_cast<double>(schedule.period());
}

double mean_rate(const DeliveryTraceSpec& trace) {
  if (trace.at_ms().empty()) return 0;
  return delivery_rate(trace.at_ms_size(), trace.opportunity_bytes(), *trace.at_ms().rbegin());
}

/// The content of buffers, in the units of their limits.
struct Capacity {
  std::int64_t packets = 0;
  std::int64_t bytes = 0;
  std::int64_t waiting = 0;  // ns: as much as arrives in this time
  bool limited = true;

  void add(const Limit& limit) {
    packets += limit.packets();
    bytes += limit.bytes();
    limited = limited && limit.kind_case() != Limit::KIND_NOT_SET;
  }
};

bool has_places_only(const std::vector<Limit>& router) {
  return std::all_of(router.begin(), router.end(),
                     [](const Limit& limit) { return limit.has_packets(); });
}

Capacity capacity_of(const LinkDirection& direction, const std::vector<Limit>& router,
                     std::int64_t mtu) {
  Capacity all;
  // An input queue that takes every packet leaves none in the router.
  const bool router_fills = has_no_input_queue(direction) || flow_control_key(direction) != nullptr;
  if (router_fills)
    for (const Limit& limit : router) all.add(limit);
  all.packets += direction.adapter_slots();
  if (direction.queue_max_length() > 0)
    all.packets += direction.queue_max_length();
  else if (!has_no_input_queue(direction)) {
    const auto& stages = direction.stages();
    const auto head = std::find_if(stages.begin(), stages.end(), [](const StageSpec& stage) {
      return stage.has_drop_from_head();
    });
    if (direction.has_queue_max_size()) {
      all.bytes += direction.queue_max_size();
      if (flow_control_key(direction) != nullptr) ++all.packets;  // the one that crosses the limit
    } else if (head != stages.end())
      all.add(head->drop_from_head().limit());
    else if (direction.has_queue_max_delay())
      all.waiting = direction.queue_max_delay();
    else
      all.limited = false;
  }
  if (!router.empty() && has_no_input_queue(direction)) {
    ++all.packets;
    return all;
  }
  const Limit& buffer = direction.link_send_buffer_size();
  if (buffer.has_bytes() && buffer.bytes() < mtu)
    ++all.packets;  // a larger packet enters the empty buffer
  else
    all.add(buffer);
  // The packet in service comes in addition, unless packets are counted: the packet that waits then
  // takes one of the places itself. Where bytes are counted, it may be small.
  const bool waits_among_packets = router_fills && !router.empty() ? has_places_only(router)
                                   : has_no_input_queue(direction)
                                       ? buffer.has_packets()
                                       : direction.queue_max_length() > 0;
  if (!direction.frame_in_service_in_buffer() && (buffer.has_bytes() || !waits_among_packets))
    ++all.packets;
  return all;
}

/// Whether the link transmits packets of hosts with `rate_base`, always, as a whole, and without
/// waiting for a channel or for acknowledgements.
bool has_one_rate(const LinkDirection& direction) {
  const auto repeats = [](const auto& one) {
    return one.error_handling() == LinkDirection::RETRANSMIT;
  };
  const auto keeps_it = [&](const auto& state) {
    return !state.second.has_rate_base() && !state.second.has_user_max_rate() &&
           !state.second.has_available_rate() && !repeats(state.second);
  };
  return direction.rate_base().has_fixed() && !direction.has_allocation_delay() &&
         direction.user_max_rate() <= 1 && !direction.has_available_rate() &&
         !direction.has_rate_schedule() && !direction.has_delivery_trace() &&
         direction.link_overhead() == 0 && direction.protocol_overhead_per_packet() == 0 &&
         !direction.link_layer_ack_emulation() && !direction.has_bgl_average_rate() &&
         !repeats(direction) &&
         std::all_of(direction.states().begin(), direction.states().end(), keeps_it);
}

}  // namespace

std::size_t index_of_state(const Channel& channel, const std::string& name) {
  for (int i = 0; i < channel.states_size(); ++i)
    if (channel.states(i).name() == name) return static_cast<std::size_t>(i);
  return 0;
}

LinkDirection in_state(const LinkDirection& direction, const std::string& state) {
  LinkDirection merged = direction;
  merged.clear_states();
  const auto found = direction.states().find(state);
  if (found == direction.states().end()) return merged;
  const LinkDirection& own = found->second;
  std::vector<const google::protobuf::FieldDescriptor*> given;
  own.GetReflection()->ListFields(own, &given);
  for (const auto* field : given) merged.GetReflection()->ClearField(&merged, field);
  merged.MergeFrom(own);
  merged.clear_states();
  return merged;
}

LinkDirection without_contents(const LinkDirection& direction) {
  LinkDirection out = direction;
  if (out.has_rate_schedule()) out.mutable_rate_schedule()->clear_steps();
  if (out.has_delivery_trace()) out.mutable_delivery_trace()->clear_at_ms();
  return out;
}

bool has_no_input_queue(const LinkDirection& direction) {
  return direction.has_queue_max_length() && direction.queue_max_length() == 0;
}

bool has_unlimited_input_queue(const LinkDirection& direction) {
  return !direction.has_queue_max_length() && !direction.has_queue_max_size() &&
         !direction.has_queue_max_delay() &&
         std::none_of(direction.stages().begin(), direction.stages().end(),
                      [](const StageSpec& stage) { return stage.has_drop_from_head(); });
}

const char* flow_control_key(const LinkDirection& direction) {
  if (direction.queue_overflow_handling() != LinkDirection::FLOW_CONTROL) return nullptr;
  if (direction.queue_max_length() > 0) return "queue_max_length";
  if (has_no_input_queue(direction)) return nullptr;
  return direction.has_queue_max_size() ? "queue_max_size" : nullptr;
}

double largest_value(const Distribution& value) {
  switch (value.kind_case()) {
    case Distribution::kFixed:
      return value.fixed();
    case Distribution::kUniform:
      return value.uniform().max();
    case Distribution::kExponential:
      return value.exponential().has_max() ? value.exponential().max() : kUnknown;
    case Distribution::kNormal:
      return value.normal().has_max() ? value.normal().max() : kUnknown;
    case Distribution::kLognormal:
      return value.lognormal().has_max() ? value.lognormal().max() : kUnknown;
    case Distribution::kPareto:
      return value.pareto().has_max() ? value.pareto().max() : kUnknown;
    case Distribution::kMixture: {
      double largest = 0;
      for (const auto& part : value.mixture().parts()) {
        if (part.weight() > 0) largest = std::max(largest, part.max());
      }
      return largest;
    }
    case Distribution::kEmpirical:
      return value.empirical().quantiles().empty() ? 0 : *value.empirical().quantiles().rbegin();
    case Distribution::kNetem:
      return kUnknown;
    case Distribution::kList: {
      const auto& v = value.list().values();
      return v.empty() ? 0 : *std::max_element(v.begin(), v.end());
    }
    case Distribution::KIND_NOT_SET:
      break;
  }
  return 0;
}

double smallest_value(const Distribution& value) {
  return least_of(spec::value_config(value));
}

double expected_value(const Distribution& value) {
  return mean_of(spec::value_config(value));
}

std::string buffers_text(const LinkDirection& direction, const std::vector<Limit>& router,
                         std::int64_t mtu) {
  const Capacity all = capacity_of(direction, router, mtu);
  if (!all.limited) return "unlimited";
  std::string content;
  if (all.packets > 0) content = fmt::format("{}pkt of {}B", all.packets, mtu);
  if (all.bytes > 0)
    content +=
        (content.empty() ? "" : " and ") + format_quantity(static_cast<double>(all.bytes), BYTES);
  if (all.waiting > 0)
    content += (content.empty() ? "what waits " : " and what waits ") + short_duration(all.waiting);
  if (!has_one_rate(direction)) return content;
  const double rate = direction.rate_base().fixed();
  const double seconds = static_cast<double>(all.packets * mtu + all.bytes) * 8 / rate +
                         static_cast<double>(all.waiting) / 1e9;
  return fmt::format("{} at {}: {} ms", content, format_quantity(rate, BIT_RATE),
                     short_number(seconds * 1e3));
}

double nominal_rate(const LinkDirection& direction) {
  if (direction.has_delivery_trace()) return mean_rate(direction.delivery_trace());
  if (direction.has_rate_schedule()) return mean_rate(direction.rate_schedule());
  const double channels = static_cast<double>(std::max<std::int64_t>(1, direction.user_max_rate()));
  return mean_of(spec::value_of(direction, "rate_base")) * channels;
}

}  // namespace seawind
