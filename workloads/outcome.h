// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol between a generator process and its agent: one JSON object per line. The generator
// writes {"ready":true} to its standard output first, and {"ok":...,"bytes":...,
// "start_late_ns":...,"pacing":{...},"lost_datagrams":...,"error":...,"errno":...,
// "program_failed":true} at the end. The agent writes
// {"start":NS}, {"notify":"text"} and {"finish":true} to the generator's standard input.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "common/histogram.h"

namespace seawind {

/// Lateness of packets sent at planned instants.
struct Pacing {
  std::uint64_t packets = 0;
  std::int64_t p50 = 0;  // all in ns
  std::int64_t p99 = 0;
  std::int64_t p999 = 0;
  std::int64_t max = 0;
  bool operator==(const Pacing&) const = default;
};
Pacing pacing_of(const Histogram& lateness);

/// The result of one end of a flow.
struct Outcome {
  bool ok = false;         // ended normally and moved all its bytes
  std::int64_t bytes = 0;  // payload handed to (source) or read from (sink) the kernel
  std::optional<std::int64_t> start_late_ns;  // actual minus intended start; of the end that starts
  std::string error;                          // empty exactly if ok
  std::optional<Pacing> pacing = {};          // of ends that send at planned instants
  std::int64_t lost_datagrams = 0;            // at this end, whose receive buffer was full
  int error_number = 0;                       // errno, if the system refused to prepare this end
  bool program_failed = false;                // the flow's program failed: it would fail again
};

/// Time from SIGTERM to SIGKILL of the program of a `command` flow. The agent gives the generator
/// twice this time, in which the generator also keeps the program's log and removes its folder.
inline constexpr std::chrono::seconds kProgramPatience{2};

/// Lines to the agent; both end with a newline.
std::string ready_line();
std::string outcome_line(const Outcome& outcome);

/// A line to a generator: the start instant of its flow (CLOCK_MONOTONIC), a notification (such as
/// a handover), or the request that a serving end finishes.
struct AgentMessage {
  std::optional<std::int64_t> start;
  std::optional<std::string> notify;
  bool finish = false;
};
std::string start_line(std::int64_t monotonic_ns);
std::string notify_line(const std::string& text);
std::string finish_line();
/// Parses a line to a generator; nothing for any other line.
std::optional<AgentMessage> parse_agent_line(const std::string& line);

/// Parses a line of a generator's output. Any other line throws Error, which quotes the line.
struct GeneratorMessage {
  bool ready = false;
  std::optional<Outcome> outcome;
};
GeneratorMessage parse_generator_line(const std::string& line);

}  // namespace seawind
