// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/way_watch.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netlink/attr.h>
#include <netlink/errno.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <limits>

#include "common/error.h"
#include "namespaces/interface.h"

namespace seawind {
namespace {

constexpr auto kWatch = "watch an interface";

/// Others may make interfaces by the hundred. Messages of links and of addresses have the index at
/// the same place.
void accept_messages_about(const NetlinkSocket& socket, unsigned interface) {
  constexpr unsigned kIndex = NLMSG_HDRLEN + offsetof(ifaddrmsg, ifa_index);
  static_assert(offsetof(ifaddrmsg, ifa_index) == offsetof(ifinfomsg, ifi_index));
  // A filter reads a word as one in the network's byte order.
  std::array<sock_filter, 4> filter{
      {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kIndex),
       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htonl(interface), 0, 1),
       BPF_STMT(BPF_RET | BPF_K, std::numeric_limits<std::uint32_t>::max()),
       BPF_STMT(BPF_RET | BPF_K, 0)}};
  const sock_fprog program{.len = filter.size(), .filter = filter.data()};
  if (setsockopt(nl_socket_get_fd(socket.get()), SOL_SOCKET, SO_ATTACH_FILTER, &program,
                 sizeof program) != 0)
    throw system_error(kWatch);
}

std::string text(const Way& way) {
  return way.interface.empty() ? "no route"
                               : fmt::format("{} with the address {}", way.interface, way.source);
}

}  // namespace

WayWatch::WayWatch() : changes_(NETLINK_ROUTE) {
  nl_socket_disable_seq_check(changes_.get());
  check_netlink(nl_socket_set_nonblocking(changes_.get()), kWatch);
  way_ = way_to(kAnywhere);
  index_ = if_nametoindex(way_.interface.c_str());
  accept_messages_about(changes_, index_);
  constexpr int kBuffer = 4 << 20;  // bytes; root may exceed net.core.rmem_max
  check_netlink(nl_socket_set_buffer_size(changes_.get(), kBuffer, 0), kWatch);
  setsockopt(nl_socket_get_fd(changes_.get()), SOL_SOCKET, SO_RCVBUFFORCE, &kBuffer,
             sizeof kBuffer);
  check_netlink(nl_socket_add_memberships(changes_.get(), RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, 0),
                kWatch);
  carrier_changes_ = interface_state(index_).carrier_changes;
}

void WayWatch::look() {
  try {
    if (problem_.empty()) read_changes();
    if (problem_.empty()) compare_ways();
    unseen_.clear();
  } catch (const Error& error) {  // without a file descriptor, for example
    unseen_ = std::string("this machine's way to other networks is unknown: ") + error.what();
  }
}

void WayWatch::compare_ways() {
  if (const Way now = way_to(kAnywhere);
      now.interface != way_.interface || now.source != way_.source)
    problem_ = fmt::format("this machine's way to other networks became another one: {}, before {}",
                           text(now), text(way_));
  else if (interface_state(index_).carrier_changes != carrier_changes_)
    problem_ = way_.interface + " went down or up";
}

void WayWatch::read_changes() {
  const auto on_change = [](nl_msg* message, void* watch) {
    static_cast<WayWatch*>(watch)->read_change(nlmsg_hdr(message));
    return static_cast<int>(NL_OK);
  };
  nl_socket_modify_cb(changes_.get(), NL_CB_VALID, NL_CB_CUSTOM, on_change, this);
  int result = 0;
  while (result >= 0) result = nl_recvmsgs_default(changes_.get());
  if (result == -NLE_NOMEM)
    problem_ = way_.interface + " was changed more often than could be followed";
  else if (result != -NLE_AGAIN)
    check_netlink(result, kWatch);
}

void WayWatch::read_change(nlmsghdr* header) {
  if (header->nlmsg_type == RTM_NEWLINK &&
      (static_cast<const ifinfomsg*>(nlmsg_data(header))->ifi_flags & IFF_UP) == 0) {
    problem_ = way_.interface + " was down";
    return;
  }
  if (header->nlmsg_type != RTM_DELADDR) return;
  const nlattr* const local = nlmsg_find_attr(header, sizeof(ifaddrmsg), IFA_LOCAL);
  in_addr removed{};
  if (local != nullptr && nla_memcpy(&removed, local, sizeof removed) == sizeof removed &&
      removed.s_addr == inet_addr(way_.source.c_str()))
    problem_ = fmt::format("the address {} of {} was removed", way_.source, way_.interface);
}

}  // namespace seawind
