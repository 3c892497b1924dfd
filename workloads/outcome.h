// SPDX-License-Identifier: GPL-3.0-or-later
// What a generator process and its agent tell each other: one JSON object per line. On the
// generator's standard output first {"ready":true}, at the end {"ok":...,"bytes":...,
// "start_late_ns":...,"pacing":{...},"error":...,"errno":...}. On its standard input {"start":NS},
// {"notify":"text"} and {"finish":true}.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/histogram.h"

namespace seawind {

/// How late packets left that had a planned instant.
struct Pacing {
  std::uint64_t packets = 0;
  std::int64_t p50 = 0;  // all in ns
  std::int64_t p99 = 0;
  std::int64_t p999 = 0;
  std::int64_t max = 0;
  bool operator==(const Pacing&) const = default;
};
Pacing pacing_of(const Histogram& lateness);

/// How one end of a flow ended.
struct Outcome {
  bool ok = false;         // ended in order and moved all its bytes
  std::int64_t bytes = 0;  // payload handed to (source) or read from (sink) the kernel
  std::optional<std::int64_t> start_late_ns;  // actual minus intended start; of the end that starts
  std::string error;                          // empty exactly if ok
  std::optional<Pacing> pacing = {};          // of ends that send at planned instants
  int error_number = 0;                       // errno, where the system refused something
};

std::string ready_line();
/// Both end with a newline.
std::string outcome_line(const Outcome& outcome);

/// A line to a generator: the instant its flow starts (CLOCK_MONOTONIC), a word from outside (a
/// handover), or that an end that only serves shall end.
struct AgentMessage {
  std::optional<std::int64_t> start;
  std::optional<std::string> notify;
  bool finish = false;
};
std::string start_line(std::int64_t monotonic_ns);
std::string notify_line(const std::string& text);
std::string finish_line();
/// Nothing if the line is something else.
std::optional<AgentMessage> parse_agent_line(const std::string& line);

/// A line of a generator's output, understood. Anything else throws Error and quotes the line.
struct GeneratorMessage {
  bool ready = false;
  std::optional<Outcome> outcome;
};
GeneratorMessage parse_generator_line(const std::string& line);

}  // namespace seawind
