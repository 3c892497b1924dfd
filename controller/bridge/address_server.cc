// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/address_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>

#include "common/memory_file.h"
#include "common/printable.h"

namespace seawind {
namespace {

constexpr auto kLeaseTime = "10m";  // short: after a restart of the bridge, devices soon renew

/// Addresses that no other host has, `first` and `last` included.
struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

std::vector<Range> free_ranges(const AddressPlan& plan) {
  constexpr int kBits = 32;
  const auto slash = plan.address.find('/');
  const std::string own = plan.address.substr(0, slash);
  const int prefix = std::stoi(plan.address.substr(slash + 1));
  const std::uint64_t size = std::uint64_t{1} << (kBits - prefix);
  const std::uint64_t first = number_of(own) / size * size;
  std::array<std::uint64_t, 4> used{first, number_of(own), number_of(plan.gateway),
                                    first + size - 1};
  std::sort(used.begin(), used.end());
  std::vector<Range> out;
  for (std::size_t i = 0; i + 1 < used.size(); ++i)
    if (used[i] + 1 < used[i + 1])
      out.push_back(
          {static_cast<std::uint32_t>(used[i] + 1), static_cast<std::uint32_t>(used[i + 1] - 1)});
  return out;
}

ServingStart start_of(const AddressPlan& plan, const InterfaceEnd& interface, const Fd& leases) {
  ServingStart out{
      .program = "dnsmasq",
      .package = "dnsmasq-base",
      .arguments = {"--keep-in-foreground", "--conf-file=/dev/null",
                    "--pid-file=", "--log-facility=-", "--port=0", "--interface=" + interface.name,
                    "--bind-interfaces", "--no-hosts", "--dhcp-authoritative",
                    // A ping of an address before its lease would cross the link.
                    "--no-ping", "--dhcp-leasefile=/proc/self/fd/0",
                    "--dhcp-option=option:router," + plan.gateway,
                    fmt::format("--dhcp-option=option:mtu,{}", interface.mtu)},
      .input = leases.get(),
      .network_namespace = interface.network_namespace,
      .rights = Rights{.ids = kNobody,
                       .kept = capabilities({CAP_NET_ADMIN}),  // it sends to hosts without address
                       .bounding = capabilities({CAP_NET_ADMIN}),
                       .ambient = capabilities({CAP_NET_ADMIN})},
      .ready = "started, version"};
  for (const std::string& range : ranges_of(plan))
    out.arguments.push_back(fmt::format("--dhcp-range={},{}", range, kLeaseTime));
  for (const Device& one : plan.reserved)
    out.arguments.push_back(fmt::format("--dhcp-host={},{}", one.mac, one.address));
  // An option without a value: no name server. dnsmasq would otherwise announce itself.
  out.arguments.push_back("--dhcp-option=option:dns-server" +
                          (plan.name_server.empty() ? "" : "," + plan.name_server));
  return out;
}

}  // namespace

std::uint32_t number_of(const std::string& address) {
  in_addr parsed{};
  inet_pton(AF_INET, address.c_str(), &parsed);
  return ntohl(parsed.s_addr);
}

std::string text_of(std::uint32_t address) {
  const in_addr out{.s_addr = htonl(address)};
  std::array<char, INET_ADDRSTRLEN> text{};
  return inet_ntop(AF_INET, &out, text.data(), text.size());
}

std::string device_text(const Device& device) {
  return fmt::format("device {} ({}{}{})", device.address, device.mac,
                     device.name.empty() ? "" : ", ", printable(device.name));
}

std::vector<Device> devices_of(std::string_view leases) {
  std::vector<Device> out;
  std::istringstream lines{std::string(leases)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string expiry;
    Device one;
    if (!(words >> expiry >> one.mac >> one.address >> one.name)) continue;
    if (one.name == "*") one.name.clear();
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<std::string> ranges_of(const AddressPlan& plan) {
  std::vector<std::string> out;
  for (const Range& range : free_ranges(plan))
    out.push_back(fmt::format("{},{}", text_of(range.first), text_of(range.last)));
  return out;
}

std::vector<std::string> last_addresses(const AddressPlan& plan, std::size_t number) {
  std::vector<std::string> out;
  const std::vector<Range> ranges = free_ranges(plan);
  for (auto range = ranges.rbegin(); range != ranges.rend(); ++range)
    for (std::uint32_t i = range->last; i >= range->first && out.size() < number; --i)
      out.push_back(text_of(i));
  return out;
}

AddressServer::AddressServer(const AddressPlan& plan, const InterfaceEnd& interface,
                             const Directory& logs, const std::stop_token& stop)
    : leases_(memory_file("keep the leases of addresses")),
      program_(start_of(plan, interface, leases_), logs, stop) {}

std::vector<Device> AddressServer::devices() const {
  return devices_of(content_of(leases_).value_or(""));
}

}  // namespace seawind
