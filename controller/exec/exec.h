// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind exec`: runs a command in the mobile host of a test bed made for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "controller/testset/testset.pb.h"

namespace seawind {

/// Exit codes besides those of the command, as of env(1) and timeout(1). A command that is ended by
/// signal N has the code 128 + N.
inline constexpr int kExecFailed = 125;     // the link or the hosts could not be made, or were lost
inline constexpr int kCannotExecute = 126;  // the command is not executable
inline constexpr int kCommandNotFound = 127;

inline constexpr int kExecSlot = 0;  // of the test bed, which has one

struct ExecOptions {
  std::vector<std::string> command;     // not empty
  std::filesystem::path record{};       // a new campaign directory; empty: nothing is kept
  bool nat = false;                     // the command reaches the caller's network over the link
  std::vector<std::uint16_t> expose{};  // TCP ports of the caller's loopback, at the fixed host
  std::vector<std::string> at_fixed{};  // programs of the fixed host, each a line for /bin/sh
  std::vector<std::uint16_t> wait_ports{};  // TCP ports of the fixed host to wait for
  bool quiet = false;                       // print only errors, warnings and invalid timing
  bool nested = false;  // set by exec_command(): `nat` only because of an outer call
};

/// Returns the exit code. Must be called by the main thread before any other thread exists. Throws
/// Error.
int exec_command(const Plan& plan, const ExecOptions& options);

}  // namespace seawind
