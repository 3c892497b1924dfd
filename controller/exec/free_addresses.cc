// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/free_addresses.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <fstream>
#include <functional>
#include <sstream>

#include "common/error.h"
#include "controller/testbed/firewall.h"

namespace seawind {
namespace {

constexpr std::uint32_t kTen = 10U << 24U;
constexpr int kPrefixBits = 23;

bool overlap(const Network& one, const Network& other) {
  const int common = std::min(one.length, other.length);
  return common == 0 || (one.address ^ other.address) >> (32 - common) == 0;
}

void for_each_address(const std::function<void(const ifaddrs&)>& use) {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) throw system_error("list the addresses of this host");
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next)
    if (one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET) use(*one);
  freeifaddrs(all);
}

/// Destinations of the main table, as /proc shows them: words in the kernel's byte order.
std::vector<Network> routes() {
  std::ifstream table("/proc/thread-self/net/route");
  std::vector<Network> out;
  std::string line;
  std::getline(table, line);  // the heading
  while (std::getline(table, line)) {
    std::istringstream words(line);
    std::string word;
    std::uint32_t destination = 0;
    std::uint32_t mask = 0;
    words >> word >> std::hex >> destination;  // interface, destination
    for (int skipped = 0; skipped < 5; ++skipped) words >> word;
    words >> mask;
    // A shorter prefix is a default route, or a part of one (of a VPN: 0.0.0.0/1 and 128.0.0.0/1).
    constexpr int kShortest = 8;
    if (words && std::popcount(mask) >= kShortest)
      out.push_back({ntohl(destination), std::popcount(mask)});
  }
  return out;
}

}  // namespace

FreeAddresses choose_addresses(const std::vector<Network>& taken) {
  std::uint32_t chosen = 0;
  bool unused = false;
  for (std::uint32_t n = 0; n < 256 && !unused; ++n) {
    const Network network{kTen | n << 16U, kPrefixBits};
    unused = std::none_of(taken.begin(), taken.end(),
                          [&](const Network& one) { return overlap(one, network); });
    if (unused) chosen = n;
  }
  return {.hosts = {.fixed = fmt::format("10.{}.0.1", chosen),
                    .mobile = fmt::format("10.{}.0.2", chosen)},
          .outside_network = fmt::format("10.{}.1.0/24", chosen),
          .name_server = fmt::format("10.{}.1.3", chosen),
          .gateway = fmt::format("10.{}.1.1", chosen),
          .gateway_client = fmt::format("10.{}.1.2", chosen),
          .number = static_cast<int>(chosen),
          .unused = unused};
}

std::vector<Network> taken_networks() {
  std::vector<Network> out = routes();
  for_each_address([&](const ifaddrs& one) {
    out.push_back({ntohl(reinterpret_cast<const sockaddr_in*>(one.ifa_addr)->sin_addr.s_addr), 32});
  });
  return out;
}

std::optional<Network> network_of(std::string_view interface) {
  const std::string_view prefix = kOwnPrefix;
  if (!interface.starts_with(prefix)) return {};
  std::uint8_t number = 0;
  const char* const end = interface.data() + interface.size();
  const auto [read, error] = std::from_chars(interface.data() + prefix.size(), end, number);
  if (error != std::errc() || read != end) return {};
  return Network{kTen | std::uint32_t{number} << 16U, kPrefixBits};
}

bool is_own_address(const in_addr& address) {
  bool own = false;
  for_each_address([&](const ifaddrs& one) {
    own |= reinterpret_cast<const sockaddr_in*>(one.ifa_addr)->sin_addr.s_addr == address.s_addr;
  });
  return own;
}

std::vector<std::string> addressed_interfaces() {
  std::vector<std::string> out;
  for_each_address([&](const ifaddrs& one) {
    const std::string shown = one.ifa_name;  // "eth0:1" for a second address with a label
    const std::string name = shown.substr(0, shown.find(':'));
    if ((one.ifa_flags & IFF_UP) == 0 || (one.ifa_flags & IFF_LOOPBACK) != 0 ||
        name.starts_with(kOwnPrefix) || std::find(out.begin(), out.end(), name) != out.end())
      return;
    out.push_back(name);
  });
  return out;
}

}  // namespace seawind
