// SPDX-License-Identifier: GPL-3.0-or-later
// What TCP variants need of this machine's kernel: congestion controls and settings.
#pragma once

#include <string>

#include "controller/testset/testset.pb.h"

namespace seawind {

/// Why no connection of this machine can have the congestion control; empty: it can. The kernel
/// loads the module of a missing one if it has it and the caller is root.
std::string congestion_control_problem(const std::string& name);

/// The names that the kernel lists as available: "reno cubic".
std::string available_congestion_controls();

/// Why no TCP variant can have a value of this setting of net.ipv4: the kernel lacks it; empty: it
/// has it.
std::string sysctl_problem(const std::string& name);

/// Throws Error when a TCP variant of the plan needs a congestion control or setting of net.ipv4
/// that this machine lacks.
/// Called before a campaign begins, because every repetition of that variant would fail.
void require_tcp_variants(const Plan& plan);

}  // namespace seawind
