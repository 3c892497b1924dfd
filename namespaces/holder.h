// SPDX-License-Identifier: GPL-3.0-or-later
// The test bed holder: a process tree that owns all parts of a test bed on this machine, so that
// the kernel removes the whole test bed when any process of the chain dies.
//
//   seawind (controller)
//     outer holder   dies with the controller (PDEATHSIG); makes the namespaces
//                    (user, PID, network)
//       inner holder PID 1 of the PID namespace; dies with the outer holder and when the control
//                    channel closes. Its death kills every process in the PID namespace: seawindd,
//                    agents, generators. The network namespaces and interfaces end with the last of
//                    them.
//
// Requests, one JSON message each, answered in order with {"ok":true} or {"error":text}:
//   {"do":"start","program":NAME,"arguments":[...],"log":NAME}       in the relay's namespace
//   {"do":"make_slot","slot":N,"mtu":N,"offloads":BOOL,"addresses":[FIXED,MOBILE],"nat_pools":BOOL,"nat64_prefixes":[PREFIX,...],"fixed":{...},"mobile":{...}}
//                                                                   as "start", one per end host
//   {"do":"make_host","slot":N,"agent":{...}}
//                                         one end host, without interfaces; the answer carries its
//                                         network namespace
//   {"do":"destroy_slot","slot":N}
//   {"do":"share_relay"}                  the answer carries the relay's network namespace
//   {"do":"share_slot","slot":N}          the answer carries the descriptors of the user namespace,
//                                         of the network namespaces of fixed and mobile host, and
//                                         of their NetworkTables (socket_table.h)
//   {"do":"listen","slot":N,"port":N}     the answer carries a TCP socket of the fixed host
//   {"do":"route_over_link","slot":N}     the mobile host's default route
//   {"do":"forward_to_outside","slot":N}  (outside.h)
//   {"do":"resolve_neighbour","slot":N,"address":"10.0.1.2"}  (outside.h)
//   {"do":"split_tcp","slot":N,"ports":[N,...],"others":BOOL}
//                                         the answer carries SplitSockets (tcp_split.h): those of
//                                         the verdicts, `requests`, and `redirected` unless empty
// Unsolicited message: {"exited":NAME,"how":"was ended by signal 9 (Killed)"}, NAME the program of
// a "start" or of an agent.
#pragma once

#include <string>

#include "namespaces/helper_process.h"

namespace seawind {

/// The hidden first argument that runs the seawind executable as a holder.
inline constexpr auto kHolderCommand = "testbed-holder";
/// The descriptor of the directory in which seawindd and the agents write logs; they inherit it.
inline constexpr int kHolderLogDir = kHelperChannel + 1;
/// The descriptor of the directory for the output of the programs that the holder starts.
inline constexpr int kHolderProgramLogs = kHelperChannel + 2;

/// --log-dir of seawindd and the agents: the directory by its descriptor, independent of its name.
std::string holder_log_dir();

/// The interface names of a slot in the relay's namespace.
std::string relay_fixed_interface(int slot);
std::string relay_mobile_interface(int slot);

/// Runs as the holder until the channel closes. Returns the exit status. `controller`: pid of the
/// parent.
int run_holder(int controller);

}  // namespace seawind
