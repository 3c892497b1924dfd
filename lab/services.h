// SPDX-License-Identifier: GPL-3.0-or-later
// What a controller and the hosts of its lab agree on: the names of the services that a connection
// can request (tls_listener.h), the greeting, and how long one waits for the other.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <string_view>

namespace seawind::lab {

inline constexpr auto kHostService = "host";  // of every host: lab/host/lab_host.proto
inline constexpr auto kDaemonService = "seawindd";
inline constexpr std::string_view kAgentPrefix = "agent-";
/// The agent of a slot.
inline std::string agent_service(int slot) {
  return fmt::format("{}{}", kAgentPrefix, slot);
}

/// The first line of a host that runs this version.
std::string greeting();

/// A run waits this long for a host that does not answer. A host keeps the logs of a run whose
/// connection has broken for as long.
inline constexpr std::chrono::minutes kHostReturnLimit{10};

}  // namespace seawind::lab
