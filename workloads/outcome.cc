// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/outcome.h"

#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json_number.h"
#include "common/json_text.h"

namespace seawind {
namespace {

using nlohmann::json;

std::string line_of(const json& message) {
  return json_text(message) + "\n";
}

}  // namespace

Pacing pacing_of(const Histogram& lateness) {
  return {.packets = lateness.total(),
          .p50 = lateness.quantile(0.5),
          .p99 = lateness.quantile(0.99),
          .p999 = lateness.quantile(0.999),
          .max = lateness.max()};
}

std::string ready_line() {
  return line_of({{"ready", true}});
}

std::string outcome_line(const Outcome& outcome) {
  json line{{"ok", outcome.ok}, {"bytes", outcome.bytes}};
  if (outcome.start_late_ns) line["start_late_ns"] = *outcome.start_late_ns;
  if (outcome.pacing) {
    const Pacing& p = *outcome.pacing;
    line["pacing"] = {{"packets", p.packets},
                      {"p50_ns", p.p50},
                      {"p99_ns", p.p99},
                      {"p999_ns", p.p999},
                      {"max_ns", p.max}};
  }
  if (outcome.lost_datagrams != 0) line["lost_datagrams"] = outcome.lost_datagrams;
  if (!outcome.error.empty()) line["error"] = outcome.error;
  if (outcome.error_number != 0) line["errno"] = outcome.error_number;
  if (outcome.program_failed) line["program_failed"] = true;
  return line_of(line);
}

std::string start_line(std::int64_t monotonic_ns) {
  return line_of({{"start", monotonic_ns}});
}

std::string notify_line(const std::string& text) {
  return line_of({{"notify", text}});
}

std::string finish_line() {
  return line_of({{"finish", true}});
}

std::optional<AgentMessage> parse_agent_line(const std::string& line) {
  const json message = json::parse(line, nullptr, false);
  if (!message.is_object() || message.size() != 1) return std::nullopt;
  const std::string& key = message.begin().key();
  const json& value = message.begin().value();
  if (key == "start") {
    try {
      return AgentMessage{whole_number<std::int64_t>(value), {}};
    } catch (const json::exception&) {
      return std::nullopt;
    }
  }
  if (key == "notify" && value.is_string()) return AgentMessage{{}, value.get<std::string>()};
  if (key == "finish" && value == true) return AgentMessage{{}, {}, true};
  return std::nullopt;
}

GeneratorMessage parse_generator_line(const std::string& line) {
  const Error not_understood("cannot parse what the generator wrote: " + line.substr(0, 200));
  const json message = json::parse(line, nullptr, false);
  if (!message.is_object()) throw not_understood;
  try {
    if (message.contains("ready")) {
      if (message.size() != 1 || !message.at("ready").get<bool>()) throw not_understood;
      return {.ready = true, .outcome = {}};
    }
    Outcome outcome{.ok = message.at("ok").get<bool>(),
                    .bytes = whole_number<std::int64_t>(message.at("bytes")),
                    .start_late_ns = {},
                    .error = message.value("error", "")};
    outcome.program_failed = message.value("program_failed", false);
    if (message.contains("errno")) outcome.error_number = whole_number<int>(message.at("errno"));
    if (message.contains("lost_datagrams"))
      outcome.lost_datagrams = whole_number<std::int64_t>(message.at("lost_datagrams"));
    if (message.contains("start_late_ns")) {
      outcome.start_late_ns = whole_number<std::int64_t>(message.at("start_late_ns"));
    }
    if (message.contains("pacing")) {
      const json& p = message.at("pacing");
      outcome.pacing = Pacing{.packets = whole_number<std::uint64_t>(p.at("packets")),
                              .p50 = whole_number<std::int64_t>(p.at("p50_ns")),
                              .p99 = whole_number<std::int64_t>(p.at("p99_ns")),
                              .p999 = whole_number<std::int64_t>(p.at("p999_ns")),
                              .max = whole_number<std::int64_t>(p.at("max_ns"))};
    }
    if (outcome.ok != outcome.error.empty()) throw not_understood;
    return {.ready = false, .outcome = std::move(outcome)};
  } catch (const json::exception&) {
    throw not_understood;
  }
}

}  // namespace seawind
