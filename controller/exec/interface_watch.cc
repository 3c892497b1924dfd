// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/interface_watch.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/filter.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/netconf.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netlink/attr.h>
#include <netlink/errno.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "common/error.h"

namespace seawind {
namespace {

constexpr auto kWatch = "watch an interface";

/// Others may make interfaces by the hundred. Messages of links, addresses and queueing disciplines
/// have the index at the same place; those of settings, which are few, have it in an attribute.
void accept_messages_about(const NetlinkSocket& socket, unsigned interface) {
  constexpr unsigned kType = offsetof(nlmsghdr, nlmsg_type);
  constexpr unsigned kIndex = NLMSG_HDRLEN + offsetof(ifaddrmsg, ifa_index);
  static_assert(offsetof(ifaddrmsg, ifa_index) == offsetof(ifinfomsg, ifi_index));
  static_assert(offsetof(ifaddrmsg, ifa_index) == offsetof(tcmsg, tcm_ifindex));
  // A filter reads a word as one in the network's byte order.
  std::array<sock_filter, 6> filter{
      {BPF_STMT(BPF_LD | BPF_H | BPF_ABS, kType),
       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htons(RTM_NEWNETCONF), 2, 0),
       BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kIndex),
       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htonl(interface), 0, 1),
       BPF_STMT(BPF_RET | BPF_K, std::numeric_limits<std::uint32_t>::max()),
       BPF_STMT(BPF_RET | BPF_K, 0)}};
  const sock_fprog program{.len = filter.size(), .filter = filter.data()};
  if (setsockopt(nl_socket_get_fd(socket.get()), SOL_SOCKET, SO_ATTACH_FILTER, &program,
                 sizeof program) != 0)
    throw system_error(kWatch);
}

template <typename Header>
const Header& header_of(nlmsghdr* message) {
  return *static_cast<const Header*>(nlmsg_data(message));
}

std::string mac_of(const nlattr* address) {
  const std::span bytes(static_cast<const unsigned char*>(nla_data(address)),
                        static_cast<std::size_t>(nla_len(address)));
  return fmt::format("{:02x}", fmt::join(bytes, ":"));
}

}  // namespace

InterfaceWatch::InterfaceWatch(unsigned index, std::string name, std::string address,
                               std::optional<Own> own)
    : notifications_(NETLINK_ROUTE),
      index_(index),
      name_(std::move(name)),
      address_(std::move(address)),
      own_(std::move(own)) {
  nl_sock* const socket = notifications_.get();
  nl_socket_disable_seq_check(socket);
  check_netlink(nl_socket_set_nonblocking(socket), kWatch);
  accept_messages_about(notifications_, index_);
  constexpr int kBuffer = 4 << 20;  // bytes; root may exceed net.core.rmem_max
  check_netlink(nl_socket_set_buffer_size(socket, kBuffer, 0), kWatch);
  setsockopt(nl_socket_get_fd(socket), SOL_SOCKET, SO_RCVBUFFORCE, &kBuffer, sizeof kBuffer);
  check_netlink(nl_socket_add_memberships(socket, RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, 0), kWatch);
  if (own_)
    check_netlink(nl_socket_add_memberships(socket, RTNLGRP_TC, RTNLGRP_IPV4_NETCONF, 0), kWatch);
}

const std::string& InterfaceWatch::update() {
  const auto on_message = [](nl_msg* message, void* watch) {
    static_cast<InterfaceWatch*>(watch)->read(nlmsg_hdr(message));
    return static_cast<int>(NL_OK);
  };
  nl_socket_modify_cb(notifications_.get(), NL_CB_VALID, NL_CB_CUSTOM, on_message, this);
  int result = 0;
  while (result >= 0 && problem_.empty()) result = nl_recvmsgs_default(notifications_.get());
  if (result == -NLE_NOMEM)
    problem_ = name_ + " was changed more often than could be followed";
  else if (result < 0 && result != -NLE_AGAIN)
    check_netlink(result, kWatch);
  return problem_;
}

void InterfaceWatch::read(nlmsghdr* header) {
  if (!problem_.empty()) return;
  if (header->nlmsg_type == RTM_NEWLINK) {
    problem_ = change_of_link(header);
  } else if (header->nlmsg_type == RTM_DELADDR) {
    const nlattr* const local = nlmsg_find_attr(header, sizeof(ifaddrmsg), IFA_LOCAL);
    in_addr removed{};
    if (local != nullptr && nla_memcpy(&removed, local, sizeof removed) == sizeof removed &&
        removed.s_addr == inet_addr(address_.c_str()))
      problem_ = fmt::format("the address {} of {} was removed", address_, name_);
  } else if (own_) {
    problem_ = change_of_own(header);
  }
}

std::string InterfaceWatch::change_of_link(nlmsghdr* header) const {
  if ((header_of<ifinfomsg>(header).ifi_flags & IFF_UP) == 0) return name_ + " was down";
  if (!own_) return {};
  const auto attribute = [header](int type) {
    return nlmsg_find_attr(header, sizeof(ifinfomsg), type);
  };
  if (attribute(IFLA_MASTER) != nullptr) return name_ + " was made a port of another interface";
  if (const nlattr* mtu = attribute(IFLA_MTU); mtu != nullptr && nla_get_u32(mtu) != own_->mtu)
    return fmt::format("the MTU of {} was changed", name_);
  if (const nlattr* mac = attribute(IFLA_ADDRESS); mac != nullptr && mac_of(mac) != own_->mac)
    return fmt::format("the MAC address of {} was changed", name_);
  const nlattr* const xdp = attribute(IFLA_XDP);
  const nlattr* const attached = xdp == nullptr ? nullptr
                                                : nla_find(static_cast<nlattr*>(nla_data(xdp)),
                                                           nla_len(xdp), IFLA_XDP_ATTACHED);
  if (attached != nullptr && nla_get_u8(attached) != XDP_ATTACHED_NONE)
    return "an XDP program was put on " + name_;
  return {};
}

std::string InterfaceWatch::change_of_own(nlmsghdr* header) const {
  const int type = header->nlmsg_type;
  if (type == RTM_DELQDISC ||
      (type == RTM_NEWQDISC && header_of<tcmsg>(header).tcm_parent != TC_H_INGRESS))
    return "others have changed the queueing disciplines of " + name_;
  if (type != RTM_NEWNETCONF || !own_->forwards) return {};
  const nlattr* const index = nlmsg_find_attr(header, sizeof(netconfmsg), NETCONFA_IFINDEX);
  const nlattr* const on = nlmsg_find_attr(header, sizeof(netconfmsg), NETCONFA_FORWARDING);
  if (index != nullptr && on != nullptr && nla_get_u32(index) == index_ && nla_get_u32(on) == 0)
    return fmt::format("net.ipv4.conf.{}.forwarding was switched off", name_);
  return {};
}

}  // namespace seawind
