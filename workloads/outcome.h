// SPDX-License-Identifier: GPL-3.0-or-later
// What a generator process tells the agent: one JSON object per line on its standard output. First
// {"ready":true}, at the end {"ok":...,"bytes":...,"start_late_ns":...,"error":...}.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace seawind {

/// How one end of a flow ended.
struct Outcome {
  bool ok = false;         // ended in order and moved all its bytes
  std::int64_t bytes = 0;  // payload handed to (source) or read from (sink) the kernel
  std::optional<std::int64_t> start_late_ns;  // actual minus intended start; sources only
  std::string error;                          // empty exactly if ok
};

std::string ready_line();
/// Both end with a newline.
std::string outcome_line(const Outcome& outcome);

/// The instant a source shall start, as the agent writes it to the generator's standard input:
/// {"start":NS} in CLOCK_MONOTONIC.
std::string start_line(std::int64_t monotonic_ns);
/// The instant in such a line; nothing if the line is something else.
std::optional<std::int64_t> parse_start(const std::string& line);

/// A line of a generator's output, understood. Anything else throws Error and quotes the line.
struct GeneratorMessage {
  bool ready = false;
  std::optional<Outcome> outcome;
};
GeneratorMessage parse_generator_line(const std::string& line);

}  // namespace seawind
