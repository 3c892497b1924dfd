// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/route_metrics.h"

#include <arpa/inet.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netlink/attr.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {
namespace {

std::array<nlattr*, RTA_MAX + 1> parse_attributes(nlmsghdr* header) {
  std::array<nlattr*, RTA_MAX + 1> out{};
  if (nlmsg_parse(header, sizeof(rtmsg), out.data(), RTA_MAX, nullptr) < 0) {
    throw system_error("parse the kernel's routes", EPROTO);
  }
  return out;
}

std::vector<char> find_route(const std::string& interface, const std::string& peer) {
  const unsigned index = if_nametoindex(interface.c_str());
  if (index == 0) throw system_error("find the interface " + interface);
  in_addr address{};
  if (inet_pton(AF_INET, peer.c_str(), &address) != 1) {
    throw Error("cannot use the peer address " + peer + ": not an IPv4 address");
  }
  NetlinkSocket socket(NETLINK_ROUTE);
  const NlMessage request = new_message();
  nlmsg_put(request.get(), NL_AUTO_PORT, NL_AUTO_SEQ, RTM_GETROUTE, 0, NLM_F_DUMP);
  rtmsg filter{};
  filter.rtm_family = AF_INET;
  nlmsg_append(request.get(), &filter, sizeof filter, NLMSG_ALIGNTO);

  std::vector<char> best;
  int best_length = -1;
  socket.dump(request.get(), "list the routes", [&](nlmsghdr* header) {
    if (header->nlmsg_type != RTM_NEWROUTE) return;
    const auto* route = static_cast<const rtmsg*>(nlmsg_data(header));
    const auto attributes = parse_attributes(header);
    if (route->rtm_family != AF_INET || route->rtm_table != RT_TABLE_MAIN) return;
    if (route->rtm_type != RTN_UNICAST || attributes[RTA_OIF] == nullptr) return;
    if (nla_get_u32(attributes[RTA_OIF]) != index) return;
    const std::uint32_t to = attributes[RTA_DST] ? ntohl(nla_get_u32(attributes[RTA_DST])) : 0;
    const std::uint32_t mask = route->rtm_dst_len == 0 ? 0 : ~0U << (32 - route->rtm_dst_len);
    if ((ntohl(address.s_addr) & mask) != (to & mask) || route->rtm_dst_len <= best_length) return;
    best_length = route->rtm_dst_len;
    const auto* bytes = reinterpret_cast<const char*>(header);
    best.assign(bytes, bytes + header->nlmsg_len);
  });
  if (best.empty()) throw Error("no route to " + peer + " through " + interface);
  return best;
}

KernelMetrics parse_metrics(std::vector<char>& message) {
  const auto attributes = parse_attributes(reinterpret_cast<nlmsghdr*>(message.data()));
  KernelMetrics out;
  if (attributes[RTA_METRICS] == nullptr) return out;
  std::array<nlattr*, RTAX_MAX + 1> metrics{};
  if (nla_parse_nested(metrics.data(), RTAX_MAX, attributes[RTA_METRICS], nullptr) < 0) {
    throw system_error("parse the kernel's route metrics", EPROTO);
  }
  for (int i = 1; i <= RTAX_MAX; ++i) {
    nlattr* metric = metrics[static_cast<std::size_t>(i)];
    if (metric == nullptr) continue;
    if (i == RTAX_CC_ALGO) {
      out.congctl = nla_get_string(metric);
    } else if (i == RTAX_LOCK) {
      out.locked = nla_get_u32(metric);
    } else {
      out.values[i] = nla_get_u32(metric);
    }
  }
  return out;
}

void put_metrics(nl_msg* message, const KernelMetrics& metrics) {
  if (metrics.empty()) return;
  nlattr* nest = nla_nest_start(message, RTA_METRICS);
  if (metrics.locked != 0) nla_put_u32(message, RTAX_LOCK, metrics.locked);
  for (const auto& [metric, value] : metrics.values) nla_put_u32(message, metric, value);
  if (!metrics.congctl.empty()) nla_put_string(message, RTAX_CC_ALGO, metrics.congctl.c_str());
  nla_nest_end(message, nest);
}

}  // namespace

PeerRoute::PeerRoute(std::string interface, std::string peer)
    : interface_(std::move(interface)),
      peer_(std::move(peer)),
      message_(find_route(interface_, peer_)),
      original_(parse_metrics(message_)) {}

int PeerRoute::install(const KernelMetrics& metrics) {
  KernelMetrics merged = original_;
  for (const auto& [metric, value] : metrics.values) merged.values[metric] = value;
  merged.locked |= metrics.locked;
  if (!metrics.congctl.empty()) merged.congctl = metrics.congctl;

  auto* header = reinterpret_cast<nlmsghdr*>(message_.data());
  const NlMessage request = new_message();
  nlmsg_put(request.get(), NL_AUTO_PORT, NL_AUTO_SEQ, RTM_NEWROUTE, 0,
            NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE);
  rtmsg route = *static_cast<const rtmsg*>(nlmsg_data(header));
  route.rtm_flags = 0;  // state flags from the kernel (linkdown) cannot be requested
  nlmsg_append(request.get(), &route, sizeof route, NLMSG_ALIGNTO);
  const auto attributes = parse_attributes(header);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i] == nullptr || i == RTA_METRICS || i == RTA_CACHEINFO) continue;
    nla_put(request.get(), static_cast<int>(i), nla_len(attributes[i]), nla_data(attributes[i]));
  }
  put_metrics(request.get(), merged);
  return NetlinkSocket(NETLINK_ROUTE).request(request.get());
}

int PeerRoute::mtu() const {
  const Fd probe(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  interface_.copy(request.ifr_name, sizeof request.ifr_name - 1);
  if (::ioctl(probe.get(), SIOCGIFMTU, &request) != 0) {
    throw system_error("read the MTU of " + interface_);
  }
  return request.ifr_mtu;
}

KernelMetrics PeerRoute::read_back() const {
  std::vector<char> now = find_route(interface_, peer_);
  return parse_metrics(now);
}

}  // namespace seawind
