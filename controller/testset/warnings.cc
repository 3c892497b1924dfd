// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "common/units.h"
#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

/// The overhead of a packet in `max_held_size`, in addition to its IP bytes.
constexpr std::int64_t kHeldOverhead = 256;
constexpr std::int64_t kSmallestPacket = 20;

std::string bytes(std::int64_t count) {
  constexpr std::int64_t kMega = 1'000'000;
  if (count % kMega == 0) return fmt::format("{}MB", count / kMega);
  return format_quantity(static_cast<double>(count), BYTES);
}

/// Whether `max_held_size` is always reached before `limit`, for packets of any size.
bool out_of_reach(const Limit& limit, std::int64_t held) {
  if (limit.has_packets()) return limit.packets() > held / (kHeldOverhead + kSmallestPacket);
  return limit.has_bytes() && limit.bytes() >= held;
}

void warn_out_of_reach(const Location& at, const std::string& key, std::int64_t held,
                       Diagnostics& problems) {
  problems.warn(
      at,
      fmt::format("`{}` is never reached: the direction holds no more than `max_held_size`, "
                  "{}, each packet counting {}B more",
                  key, bytes(held), kHeldOverhead),
      fmt::format("raise `max_held_size`, or lower `{}`", key));
}

void warn_direction(const Document<LinkProfile>& link, const std::string& name,
                    const LinkDirection& direction, Diagnostics& problems) {
  const auto path = [&](const char* key) { return name + "." + key; };
  const bool written = link.places.count(path("queue_max_length")) > 0;
  if (written && has_unlimited_input_queue(direction) &&
      link.places.count(path("max_held_size")) == 0) {
    problems.warn(
        link.at(path("queue_max_length")),
        fmt::format("this queue has no limit of its own: it grows to `max_held_size`, {}",
                    bytes(direction.max_held_size())),
        "leave `queue_max_length` out, so that the send buffer is the queue; or give "
        "`queue_max_length`, `queue_max_size` or `queue_max_delay`; or, where it is meant, "
        "`max_held_size`");
  }
  Limit packets;
  packets.set_packets(direction.queue_max_length());
  Limit size;
  size.set_bytes(direction.queue_max_size());
  for (const auto& [key, limit] :
       {std::pair<const char*, const Limit&>{"queue_max_length", packets},
        {"queue_max_size", size},
        {"link_send_buffer_size", direction.link_send_buffer_size()},
        {"link_receive_buffer_size", direction.link_receive_buffer_size()}}) {
    if (!out_of_reach(limit, direction.max_held_size())) continue;
    warn_out_of_reach(link.at(path(key)), key, direction.max_held_size(), problems);
  }
}

/// Whether any part of a router does more than queue: shapes, polices, marks or drops.
bool does_more_than_queue(const google::protobuf::Message& part) {
  static const std::array kOther{"TokenBucketShaper", "HtbTree", "Discard"};
  static const std::array kKeys{"meter", "set_dscp", "match"};
  const auto& type = part.GetDescriptor()->name();
  if (std::find(kOther.begin(), kOther.end(), type) != kOther.end()) return true;
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  const auto* reflection = part.GetReflection();
  reflection->ListFields(part, &fields);
  return std::any_of(fields.begin(), fields.end(), [&](const auto* field) {
    if (std::find(kKeys.begin(), kKeys.end(), field->name()) != kKeys.end()) return true;
    if (field->cpp_type() != field->CPPTYPE_MESSAGE) return false;
    if (!field->is_repeated()) return does_more_than_queue(reflection->GetMessage(part, field));
    for (int i = 0; i < reflection->FieldSize(part, field); ++i) {
      if (does_more_than_queue(reflection->GetRepeatedMessage(part, field, i))) return true;
    }
    return false;
  });
}

}  // namespace

void warn_link(const Document<LinkProfile>& link, Diagnostics& problems) {
  warn_direction(link, "downlink", link.message.downlink(), problems);
  warn_direction(link, "uplink", link.message.uplink(), problems);
}

void warn_router_limit(const Document<Router>& router, const Document<LinkProfile>& link,
                       Diagnostics& problems) {
  const Limit& limit = router.message.root().tail_drop().limit();
  const std::int64_t held = link.message.downlink().max_held_size();
  if (!out_of_reach(limit, held)) return;
  warn_out_of_reach(router.at("root.tail_drop.limit"), "limit", held, problems);
}

void warn_router_never_fills(const Document<LinkProfile>& link, const Document<Router>& router,
                             Diagnostics& problems) {
  if (flow_control_key(link.message.downlink()) != nullptr) return;
  if (has_no_input_queue(link.message.downlink())) return;
  if (does_more_than_queue(router.message)) return;
  problems.warn(
      link.at("downlink.queue_max_length"),
      fmt::format("the router `{}` in front of this downlink never holds a packet: the link takes "
                  "each at once, since its input queue {}",
                  router.message.name(),
                  link.message.downlink().queue_overflow_handling() == LinkDirection::OVERFLOW_DROP
                      ? "drops (`queue_overflow_handling: DROP`)"
                      : "has no limit (`queue_max_length: off`)"),
      "leave `queue_max_length` out, or leave the test set's `router` out");
}

void warn_limits(const Document<TestSet>& test_set, Diagnostics& problems) {
  const TestSet& set = test_set.message;
  const auto time = [](std::int64_t ns) {
    return format_quantity(static_cast<double>(ns), DURATION);
  };
  for (const auto& [key, limit] :
       {std::pair<const char*, std::int64_t>{"lateness_p999", set.limits().lateness_p999()},
        {"lateness_max", set.limits().lateness_max()},
        {"start_error", set.limits().start_error()},
        {"pacing_error", set.limits().pacing_error()}}) {
    if (!set.has_timeout() || limit <= set.timeout()) continue;
    problems.warn(test_set.at(std::string("limits.") + key),
                  fmt::format("`{}` is never reached: no attempt is longer than `timeout`, {}", key,
                              time(set.timeout())));
  }
  if (set.limits().has_lateness_max() &&
      set.limits().lateness_p999() > set.limits().lateness_max()) {
    problems.warn(test_set.at("limits.lateness_p999"),
                  fmt::format("`lateness_p999` is never reached: `lateness_max` is {}",
                              time(set.limits().lateness_max())));
  }
}

}  // namespace seawind
