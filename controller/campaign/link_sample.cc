// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/link_sample.h"

#include <nlohmann/json.hpp>

#include "common/json_number.h"

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

/// The whole number under a key.
template <typename T>
void read(const Json& from, const char* key, T& into) {
  into = whole_number<T>(from.at(key));
}

DirectionSample direction_from_json(const Json& from) {
  DirectionSample d;
  read(from, "received_packets", d.received_packets);
  read(from, "received_bytes", d.received_bytes);
  read(from, "delivered_packets", d.delivered_packets);
  read(from, "delivered_bytes", d.delivered_bytes);
  read(from, "dropped_packets", d.dropped_packets);
  read(from, "dropped_bytes", d.dropped_bytes);
  for (const auto& [reason, count] : from.at("drops").items()) {
    DropTally& drop = d.drops.emplace_back(DropTally{.reason = reason});
    read(count, "packets", drop.packets);
    read(count, "bytes", drop.bytes);
  }
  read(from, "held_packets", d.held_packets);
  read(from, "held_bytes", d.held_bytes);
  read(from, "router_packets", d.router_packets);
  read(from, "router_bytes", d.router_bytes);
  read(from, "send_buffer_bytes", d.send_buffer_bytes);
  read(from, "delay_sum_ns", d.delay_sum_ns);
  read(from, "corrupted_attempts", d.corrupted_attempts);
  read(from, "retransmissions", d.retransmissions);
  read(from, "marks", d.marks);
  from.at("state").get_to(d.state);
  for (const Json& from_class : from.at("classes")) {
    ClassSample& one = d.classes.emplace_back(ClassSample{.name = from_class.at("name")});
    read(from_class, "packets", one.packets);
    read(from_class, "bytes", one.bytes);
    read(from_class, "limit_packets", one.limit_packets);
    read(from_class, "limit_bytes", one.limit_bytes);
    read(from_class, "dropped_packets", one.dropped_packets);
    read(from_class, "marks", one.marks);
  }
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
    read(from, "unix_ns", sample.unix_ns);
    read(from, "link_time_ns", sample.link_time_ns);
    sample.downlink = direction_from_json(from.at("downlink"));
    sample.uplink = direction_from_json(from.at("uplink"));
    read(from, "releases", sample.releases);
    read(from, "lateness_p50_ns", sample.lateness_p50_ns);
    read(from, "lateness_p99_ns", sample.lateness_p99_ns);
    read(from, "lateness_p999_ns", sample.lateness_p999_ns);
    read(from, "lateness_max_ns", sample.lateness_max_ns);
    read(from, "changes", sample.changes);
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
