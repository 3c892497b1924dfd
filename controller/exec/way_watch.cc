// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/way_watch.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netlink/attr.h>
#include <netlink/errno.h>

#include "common/error.h"
#include "namespaces/wire.h"

namespace seawind {
namespace {

/// How often the carrier of an interface came and went.
std::uint32_t carrier_changes(unsigned index) {
  const auto state = wire_state(index);
  return state ? state->carrier_changes : 0;
}

std::string text(const Way& way) {
  return way.interface.empty() ? "no route"
                               : fmt::format("{} with the address {}", way.interface, way.source);
}

}  // namespace

WayWatch::WayWatch() : addresses_(NETLINK_ROUTE) {
  nl_socket_disable_seq_check(addresses_.get());
  check_netlink(nl_socket_set_nonblocking(addresses_.get()), "watch addresses");
  check_netlink(nl_socket_add_membership(addresses_.get(), RTNLGRP_IPV4_IFADDR), "watch addresses");
  way_ = way_to(kAnywhere);
  index_ = if_nametoindex(way_.interface.c_str());
  carrier_changes_ = carrier_changes(index_);
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
  else if (carrier_changes(index_) != carrier_changes_)
    problem_ = way_.interface + " went down or up";
}

void WayWatch::read_changes() {
  const auto on_change = [](nl_msg* message, void* watch) {
    nlmsghdr* const header = nlmsg_hdr(message);
    auto& self = *static_cast<WayWatch*>(watch);
    const nlattr* const local = nlmsg_find_attr(header, sizeof(ifaddrmsg), IFA_LOCAL);
    in_addr removed{};
    if (header->nlmsg_type != RTM_DELADDR || local == nullptr ||
        nla_memcpy(&removed, local, sizeof removed) != sizeof removed)
      return static_cast<int>(NL_OK);
    if (static_cast<const ifaddrmsg*>(nlmsg_data(header))->ifa_index == self.index_ &&
        removed.s_addr == inet_addr(self.way_.source.c_str()))
      self.problem_ =
          fmt::format("the address {} of {} was removed", self.way_.source, self.way_.interface);
    return static_cast<int>(NL_OK);
  };
  nl_socket_modify_cb(addresses_.get(), NL_CB_VALID, NL_CB_CUSTOM, on_change, this);
  int result = 0;
  while (result >= 0) result = nl_recvmsgs_default(addresses_.get());
  if (result == -NLE_NOMEM)
    problem_ = "more addresses were removed and added than could be followed";
  else if (result != -NLE_AGAIN)
    check_netlink(result, "watch addresses");
}

}  // namespace seawind
