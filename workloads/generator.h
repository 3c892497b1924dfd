// SPDX-License-Identifier: GPL-3.0-or-later
// The contract of a traffic generator and the table of all of them. A generator is one file (its
// options, the class, its registration) in the object library seawind_generators, which is linked
// straight into seawind-workload so that no registration can vanish.
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

/// One end of one flow. Life: made, add_options once, run once.
class Generator {
 public:
  virtual ~Generator() = default;
  /// Adds the generator's command line options to its subcommand.
  virtual void add_options(CLI::App& app) = 0;
  /// Prepares, says ready, carries the traffic, writes the log. Failures of the traffic are in the
  /// outcome; what fails before it is ready may throw Error instead.
  virtual Outcome run(Control& control) = 0;
};

struct GeneratorEntry {
  std::string name;  // the field's name in Flow.generator (workloads/api/agent.proto)
  std::string description;
  std::unique_ptr<Generator> (*make)();
};

/// All registered generators, by name.
const std::vector<GeneratorEntry>& generators();

/// For a namespace-scope constant in the generator's file.
bool register_generator(GeneratorEntry entry);

}  // namespace seawind
