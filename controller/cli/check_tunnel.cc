// SPDX-License-Identifier: GPL-3.0-or-later
#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <fstream>
#include <memory>

#include "common/error.h"
#include "common/fds.h"
#include "controller/cli/checks.h"
#include "namespaces/vxlan.h"

namespace seawind {
namespace {

using V = Check::Verdict;

constexpr int kUsualMtu = 1500;  // bytes; of a test set that says nothing

/// The interface that has this address; empty: none.
std::string interface_of(const in_addr& address) {
  ifaddrs* found = nullptr;
  if (getifaddrs(&found) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(found, freeifaddrs);
  for (const ifaddrs* one = found; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    const auto* own = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    if (own->sin_addr.s_addr == address.s_addr) return one->ifa_name;
  }
  return {};
}

/// ", 1000 Mbit/s", if the interface says so.
std::string speed_of(const std::string& interface) {
  std::ifstream in(fmt::format("/sys/class/net/{}/speed", interface));
  int speed = 0;
  return in >> speed && speed > 0 ? fmt::format(", {} Mbit/s", speed) : "";
}

}  // namespace

Check check_tunnel(const std::string& peer) {
  const std::string name = "tunnel to " + peer;
  // A connected socket has the route, with what was learned of its MTU; nothing is sent.
  const Fd probe(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(9);
  inet_pton(AF_INET, peer.c_str(), &there.sin_addr);
  sockaddr_in here{};
  socklen_t length = sizeof here;
  int mtu = 0;
  socklen_t mtu_length = sizeof mtu;
  if (connect(probe.get(), reinterpret_cast<const sockaddr*>(&there), sizeof there) != 0 ||
      getsockname(probe.get(), reinterpret_cast<sockaddr*>(&here), &length) != 0 ||
      getsockopt(probe.get(), IPPROTO_IP, IP_MTU, &mtu, &mtu_length) != 0)
    return {name, V::kFail, system_error("find the way").what(), "see `ip route get " + peer + "`"};
  const std::string interface = interface_of(here.sin_addr);
  const std::string finding = fmt::format("by {}{}: packets of up to {} bytes as one", interface,
                                          speed_of(interface), mtu - kTunnelOverhead);
  if (mtu - kTunnelOverhead >= kUsualMtu) return {name, V::kOk, finding, ""};
  return {name, V::kWarn, finding + ", larger ones in fragments",
          fmt::format("let the lab's network carry {} bytes: ip link set {} mtu {}; or give test "
                      "sets `mtu: {}B`",
                      kUsualMtu + kTunnelOverhead, interface, kUsualMtu + kTunnelOverhead,
                      mtu - kTunnelOverhead)};
}

}  // namespace seawind
