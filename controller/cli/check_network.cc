// SPDX-License-Identifier: GPL-3.0-or-later
#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <memory>
#include <string_view>

#include "common/error.h"
#include "common/fds.h"
#include "common/whole_file.h"
#include "controller/cli/checks.h"
#include "namespaces/receive_settings.h"
#include "namespaces/taken_wire.h"
#include "namespaces/vxlan.h"

namespace seawind {
namespace {

using V = Check::Verdict;

constexpr int kUsualMtu = 1500;  // bytes; the default of a test set

/// The interface that has this address; empty: none.
std::string interface_of(const in_addr& address) {
  ifaddrs* found = nullptr;
  if (getifaddrs(&found) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(found, freeifaddrs);
  for (const ifaddrs* one = found; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    const auto* own = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    const std::string_view name = one->ifa_name;  // `eth0:1` for an address with a label
    if (own->sin_addr.s_addr == address.s_addr) return std::string(name.substr(0, name.find(':')));
  }
  return {};
}

/// ", 1000 Mbit/s", if the interface reports it.
std::string speed_of(const std::string& interface) {
  const int speed = number_in(fmt::format("/sys/class/net/{}/speed", interface), 0);
  return speed > 0 ? fmt::format(", {} Mbit/s", speed) : "";
}

/// Adds warnings about settings of an interface that join or delay received packets.
void add_settings(const std::string& interface, std::vector<Check>& out) {
  constexpr std::uint32_t kShort = 50;  // us, of coalescing
  const ReceiveSettings settings = receive_settings(interface);
  const std::string name = "interface " + interface;
  if (settings.gro_or_lro)
    out.push_back(
        {name, V::kWarn, "joins packets that it receives",
         "packets of a link must stay as they are: ethtool -K " + interface + " gro off lro off"});
  if (settings.pause_frames)
    out.push_back({name, V::kWarn, "stops for pause frames, or sends them",
                   "others may hold up the packets of a link: ethtool -A " + interface +
                       " autoneg off rx off tx off"});
  if (settings.adaptive_coalescing || settings.coalescing_us > kShort)
    out.push_back({name, V::kWarn,
                   settings.adaptive_coalescing
                       ? "waits for more packets for a time that it chooses by itself"
                       : fmt::format("waits {} us for more packets", settings.coalescing_us),
                   "ethtool -C " + interface + " adaptive-rx off rx-usecs 0"});
}

}  // namespace

std::vector<Check> check_wire(const std::string& interface) {
  const std::string name = "interface " + interface;
  std::vector<Check> out;
  try {
    if (const std::string problem = wire_problem(interface, true, 0); !problem.empty())
      return {{name, V::kFail, problem, ""}};
    out.push_back({name, V::kOk, "can carry a link" + speed_of(interface), ""});
    add_settings(interface, out);
  } catch (const Error& error) {
    out.push_back({name, V::kFail, error.what(), ""});
  }
  return out;
}

std::vector<Check> check_tunnel(const std::string& peer) {
  const std::string name = "tunnel to " + peer;
  // connect() selects the route, with its path MTU as far as it is known; nothing is sent.
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
    return {
        {name, V::kFail, system_error("find the way").what(), "see `ip route get " + peer + "`"}};
  const std::string interface = interface_of(here.sin_addr);
  const std::string finding = fmt::format("by {}{}: packets of up to {} bytes as one", interface,
                                          speed_of(interface), mtu - kTunnelOverhead);
  std::vector<Check> out;
  if (mtu - kTunnelOverhead >= kUsualMtu) {
    out.push_back({name, V::kOk, finding, ""});
  } else {
    out.push_back(
        {name, V::kWarn, finding + ", larger ones in fragments",
         fmt::format("let the lab's network carry {} bytes: ip link set {} mtu {}; or give test "
                     "sets `mtu: {}B`",
                     kUsualMtu + kTunnelOverhead, interface, kUsualMtu + kTunnelOverhead,
                     mtu - kTunnelOverhead)});
  }
  add_settings(interface, out);
  return out;
}

}  // namespace seawind
