// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the user's command in the mobile host of a test bed, as the calling user, with the
// caller's terminal, folder, environment and descriptors.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/process.h"
#include "controller/testbed/local.h"

namespace seawind {

/// The variable with the fixed host's address in the command's environment.
inline constexpr auto kFixedAddressVariable = "SEAWIND_FIXED_ADDRESS";

struct HostCommand {
  std::vector<std::string> arguments;
  std::string fixed_address;
  std::filesystem::path resolver{};  // shown to the command as /etc/resolv.conf; empty: unchanged
};

/// The command dies with the calling thread. Throws SystemError: ENOENT when there is no such
/// program.
Process start_in_mobile_host(const LocalTestBed::Namespaces& hosts, const HostCommand& command);

}  // namespace seawind
