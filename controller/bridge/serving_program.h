// SPDX-License-Identifier: GPL-3.0-or-later
// A program of another package that serves an end of a bridge until the bridge ends: it gets
// SIGTERM when this object or its process ends, also by SIGKILL, so that it can clean up.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "common/directory.h"
#include "common/error.h"
#include "common/process.h"
#include "common/rights.h"

namespace seawind {

/// The program ended or timed out before it was ready; what() has its output.
class ProgramNotReady : public Error {
 public:
  using Error::Error;
};

struct ServingStart {
  std::string program;    // searched as find_program() does
  std::string package{};  // the Debian package that contains it
  std::string file{};     // executed without a search for `program`; empty: searched
  std::vector<std::string> arguments{};
  std::optional<std::vector<std::string>> environment{};  // none: that of this process
  int input = kNothing;                                   // its descriptor 0
  int network_namespace = -1;                             // -1: this one
  std::optional<Rights> rights{};                         // none: those of this process
  std::string ready;                                      // what it prints when it serves
};

class ServingProgram {
 public:
  /// Returns when the program has printed `ready`. It prints into PROGRAM.log in `logs`. Must be
  /// called by the main thread. Throws ProgramNotReady, Error, Stopped.
  ServingProgram(const ServingStart& start, const Directory& logs, const std::stop_token& stop);
  ~ServingProgram();
  ServingProgram(const ServingProgram&) = delete;
  ServingProgram& operator=(const ServingProgram&) = delete;

  /// Whether it has ended by itself.
  bool has_ended() const;

 private:
  void end();

  Process process_;
};

}  // namespace seawind
