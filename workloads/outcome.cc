// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/outcome.h"

#include <nlohmann/json.hpp>

#include "common/error.h"

namespace seawind {

using nlohmann::json;

std::string ready_line() {
  return json{{"ready", true}}.dump() + "\n";
}

std::string outcome_line(const Outcome& outcome) {
  json line{{"ok", outcome.ok}, {"bytes", outcome.bytes}};
  if (outcome.start_late_ns) line["start_late_ns"] = *outcome.start_late_ns;
  if (!outcome.error.empty()) line["error"] = outcome.error;
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string start_line(std::int64_t monotonic_ns) {
  return json{{"start", monotonic_ns}}.dump() + "\n";
}

std::optional<std::int64_t> parse_start(const std::string& line) {
  const json message = json::parse(line, nullptr, false);
  if (!message.is_object() || message.size() != 1) return std::nullopt;
  const auto start = message.find("start");
  if (start == message.end() || !start->is_number_integer()) return std::nullopt;
  return start->get<std::int64_t>();
}

GeneratorMessage parse_generator_line(const std::string& line) {
  const Error not_understood("cannot understand what the generator wrote: " + line.substr(0, 200));
  const json message = json::parse(line, nullptr, false);
  if (!message.is_object()) throw not_understood;
  try {
    if (message.contains("ready")) {
      if (message.size() != 1 || !message.at("ready").get<bool>()) throw not_understood;
      return {.ready = true, .outcome = {}};
    }
    Outcome outcome{.ok = message.at("ok").get<bool>(),
                    .bytes = message.at("bytes").get<std::int64_t>(),
                    .start_late_ns = {},
                    .error = message.value("error", "")};
    if (message.contains("start_late_ns")) {
      outcome.start_late_ns = message.at("start_late_ns").get<std::int64_t>();
    }
    if (outcome.ok != outcome.error.empty()) throw not_understood;
    return {.ready = false, .outcome = std::move(outcome)};
  } catch (const json::exception&) {
    throw not_understood;
  }
}

}  // namespace seawind
