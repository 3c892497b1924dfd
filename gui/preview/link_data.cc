// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/link_data.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/error.h"

namespace seawind::gui {
namespace {

using Json = nlohmann::json;
using DirectionData = LinkData::DirectionData;

double in_seconds(const Json& ns) {
  return static_cast<double>(ns.get<std::int64_t>()) / 1e9;
}

void read_states(const Json& json, LinkData& data) {
  for (const Json& name : json.at("state_names"))
    data.state_names << QString::fromStdString(name.get<std::string>());
  for (const Json& change : json.at("states")) {
    const double at = in_seconds(change.at(0));
    const int state = change.at(1).get<int>();
    if (!data.states.empty()) {
      if (data.states.back().state == state) continue;
      data.states.back().to = at;
    }
    data.states.push_back({at, data.duration, state});
  }
}

void read_rates(const Json& json, double end, DirectionData& direction) {
  for (const Json& step : json.at("rate")) {
    direction.rate_at << in_seconds(step.at(0));
    direction.rate << step.at(1).get<double>();
  }
  if (direction.rate.isEmpty()) return;
  direction.rate_at << end;
  direction.rate << double(direction.rate.back());
}

void read_probe(const Json& probe, double interval, DirectionData& direction) {
  direction.sent = probe.at("sent").get<quint64>();
  direction.delivered = probe.at("delivered").get<quint64>();
  for (const auto& [reason, count] : probe.at("drops").items())
    direction.drops[QString::fromStdString(reason)] = count.get<quint64>();
  double at = 0;
  for (const Json& delay : probe.at("delays_ns")) {
    if (delay.is_null()) {
      direction.lost_at << at;
    } else {
      direction.sent_at << at;
      direction.delay << in_seconds(delay) * 1e3;
    }
    at += interval;
  }
  direction.sorted = direction.delay;
  std::sort(direction.sorted.begin(), direction.sorted.end());
  for (int i = 0; i < direction.sorted.size(); ++i)
    direction.share << static_cast<double>(i + 1) / static_cast<double>(direction.sent);
}

}  // namespace

LinkData read_link_data(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    LinkData data;
    data.duration = in_seconds(json.at("duration_ns"));
    const double interval = in_seconds(json.at("probe").at("interval_ns"));
    read_states(json, data);
    const std::array names{"downlink", "uplink"};
    for (std::size_t w = 0; w < names.size(); ++w) {
      const Json& from = json.at(names[w]);
      DirectionData& direction = data.directions[w];
      read_rates(from, data.duration, direction);
      for (const Json& b : from.at("blocked")) {
        direction.blocked.push_back(
            {in_seconds(b.at("from_ns")),
             b.at("to_ns").is_null() ? data.duration : in_seconds(b.at("to_ns")),
             QString::fromStdString(b.at("reason").get<std::string>())});
      }
      read_probe(from.at("probe"), interval, direction);
    }
    return data;
  } catch (const Json::exception& e) {
    throw Error(std::string("cannot read what seawind-link printed: ") + e.what());
  }
}

}  // namespace seawind::gui
