// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses that are not used in the caller's network namespace: for the hosts of exec and
// bridge, and for the interface between a fixed host and the caller.
#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "namespaces/veth.h"

namespace seawind {

/// An address in host byte order, and the length of its prefix.
struct Network {
  std::uint32_t address = 0;
  int length = 32;
};

struct FreeAddresses {
  HostAddresses hosts;
  std::string outside_network;  // 10.N.1.0/24, of slirp4netns
  std::string outside_gateway;  // of slirp4netns there
  std::string name_server;      // of slirp4netns there
  std::string gateway;          // of the caller's namespace in that network, instead of slirp4netns
  std::string gateway_client;   // of the fixed host there
  int number = 0;               // N
  bool unused = false;          // whether no other network overlaps 10.N.0.0/23
};

/// The first 10.N.0.0/23 that does not overlap any of `taken`: hosts 10.N.0.1 and 10.N.0.2. N is 0
/// when all do.
FreeAddresses choose_addresses(const std::vector<Network>& taken);

/// The addresses of the caller's network namespace, the destinations of all its routing tables, the
/// other ends of its TCP connections, and its name server. Prefixes shorter than /8 are left out:
/// they are a default route, or a part of one.
std::vector<Network> taken_networks();

/// The network 10.N.0.0/23 of the interface "seawind-N"; nothing for another name.
std::optional<Network> network_of(std::string_view interface);

/// Whether an interface of the caller's network namespace has this address.
bool is_own_address(const in_addr& address);

/// Names of the interfaces of the caller's network namespace that have an IPv4 address and are up,
/// without loopback and without Seawind's own.
std::vector<std::string> addressed_interfaces();

}  // namespace seawind
