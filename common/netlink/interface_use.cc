// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/netlink/interface_use.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netlink/route/link.h>

#include <array>
#include <memory>

#include "common/netlink/socket.h"
#include "common/unix_address.h"

namespace seawind {
namespace {

/// The first address that other programs may use, except link-local ones, which every interface
/// has. `interface`: the kernel's name.
std::string address_of(const std::string& interface) {
  ifaddrs* found = nullptr;
  if (getifaddrs(&found) != 0) throw system_error("list the addresses of interfaces");
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(found, freeifaddrs);
  std::array<char, INET6_ADDRSTRLEN> text{};
  for (const ifaddrs* one = found; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_name != interface) continue;
    const int family = one->ifa_addr->sa_family;
    const void* address = nullptr;
    if (family == AF_INET) address = &reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr;
    if (family == AF_INET6) {
      const auto& own = reinterpret_cast<const sockaddr_in6*>(one->ifa_addr)->sin6_addr;
      if (!IN6_IS_ADDR_LINKLOCAL(&own)) address = &own;
    }
    if (address != nullptr) return inet_ntop(family, address, text.data(), text.size());
  }
  return {};
}

/// By index, because an interface may be renamed and have several names.
std::string lock_name_of(const std::string& interface) {
  const unsigned index = if_nametoindex(interface.c_str());
  if (index == 0)
    throw Error(fmt::format(
        "cannot use the interface for a link: there is no interface {}; see `ip link`", interface));
  return fmt::format("seawindd/interface/{}", index);
}

}  // namespace

std::string use_problem(const std::string& interface) {
  const NetlinkSocket socket(NETLINK_ROUTE);
  rtnl_link* found = nullptr;
  check_netlink(rtnl_link_get_kernel(socket.get(), 0, interface.c_str(), &found),
                "find " + interface);
  const Netlink<rtnl_link, rtnl_link_put> link(found);
  if ((rtnl_link_get_flags(link.get()) & IFF_LOOPBACK) != 0)
    return interface + " is a loopback interface, not an Ethernet one";
  if (const std::string address = address_of(rtnl_link_get_name(link.get())); !address.empty())
    return fmt::format(
        "{0} has the address {1}, which this machine uses: give the link an interface of its own, "
        "or remove the address with `ip address flush dev {0}`",
        interface, address);
  if (rtnl_link_get_master(link.get()) != 0)
    return fmt::format("{0} is in a bridge or a bond: `ip link set {0} nomaster`", interface);
  return {};
}

InterfaceLock::InterfaceLock(const std::string& interface)
    : socket_(lock_abstract_name("lock interface " + interface, lock_name_of(interface))) {
  if (!socket_)
    throw InterfaceTaken("cannot use interface " + interface + ": another link uses it");
}

}  // namespace seawind
