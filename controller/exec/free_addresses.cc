// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/free_addresses.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <algorithm>

#include "common/error.h"

namespace seawind {
namespace {

constexpr std::uint32_t kTen = 10U << 24U;
constexpr int kPrefixBits = 23;

}  // namespace

FreeAddresses choose_addresses(const std::vector<std::uint32_t>& taken) {
  std::uint32_t chosen = 0;
  for (std::uint32_t n = 0; n < 256; ++n) {
    const std::uint32_t network = kTen | n << 16U;
    const bool used = std::any_of(taken.begin(), taken.end(), [&](std::uint32_t address) {
      return (address ^ network) >> (32 - kPrefixBits) == 0;
    });
    if (used) continue;
    chosen = n;
    break;
  }
  return {.hosts = {.fixed = fmt::format("10.{}.0.1", chosen),
                    .mobile = fmt::format("10.{}.0.2", chosen)},
          .uplink_network = fmt::format("10.{}.1.0/24", chosen),
          .name_server = fmt::format("10.{}.1.3", chosen)};
}

std::vector<std::uint32_t> own_addresses() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) throw system_error("list the addresses of this host");
  std::vector<std::uint32_t> out;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    out.push_back(ntohl(reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr.s_addr));
  }
  freeifaddrs(all);
  return out;
}

}  // namespace seawind
