// SPDX-License-Identifier: GPL-3.0-or-later
// Options common to all generators: the end, the flow, the addresses, the log.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "workloads/flow_log.h"

namespace CLI {
class App;
}

namespace seawind {

struct FlowOptions {
  std::string end;         // "source": sends the data; "sink": receives them
  std::string flow;        // the flow's name
  std::string local;       // IPv4 address of this end
  std::string peer;        // IPv4 address of the other end
  std::uint16_t port = 0;  // of the end that listens
  std::uint64_t seed = 1;  // of the repetition, for what the flow draws
  LogFile log;             // of the JSON lines
  int dscp = 0;            // code point of what this end sends

  bool source() const { return end == "source"; }
};

void add_flow_options(CLI::App& app, FlowOptions& options);

/// The first line of the log: {"generator":...,"end":...,"flow":...,"local":...,"peer":...,
/// "port":...}.
nlohmann::ordered_json prepared_fields(const char* generator, const FlowOptions& options);

}  // namespace seawind
