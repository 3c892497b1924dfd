// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/free_addresses.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <netlink/attr.h>

#include <algorithm>
#include <functional>

#include "common/error.h"
#include "common/netlink/socket.h"
#include "common/to_number.h"
#include "controller/exec/name_server.h"
#include "controller/testbed/firewall.h"
#include "namespaces/socket_table.h"

namespace seawind {
namespace {

constexpr std::uint32_t kTen = 10U << 24U;
constexpr int kPrefixBits = 23;

bool overlap(const Network& one, const Network& other) {
  const int common = std::min(one.length, other.length);
  return common == 0 || (one.address ^ other.address) >> (32 - common) == 0;
}

void for_each_address(const std::function<void(const ifaddrs&)>& use) {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) throw system_error("list the addresses of this host");
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next)
    if (one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET) use(*one);
  freeifaddrs(all);
}

/// The name of the interface that has the address.
std::string name_of(const ifaddrs& address) {
  const std::string shown = address.ifa_name;  // "eth0:1" for a second address with a label
  return shown.substr(0, shown.find(':'));
}

/// Destinations of all tables: a rule of policy routing may lead to any.
std::vector<Network> routes() {
  // A shorter prefix is a default route, or a part of one (of a VPN: 0.0.0.0/1 and 128.0.0.0/1).
  constexpr int kShortest = 8;
  std::vector<Network> out;
  const NlMessage message = new_message();
  nlmsg_put(message.get(), NL_AUTO_PORT, NL_AUTO_SEQ, RTM_GETROUTE, sizeof(rtmsg), NLM_F_DUMP);
  static_cast<rtmsg*>(nlmsg_data(nlmsg_hdr(message.get())))->rtm_family = AF_INET;
  NetlinkSocket(NETLINK_ROUTE).dump(message.get(), "list routes", [&out](nlmsghdr* header) {
    const auto& route = *static_cast<const rtmsg*>(nlmsg_data(header));
    const nlattr* const destination = nlmsg_find_attr(header, sizeof(rtmsg), RTA_DST);
    std::uint32_t address = 0;
    if (destination != nullptr && route.rtm_dst_len >= kShortest &&
        nla_memcpy(&address, destination, sizeof address) == sizeof address)
      out.push_back({ntohl(address), route.rtm_dst_len});
  });
  return out;
}

}  // namespace

FreeAddresses choose_addresses(const std::vector<Network>& taken) {
  std::uint32_t chosen = 0;
  bool unused = false;
  for (std::uint32_t n = 0; n < 256 && !unused; ++n) {
    const Network network{kTen | n << 16U, kPrefixBits};
    unused = std::none_of(taken.begin(), taken.end(),
                          [&](const Network& one) { return overlap(one, network); });
    if (unused) chosen = n;
  }
  return {.hosts = {.fixed = fmt::format("10.{}.0.1", chosen),
                    .mobile = fmt::format("10.{}.0.2", chosen)},
          .outside_network = fmt::format("10.{}.1.0/24", chosen),
          .outside_gateway = fmt::format("10.{}.1.2", chosen),
          .name_server = fmt::format("10.{}.1.3", chosen),
          .gateway = fmt::format("10.{}.1.1", chosen),
          .gateway_client = fmt::format("10.{}.1.2", chosen),
          .number = static_cast<int>(chosen),
          .unused = unused};
}

std::vector<Network> taken_networks() {
  std::vector<Network> out = routes();
  // The other ends of connections, and the name server, may be anywhere behind a default route.
  for (const TcpSocket& one : tcp_sockets(open_network_tables()))
    if (one.state == TCP_ESTABLISHED && one.peer != 0) out.push_back({one.peer, 32});
  in_addr name_server{};
  if (inet_pton(AF_INET, own_name_server().c_str(), &name_server) == 1)
    out.push_back({ntohl(name_server.s_addr), 32});
  for_each_address([&](const ifaddrs& one) {
    out.push_back({ntohl(reinterpret_cast<const sockaddr_in*>(one.ifa_addr)->sin_addr.s_addr), 32});
  });
  return out;
}

std::optional<Network> network_of(std::string_view interface) {
  const std::string_view prefix = kOwnPrefix;
  if (!interface.starts_with(prefix)) return {};
  const auto number = to_number<std::uint8_t>(interface.substr(prefix.size()));
  if (!number) return {};
  return Network{kTen | std::uint32_t{*number} << 16U, kPrefixBits};
}

bool is_own_address(const in_addr& address) {
  bool own = false;
  for_each_address([&](const ifaddrs& one) {
    own |= reinterpret_cast<const sockaddr_in*>(one.ifa_addr)->sin_addr.s_addr == address.s_addr;
  });
  return own;
}

std::vector<std::string> addressed_interfaces() {
  std::vector<std::string> out;
  for_each_address([&](const ifaddrs& one) {
    const std::string name = name_of(one);
    if ((one.ifa_flags & IFF_UP) == 0 || (one.ifa_flags & IFF_LOOPBACK) != 0 ||
        name.starts_with(kOwnPrefix) || std::find(out.begin(), out.end(), name) != out.end())
      return;
    out.push_back(name);
  });
  return out;
}

}  // namespace seawind
