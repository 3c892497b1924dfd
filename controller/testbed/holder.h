// SPDX-License-Identifier: GPL-3.0-or-later
// The test bed holder: a process tree that owns everything a local test bed consists of, so that
// the kernel removes all of it when any part of the chain dies.
//
//   seawind (controller)
//     outer holder   dies with the controller (PDEATHSIG); makes the user, PID and network
//     namespaces
//       inner holder PID 1 of the PID namespace; dies with the outer one and when the control
//       channel
//                    closes. Its death kills every process in the PID namespace: seawindd, agents,
//                    generators. With the last of them go the network namespaces and interfaces.
//
// Requests, one JSON message each, answered in order with {"ok":true} or {"error":text}:
//   {"do":"start","program":NAME,"arguments":[...],"log":NAME}       in the relay's namespace
//   {"do":"make_slot","slot":N,"mtu":N,"fixed":{...},"mobile":{...}} as "start", one per end host
//   {"do":"destroy_slot","slot":N}
// Told unasked: {"exited":NAME,"how":"was killed by signal 9"} for "seawindd" and "slot N".
#pragma once

#include <string>

namespace seawind {

/// The hidden first argument that makes the seawind executable a holder.
inline constexpr auto kHolderCommand = "testbed-holder";
/// The descriptor on which the holder finds its channel.
inline constexpr int kHolderChannel = 3;
/// And the directory in which seawindd and the agents write logs; they inherit it.
inline constexpr int kHolderLogDir = 4;
/// And the directory of what the programs it starts say.
inline constexpr int kHolderProgramLogs = 5;
inline constexpr int kHolderLast = kHolderProgramLogs;

/// --log-dir of seawindd and the agents: that very directory, whatever it is called.
std::string holder_log_dir();

/// The interface names of a slot in the relay's namespace.
std::string relay_fixed_interface(int slot);
std::string relay_mobile_interface(int slot);

/// Runs as the holder until the channel closes; returns the exit status. `controller`: the parent's
/// pid.
int run_holder(int controller);

}  // namespace seawind
