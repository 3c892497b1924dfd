// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/flow_options.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace seawind {

void add_flow_options(CLI::App& app, FlowOptions& options) {
  app.add_option("--end", options.end, "Which end of the flow: source or sink")
      ->required()
      ->check(CLI::IsMember({"source", "sink"}));
  app.add_option("--flow", options.flow, "Name of the flow, for the log")->required();
  app.add_option("--local", options.local, "IPv4 address of this end")
      ->required()
      ->check(CLI::ValidIPV4);
  app.add_option("--peer", options.peer, "IPv4 address of the other end")
      ->required()
      ->check(CLI::ValidIPV4);
  app.add_option("--port", options.port, "Port of the end that listens")
      ->required()
      ->check(CLI::Range(1, 65535));
  app.add_option("--seed", options.seed,
                 "Seed of the flow's random numbers; the same at both ends");
  app.add_option("--log", options.log.name, "File for the JSON lines")->required();
  app.add_option("--log-fd", options.log.descriptor,
                 "The descriptor of that file, which is open already")
      ->check(CLI::Range(3, 1 << 20));
  app.add_option("--dscp", options.dscp, "DSCP of the packets that this end sends")
      ->check(CLI::Range(0, 63));
}

nlohmann::ordered_json prepared_fields(const char* generator, const FlowOptions& options) {
  return {{"generator", generator}, {"end", options.end},   {"flow", options.flow},
          {"local", options.local}, {"peer", options.peer}, {"port", options.port}};
}

}  // namespace seawind
