// SPDX-License-Identifier: GPL-3.0-or-later
// Rights of processes on an end host. The agent keeps the rights it needs to set up the host.
// Generators and the programs of `command` flows run as an unprivileged user.
#pragma once

#include "common/rights.h"

namespace seawind {

class Flow;

/// The unprivileged user: `seawind` if it exists, else `nobody`. In a user namespace whose only
/// user is root: root, which is the caller outside the namespace. Throws Error.
UserIds ordinary_user();

/// The rights that the agent needs for itself and its child processes: sysctls, routes and
/// connections (CAP_NET_ADMIN), PID namespaces (CAP_SYS_ADMIN), other users (CAP_SETUID,
/// CAP_SETGID, CAP_SETPCAP, CAP_KILL), logs in folders of the user who called sudo
/// (CAP_DAC_OVERRIDE), and CAP_NET_RAW to pass on.
Rights agent_rights(bool root_programs);

/// The rights that one end of a flow needs. Streams with a lifetime need CAP_NET_RAW, because the
/// kernel requires it for IP options it does not know. Stream, tfrc and ping flows need
/// CAP_NET_ADMIN for their receive buffers, and then give it up (udp_socket.h). `user: root` keeps
/// root and the network capabilities.
Rights generator_rights(const Flow& flow, const UserIds& ordinary);

/// Whether this process can start children in PID namespaces and with other rights. Otherwise (an
/// agent started by an ordinary user) generators run with the agent's own rights.
bool can_confine();

}  // namespace seawind
