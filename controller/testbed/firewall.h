// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a firewall of this network namespace may drop packets of a test bed.
#pragma once

#include <string>
#include <vector>

namespace seawind {

/// Prefix of the names of Seawind's tables and interfaces.
inline constexpr auto kOwnPrefix = "seawind-";

/// The first chain in `ruleset` (JSON of `list ruleset`) at one of `hooks` (forward, input) that
/// may drop IPv4 packets: by its policy, or by a rule of it or of a chain that it may jump to. The
/// conditions of rules are not evaluated. Tables of Seawind are left out. Empty: there is none.
std::string dropping_chain(const std::string& ruleset, const std::vector<std::string>& hooks);

/// dropping_chain() for the network namespace of the calling thread; rules of iptables-legacy,
/// which nftables cannot list, count as dropping. Throws Error.
std::string dropping_firewall(const std::vector<std::string>& hooks);

}  // namespace seawind
