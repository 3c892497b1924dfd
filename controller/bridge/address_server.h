// SPDX-License-Identifier: GPL-3.0-or-later
// The DHCP server of the devices at a mobile end: dnsmasq in a network namespace of its own, beside
// the devices, as that of an access network. Their name server is another one, behind the link.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "controller/bridge/serving_program.h"
#include "namespaces/interface.h"

namespace seawind {

/// A device that has an address.
struct Device {
  std::string mac;
  std::string address;
  std::string name;  // its host name in DHCP; empty: none
  bool operator==(const Device&) const = default;
};

struct AddressPlan {
  std::string address;             // ADDRESS/PREFIX of the server
  std::string gateway;             // of the devices
  std::string name_server;         // of the devices; empty: none
  std::vector<Device> reserved{};  // always get these addresses; other devices never do
};

/// An IPv4 address in host byte order, and its text.
std::uint32_t number_of(const std::string& address);
std::string text_of(std::uint32_t address);
/// "device 10.0.0.17 (02:00:00:00:00:07, phone)".
std::string device_text(const Device& device);
/// The devices in dnsmasq's file of leases of IPv4 addresses.
std::vector<Device> devices_of(std::string_view leases);
/// "FIRST,LAST" of each range of addresses in the network of `plan` that no other host has.
std::vector<std::string> ranges_of(const AddressPlan& plan);
/// The last addresses of these ranges, in descending order; at most `number`.
std::vector<std::string> last_addresses(const AddressPlan& plan, std::size_t number);

class AddressServer {
 public:
  /// Serves at `interface`, which has the address of the plan. The devices get its MTU. Throws
  /// Error, Stopped.
  AddressServer(const AddressPlan& plan, const InterfaceEnd& interface, const Directory& logs,
                const std::stop_token& stop);

  bool has_ended() const { return program_.has_ended(); }
  std::vector<Device> devices() const;

 private:
  Fd leases_;
  ServingProgram program_;
};

}  // namespace seawind
