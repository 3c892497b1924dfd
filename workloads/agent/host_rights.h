// SPDX-License-Identifier: GPL-3.0-or-later
// Who runs what on an end host: the agent keeps what it sets the host up with; generators, and the
// programs of `command` flows, are an ordinary user's.
#pragma once

#include "common/rights.h"

namespace seawind {

class Flow;

/// The ordinary user: `seawind` where there is such a user, else `nobody`; in a user namespace that
/// has no other user than its root, that one, which is the caller outside. Throws Error.
UserIds ordinary_user();

/// What the agent needs for itself and for what it starts: sysctls, routes and connections
/// (CAP_NET_ADMIN), PID namespaces (CAP_SYS_ADMIN), other users (CAP_SETUID, CAP_SETGID,
/// CAP_SETPCAP, CAP_KILL), logs in folders of the user who called sudo (CAP_DAC_OVERRIDE), and
/// CAP_NET_RAW to hand on.
Rights agent_rights(bool root_programs);

/// What one end of a flow needs. The kernel lets only CAP_NET_RAW put an option it does not know
/// into packets: streams with a lifetime. `user: root` keeps root and the network's capabilities.
Rights generator_rights(const Flow& flow, const UserIds& ordinary);

/// Whether this process can start others in PID namespaces and with other rights. Without them an
/// agent (started by an ordinary user on a host of his own) starts generators as what it is itself.
bool can_confine();

}  // namespace seawind
