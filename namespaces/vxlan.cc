// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/vxlan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netlink/route/link/vxlan.h>
#include <unistd.h>

#include "namespaces/interface_netlink.h"

namespace seawind {

void make_tunnel(const InterfaceEnd& end, const Tunnel& tunnel) {
  const LinkObject link(rtnl_link_vxlan_alloc());
  if (!link) throw Error("cannot make a tunnel: out of memory");
  describe_interface(link.get(), end);
  const std::string tried = "describe the tunnel to " + tunnel.remote;
  check_netlink(rtnl_link_vxlan_set_id(link.get(), tunnel.id), tried);
  check_netlink(rtnl_link_vxlan_set_local(link.get(), parse_address(tunnel.local, AF_INET).get()),
                tried);
  check_netlink(rtnl_link_vxlan_set_group(link.get(), parse_address(tunnel.remote, AF_INET).get()),
                tried);
  check_netlink(rtnl_link_vxlan_set_port(link.get(), tunnel.port), tried);
  check_netlink(rtnl_link_vxlan_set_learning(link.get(), 0), tried);
  check_netlink(
      rtnl_link_add(NetlinkSocket(NETLINK_ROUTE).get(), link.get(), NLM_F_CREATE | NLM_F_EXCL),
      "make the tunnel to " + tunnel.remote);
  configure_interface(end);
}

TunnelGuard::TunnelGuard(std::uint16_t port, const std::set<std::string>& remotes) {
  nft_.run(
      fmt::format("table ip seawind_lab_{0} {{\n"
                  "  flags owner\n"
                  "  chain input {{\n"
                  "    type filter hook input priority -300;\n"
                  "    udp dport {1} ip saddr != {{ {2} }} drop\n"
                  "  }}\n"
                  "  chain output {{\n"
                  "    type filter hook output priority -300;\n"
                  "    udp dport {1} ip daddr {{ {2} }} meta skuid != 0 drop\n"
                  "  }}\n"
                  "}}\n",
                  getpid(), port, fmt::join(remotes, ", ")));
}

}  // namespace seawind
