// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/net_sandbox.h"

#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netlink/route/addr.h>
#include <netlink/route/link.h>
#include <netlink/route/link/inet6.h>
#include <netlink/route/link/veth.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "common/error.h"
#include "common/netlink/socket.h"

namespace seawind::test {
namespace {

Fd this_namespace() {
  Fd fd(::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
  if (!fd) throw system_error("open this thread's network namespace");
  return fd;
}

void write_file(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) throw system_error(std::string("write ") + path);
}

/// Makes the process root of a new user namespace unless it is root. Also makes a network namespace
/// owned by that user namespace, because setns() can return only to a namespace of the same owner.
void become_root() {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  if (user == 0) return;
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) < 0) throw system_error("make a user namespace");
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", "0 " + std::to_string(user) + " 1");
  write_file("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
}

using Link = Netlink<rtnl_link, rtnl_link_put>;

class Routing : public NetlinkSocket {
 public:
  Routing() : NetlinkSocket(NETLINK_ROUTE) {}

  int index(const std::string& name) const {
    rtnl_link* found = nullptr;
    check_netlink(::rtnl_link_get_kernel(get(), 0, name.c_str(), &found), "find " + name);
    const Link link(found);
    return ::rtnl_link_get_ifindex(link.get());
  }
};

void set_up(const Routing& netlink, const std::string& name) {
  const Link change(::rtnl_link_alloc());
  ::rtnl_link_set_ifindex(change.get(), netlink.index(name));
  ::rtnl_link_set_flags(change.get(), IFF_UP);
  check_netlink(::rtnl_link_change(netlink.get(), change.get(), change.get(), 0),
                "set " + name + " up");
}

void no_ipv6_addresses(const Routing& netlink, const std::string& name) {
  const Link change(::rtnl_link_alloc());
  ::rtnl_link_set_ifindex(change.get(), netlink.index(name));
  ::rtnl_link_inet6_set_addr_gen_mode(change.get(), ::rtnl_link_inet6_str2addrgenmode("none"));
  check_netlink(::rtnl_link_change(netlink.get(), change.get(), change.get(), 0),
                "keep IPv6 addresses off " + name);
}

void add_address(const Routing& netlink, const std::string& name, const std::string& text) {
  nl_addr* local = nullptr;
  check_netlink(::nl_addr_parse(text.c_str(), AF_INET, &local), "read the address " + text);
  rtnl_addr* address = ::rtnl_addr_alloc();
  ::rtnl_addr_set_ifindex(address, netlink.index(name));
  ::rtnl_addr_set_local(address, local);
  const int result = ::rtnl_addr_add(netlink.get(), address, 0);
  ::rtnl_addr_put(address);
  ::nl_addr_put(local);
  check_netlink(result, "give " + name + " the address " + text);
}

void no_offloads(const std::string& name) {
  const Fd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  for (const std::uint32_t feature : {ETHTOOL_STSO, ETHTOOL_SGSO, ETHTOOL_SGRO, ETHTOOL_STXCSUM}) {
    ethtool_value off{feature, 0};
    ifreq request{};
    std::strncpy(request.ifr_name, name.c_str(), IFNAMSIZ - 1);
    request.ifr_data = reinterpret_cast<char*>(&off);
    if (::ioctl(socket.get(), SIOCETHTOOL, &request) < 0) {
      throw system_error("switch the offloads of " + name + " off");
    }
  }
}

void bring_up(const VethEnd& end) {
  end.where.run([&] {
    const Routing netlink;
    no_offloads(end.name);
    no_ipv6_addresses(netlink, end.name);
    if (!end.address.empty()) add_address(netlink, end.name, end.address);
    set_up(netlink, end.name);
  });
}

}  // namespace

NetNamespace::Visit::Visit(int fd) : home_(this_namespace()) {
  if (::setns(fd, CLONE_NEWNET) < 0) throw system_error("enter a network namespace");
}

NetNamespace::Visit::~Visit() {
  if (::setns(home_.get(), CLONE_NEWNET) < 0)
    ::abort();  // all later work would run in the wrong
                // namespace
}

NetNamespace::NetNamespace() {
  static const bool root = (become_root(), true);
  (void)root;
  const Fd home = this_namespace();
  if (::unshare(CLONE_NEWNET) < 0) throw system_error("make a network namespace");
  fd_ = this_namespace();
  set_up(Routing(), "lo");
  if (::setns(home.get(), CLONE_NEWNET) < 0) throw system_error("leave a network namespace");
}

void connect(const VethEnd& a, const VethEnd& b) {
  a.where.run([&] {
    const Routing netlink;
    const Link link(::rtnl_link_veth_alloc());
    rtnl_link* peer = ::rtnl_link_veth_get_peer(link.get());
    ::rtnl_link_set_name(link.get(), a.name.c_str());
    ::rtnl_link_set_name(peer, b.name.c_str());
    ::rtnl_link_set_ns_fd(peer, b.where.fd());
    const int result = ::rtnl_link_add(netlink.get(), link.get(), NLM_F_CREATE | NLM_F_EXCL);
    ::rtnl_link_put(peer);
    check_netlink(result, "make the veth pair " + a.name + ", " + b.name);
  });
  bring_up(a);
  bring_up(b);
}

OneLinkBed::OneLinkBed() {
  connect({fixed, "eth0", "10.0.0.1/24"}, {relay, "fixed0", ""});
  connect({mobile, "eth0", "10.0.0.2/24"}, {relay, "mobile0", ""});
}

}  // namespace seawind::test
