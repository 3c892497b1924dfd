// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of traffic generators and their registry. A generator registers itself in
// the file of its name, in the object library seawind_generators. seawind-workload links this
// library as objects, so that the linker drops no registration.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workloads/control.h"
#include "workloads/outcome.h"

namespace CLI {
class App;
}

namespace seawind {

/// One end of one flow. Calls after construction: add_options() once, then run() once.
class Generator {
 public:
  virtual ~Generator() = default;
  /// Adds the generator's command line options to its subcommand.
  virtual void add_options(CLI::App& app) = 0;
  /// Prepares, reports ready, runs the traffic and writes the log. Failures of the traffic are
  /// returned in the outcome; a failure before ready may throw Error instead.
  virtual Outcome run(Control& control) = 0;
};

struct GeneratorEntry {
  std::string name;  // the field's name in Flow.generator (workloads/api/agent.proto)
  std::string description;
  std::unique_ptr<Generator> (*make)();
};

/// All registered generators, by name.
const std::vector<GeneratorEntry>& generators();

/// Registers a generator; initializes a namespace-scope constant in the generator's file.
bool register_generator(GeneratorEntry entry);

}  // namespace seawind
