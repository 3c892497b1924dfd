// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/link_sample.h"

#include <nlohmann/json.hpp>

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

Json direction_to_json(const DirectionSample& d) {
  Json drops = Json::object();
  for (const DropTally& drop : d.drops)
    drops[drop.reason] = {{"packets", drop.packets}, {"bytes", drop.bytes}};
  Json classes = Json::array();
  for (const ClassSample& one : d.classes)
    classes.push_back({{"name", one.name},
                       {"packets", one.packets},
                       {"bytes", one.bytes},
                       {"limit_packets", one.limit_packets},
                       {"limit_bytes", one.limit_bytes},
                       {"dropped_packets", one.dropped_packets},
                       {"marks", one.marks}});
  return {{"received_packets", d.received_packets},
          {"received_bytes", d.received_bytes},
          {"delivered_packets", d.delivered_packets},
          {"delivered_bytes", d.delivered_bytes},
          {"dropped_packets", d.dropped_packets},
          {"dropped_bytes", d.dropped_bytes},
          {"drops", drops},
          {"held_packets", d.held_packets},
          {"held_bytes", d.held_bytes},
          {"router_packets", d.router_packets},
          {"router_bytes", d.router_bytes},
          {"send_buffer_bytes", d.send_buffer_bytes},
          {"delay_sum_ns", d.delay_sum_ns},
          {"corrupted_attempts", d.corrupted_attempts},
          {"retransmissions", d.retransmissions},
          {"marks", d.marks},
          {"state", d.state},
          {"classes", classes}};
}

DirectionSample direction_from_json(const Json& from) {
  DirectionSample d;
  from.at("received_packets").get_to(d.received_packets);
  from.at("received_bytes").get_to(d.received_bytes);
  from.at("delivered_packets").get_to(d.delivered_packets);
  from.at("delivered_bytes").get_to(d.delivered_bytes);
  from.at("dropped_packets").get_to(d.dropped_packets);
  from.at("dropped_bytes").get_to(d.dropped_bytes);
  for (const auto& [reason, count] : from.at("drops").items())
    d.drops.push_back({reason, count.at("packets"), count.at("bytes")});
  from.at("held_packets").get_to(d.held_packets);
  from.at("held_bytes").get_to(d.held_bytes);
  from.at("router_packets").get_to(d.router_packets);
  from.at("router_bytes").get_to(d.router_bytes);
  from.at("send_buffer_bytes").get_to(d.send_buffer_bytes);
  from.at("delay_sum_ns").get_to(d.delay_sum_ns);
  from.at("corrupted_attempts").get_to(d.corrupted_attempts);
  from.at("retransmissions").get_to(d.retransmissions);
  from.at("marks").get_to(d.marks);
  from.at("state").get_to(d.state);
  for (const Json& one : from.at("classes"))
    d.classes.push_back({one.at("name"), one.at("packets"), one.at("bytes"),
                         one.at("limit_packets"), one.at("limit_bytes"), one.at("dropped_packets"),
                         one.at("marks")});
  return d;
}

}  // namespace

std::string sample_to_json(const LinkSample& sample) {
  const Json out{{"unix_ns", sample.unix_ns},
                 {"link_time_ns", sample.link_time_ns},
                 {"downlink", direction_to_json(sample.downlink)},
                 {"uplink", direction_to_json(sample.uplink)},
                 {"releases", sample.releases},
                 {"lateness_p50_ns", sample.lateness_p50_ns},
                 {"lateness_p99_ns", sample.lateness_p99_ns},
                 {"lateness_p999_ns", sample.lateness_p999_ns},
                 {"lateness_max_ns", sample.lateness_max_ns},
                 {"changes", sample.changes}};
  return out.dump();
}

std::optional<LinkSample> sample_from_json(const std::string& line) {
  const Json from = Json::parse(line, nullptr, false);
  if (!from.is_object()) return {};
  try {
    LinkSample sample;
    from.at("unix_ns").get_to(sample.unix_ns);
    from.at("link_time_ns").get_to(sample.link_time_ns);
    sample.downlink = direction_from_json(from.at("downlink"));
    sample.uplink = direction_from_json(from.at("uplink"));
    from.at("releases").get_to(sample.releases);
    from.at("lateness_p50_ns").get_to(sample.lateness_p50_ns);
    from.at("lateness_p99_ns").get_to(sample.lateness_p99_ns);
    from.at("lateness_p999_ns").get_to(sample.lateness_p999_ns);
    from.at("lateness_max_ns").get_to(sample.lateness_max_ns);
    from.at("changes").get_to(sample.changes);
    return sample;
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

DirectionRates rates_between(const DirectionSample& before, const DirectionSample& after,
                             std::int64_t elapsed_ns) {
  DirectionRates rates;
  if (elapsed_ns <= 0) return rates;
  const double seconds = static_cast<double>(elapsed_ns) / 1e9;
  const auto per_second = [&](std::uint64_t then, std::uint64_t now) {
    return now > then ? static_cast<double>(now - then) / seconds : 0.0;
  };
  rates.received_bit_s = 8 * per_second(before.received_bytes, after.received_bytes);
  rates.delivered_bit_s = 8 * per_second(before.delivered_bytes, after.delivered_bytes);
  rates.dropped_packets_s = per_second(before.dropped_packets, after.dropped_packets);
  rates.marks_s = per_second(before.marks, after.marks);
  rates.retransmissions_s = per_second(before.retransmissions, after.retransmissions);
  if (after.delivered_packets > before.delivered_packets)
    rates.delay_s = static_cast<double>(after.delay_sum_ns - before.delay_sum_ns) / 1e9 /
                    static_cast<double>(after.delivered_packets - before.delivered_packets);
  return rates;
}

}  // namespace seawind
