// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/route_metrics.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netlink/attr.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>

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

/// What identifies a route in the main table, and where it leads.
struct RouteKey {
  int family = AF_INET;
  in6_addr to{};   // of IPv4: the first four bytes
  int length = 0;  // of the prefix
  int tos = 0;
  std::uint32_t priority = 0;
  std::uint32_t interface = 0;
  in6_addr gateway{};  // as `to`; zero: none

  bool operator==(const RouteKey& other) const {
    return std::tie(family, length, tos, priority, interface) ==
               std::tie(other.family, other.length, other.tos, other.priority, other.interface) &&
           std::memcmp(&to, &other.to, sizeof to) == 0 &&
           std::memcmp(&gateway, &other.gateway, sizeof gateway) == 0;
  }
  bool leads_to(in_addr address) const {
    return family == AF_INET &&
           (length == 0 || ntohl(address.s_addr ^ to.s6_addr32[0]) >> (32 - length) == 0);
  }
  bool goes_through(in_addr address) const {
    return family == AF_INET && gateway.s6_addr32[0] == address.s_addr;
  }
};

/// The key of a listed route; nothing unless it is unicast, in the main table, on one interface.
std::optional<RouteKey> key_of(nlmsghdr* header) {
  if (header->nlmsg_type != RTM_NEWROUTE) return {};
  const auto* route = static_cast<const rtmsg*>(nlmsg_data(header));
  const auto attributes = parse_attributes(header);
  if (route->rtm_family != AF_INET && route->rtm_family != AF_INET6) return {};
  if (route->rtm_table != RT_TABLE_MAIN) return {};
  if (route->rtm_type != RTN_UNICAST || attributes[RTA_OIF] == nullptr) return {};
  const auto number = [&](int type) {
    const nlattr* attribute = attributes[static_cast<std::size_t>(type)];
    return attribute == nullptr ? 0 : nla_get_u32(attribute);
  };
  const auto address = [&](int type) {
    in6_addr out{};
    if (const nlattr* attribute = attributes[static_cast<std::size_t>(type)])
      nla_memcpy(&out, attribute, sizeof out);
    return out;
  };
  return RouteKey{.family = route->rtm_family,
                  .to = address(RTA_DST),
                  .length = route->rtm_dst_len,
                  .tos = route->rtm_tos,
                  .priority = number(RTA_PRIORITY),
                  .interface = number(RTA_OIF),
                  .gateway = address(RTA_GATEWAY)};
}

struct FoundRoute {
  RouteKey key;
  std::vector<char> message;
};

std::vector<FoundRoute> list_routes() {
  NetlinkSocket socket(NETLINK_ROUTE);
  const NlMessage request = new_message();
  nlmsg_put(request.get(), NL_AUTO_PORT, NL_AUTO_SEQ, RTM_GETROUTE, 0, NLM_F_DUMP);
  rtmsg filter{};
  filter.rtm_family = AF_UNSPEC;
  nlmsg_append(request.get(), &filter, sizeof filter, NLMSG_ALIGNTO);
  std::vector<FoundRoute> out;
  socket.dump(request.get(), "list the routes", [&](nlmsghdr* header) {
    const auto key = key_of(header);
    if (!key) return;
    const auto* bytes = reinterpret_cast<const char*>(header);
    out.push_back({*key, {bytes, bytes + header->nlmsg_len}});
  });
  return out;
}

/// Whether a NAT64 translates the packets: the peer has IPv4 only, so it does for IPv6 gateways.
bool is_translated(const RouteKey& key) {
  return key.family == AF_INET6 && !IN6_IS_ADDR_UNSPECIFIED(&key.gateway);
}

std::string text_of(const RouteKey& key) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(key.family, &key.to, text.data(), text.size());
  return fmt::format("{}/{}", text.data(), key.length);
}

/// The header of a stored message. libnl's readers take non-const pointers but change nothing.
nlmsghdr* header_of(const std::vector<char>& message) {
  return reinterpret_cast<nlmsghdr*>(const_cast<char*>(message.data()));
}

KernelMetrics parse_metrics(const std::vector<char>& message) {
  const auto attributes = parse_attributes(header_of(message));
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

Route::Route(std::vector<char> message)
    : message_(std::move(message)),
      destination_(text_of(key_of(header_of(message_)).value())),
      original_(parse_metrics(message_)) {}

int Route::install(const KernelMetrics& metrics) const {
  KernelMetrics merged = original_;
  for (const auto& [metric, value] : metrics.values) merged.values[metric] = value;
  merged.locked |= metrics.locked;
  if (!metrics.congctl.empty()) merged.congctl = metrics.congctl;

  nlmsghdr* const header = header_of(message_);
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

KernelMetrics Route::read_back() const {
  const auto own = key_of(header_of(message_));
  for (const FoundRoute& route : list_routes())
    if (route.key == own) return parse_metrics(route.message);
  throw Error("cannot read the metrics of the route to " + destination_ + ": it no longer exists");
}

std::vector<Route> routes_over(const std::string& interface, const std::string& peer) {
  const unsigned index = if_nametoindex(interface.c_str());
  if (index == 0) throw system_error("find the interface " + interface);
  in_addr parsed{};
  if (inet_pton(AF_INET, peer.c_str(), &parsed) != 1) {
    throw Error("cannot use the peer address " + peer + ": not an IPv4 address");
  }
  std::vector<FoundRoute> routes = list_routes();
  std::erase_if(routes, [&](const FoundRoute& route) { return route.key.interface != index; });
  const FoundRoute* best = nullptr;
  for (const FoundRoute& route : routes)
    if (route.key.leads_to(parsed) && (best == nullptr || route.key.length > best->key.length))
      best = &route;
  if (best == nullptr) throw Error("no route to " + peer + " through " + interface);
  std::vector<Route> out{Route(best->message)};
  for (const FoundRoute& route : routes)
    if (&route != best && (route.key.goes_through(parsed) || is_translated(route.key)))
      out.emplace_back(route.message);
  return out;
}

int mtu_of(const std::string& interface) {
  const Fd probe(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  interface.copy(request.ifr_name, sizeof request.ifr_name - 1);
  if (::ioctl(probe.get(), SIOCGIFMTU, &request) != 0) {
    throw system_error("read the MTU of " + interface);
  }
  return request.ifr_mtu;
}

}  // namespace seawind
