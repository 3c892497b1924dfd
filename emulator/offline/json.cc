// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "common/printable.h"
#include "common/quantile.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

Json count(const PacketTotals& of) {
  return {{"packets", of.packets}, {"bytes", of.bytes}};
}

std::string ranges_text(const Sides& sides) {
  std::string text;
  for (const AddressRange& range : sides.ranges) text += (text.empty() ? "" : ", ") + range.text();
  return text;
}

/// Minimum, percentiles, maximum and mean of delays, in milliseconds.
Json distribution(const std::vector<std::optional<Duration>>& delays) {
  std::vector<double> ms;
  for (const auto& delay : delays) {
    if (delay) ms.push_back(delay->in_milliseconds());
  }
  if (ms.empty()) return nullptr;
  std::sort(ms.begin(), ms.end());
  Json quantiles = Json::array();
  for (int percent = 0; percent <= 100; ++percent)
    quantiles.push_back(quantile(ms, percent / 100.0));
  const double mean = std::accumulate(ms.begin(), ms.end(), 0.0) / static_cast<double>(ms.size());
  return {{"mean_ms", mean}, {"quantiles_ms", quantiles}};
}

Json direction_json(const Preview::DirectionSummary& summary) {
  Json rates = Json::array(), blocked = Json::array(), series = Json::array();
  for (const auto& rate : summary.rates) rates.push_back({rate.at.ns(), rate.rate});
  for (const auto& b : summary.blocked) {
    blocked.push_back({{"from_ns", b.from.ns()},
                       {"to_ns", b.to ? Json(b.to->ns()) : Json(nullptr)},
                       {"reason", b.reason}});
  }
  std::uint64_t delivered = 0;
  for (const auto& delay : summary.delays) {
    series.push_back(delay ? Json(delay->ns()) : Json(nullptr));
    delivered += delay ? 1 : 0;
  }
  return {{"rate", rates},
          {"blocked", blocked},
          {"probe",
           {{"sent", summary.delays.size()},
            {"delivered", delivered},
            {"drops", Json(summary.drops)},
            {"held", summary.held},
            {"delay", distribution(summary.delays)},
            {"delays_ns", series}}}};
}

}  // namespace

std::string replay_json(const ReplaySummary& summary, const ReplayOptions& options,
                        std::uint64_t seed) {
  Json out{
      {"capture", options.capture},
      {"output", options.output},
      {"events", options.event_log.empty() ? Json(nullptr) : Json(options.event_log)},
      {"seed", seed},
      {options.sides.ranges_are_fixed_side ? "fixed" : "mobile", ranges_text(options.sides)},
      {"start_ns", summary.start_ns},
      {"link_time_ns", summary.link_time_ns},
      {"skipped",
       {{"not_ip", summary.not_ip}, {"left_link", summary.exit_records}, {"other", summary.other}}},
      {"cut_short", summary.cut_short},
      {"stepped_back", summary.stepped_back}};
  for (const Direction direction : {Direction::kDownlink, Direction::kUplink}) {
    const auto& counts = summary.directions[static_cast<std::size_t>(direction)];
    Json drops = Json::object();
    for (const auto& [reason, of] : counts.drops) drops[reason] = count(of);
    out[std::string(to_string(direction))] = {{"received", count(counts.received)},
                                              {"generated", count(counts.generated)},
                                              {"delivered", count(counts.delivered)},
                                              {"drops", drops},
                                              {"held", count(counts.held)}};
  }
  return out.dump(2) + "\n";
}

std::string replay_text(const ReplaySummary& summary, const ReplayOptions& options) {
  std::string out =
      fmt::format("{} side: {}\n", options.sides.ranges_are_fixed_side ? "fixed" : "mobile",
                  ranges_text(options.sides));
  for (const Direction direction : {Direction::kDownlink, Direction::kUplink}) {
    const auto& counts = summary.directions[static_cast<std::size_t>(direction)];
    out += fmt::format("{}: {} packets in, {} out", to_string(direction), counts.received.packets,
                       counts.delivered.packets);
    if (counts.generated.packets > 0)
      out += fmt::format(", {} generated", counts.generated.packets);
    for (const auto& [reason, of] : counts.drops) {
      out += fmt::format(", {} dropped ({})", of.packets, reason);
    }
    if (counts.held.packets > 0) out += fmt::format(", {} held at the end", counts.held.packets);
    out += "\n";
  }
  const auto note = [&out](std::uint64_t n, const char* what) {
    if (n > 0) out += fmt::format("{} {}\n", n, what);
  };
  note(summary.not_ip, "frames skipped: not IP");
  note(summary.exit_records, "records skipped: outbound records of a Seawind capture");
  note(summary.other, "packets skipped: in neither direction");
  note(summary.cut_short, "truncated packets: missing bytes replaced by zeros");
  note(summary.stepped_back, "decreasing timestamps: replaced by the latest one");
  out += fmt::format("capture: {}\n", printable(options.output));
  if (!options.event_log.empty()) out += fmt::format("events: {}\n", printable(options.event_log));
  return out;
}

std::string preview_json(const Preview& preview, const HopConfig& config, Duration duration,
                         const Probe& probe) {
  Json names = Json::array(), states = Json::array();
  for (const auto& state : config.channel.states) names.push_back(state.name);
  for (const auto& state : preview.states) states.push_back({state.at.ns(), state.state});
  const Json out{{"seed", config.seed},
                 {"duration_ns", duration.ns()},
                 {"probe", {{"bytes", probe.bytes}, {"interval_ns", probe.interval.ns()}}},
                 {"state_names", names},
                 {"states", states},
                 {"downlink", direction_json(preview.directions[0])},
                 {"uplink", direction_json(preview.directions[1])}};
  return out.dump() + "\n";
}

}  // namespace seawind
