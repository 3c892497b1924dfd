// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the user's programs in the hosts of a test bed, as the calling user, with the caller's
// folder and environment.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/process.h"
#include "controller/testbed/local.h"

namespace seawind {

/// The variables with the hosts' addresses in a program's environment. The hosts' names are `fixed`
/// and `mobile` (/etc/hosts).
inline constexpr auto kFixedAddressVariable = "SEAWIND_FIXED_ADDRESS";
inline constexpr auto kMobileAddressVariable = "SEAWIND_MOBILE_ADDRESS";

struct HostCommand {
  std::vector<std::string> arguments;
  HostAddresses addresses;
  std::filesystem::path names;       // shown to the program as /etc/hosts
  std::filesystem::path resolver{};  // shown to the program as /etc/resolv.conf; empty: unchanged
};

/// Begins a mount namespace into which the caller's mounts propagate, but not the reverse.
/// Async-signal-safe; false: errno.
bool enter_own_mounts();

/// The command has the caller's terminal and descriptors, and dies with the calling thread. `made`:
/// of ProgramStart. Throws SystemError: ENOENT when there is no such program.
Process start_in_mobile_host(const LocalTestBed::Namespaces& hosts, const HostCommand& command,
                             std::function<void(const Process&)> made);

/// Starts a program in a session of its own, whose output goes to `output`. Its first process dies
/// with the calling thread. Throws SystemError.
Process start_in_fixed_host(const LocalTestBed::Namespaces& hosts, const HostCommand& command,
                            int output);

}  // namespace seawind
