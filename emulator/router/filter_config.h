// SPDX-License-Identifier: GPL-3.0-or-later
// The packets of a class. All conditions that are given must hold; a condition holds if one of its
// values matches. Plain, validated values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace seawind {

template <typename T>
struct InclusiveRange {
  T first{};
  T last{};
};
using PortRange = InclusiveRange<std::uint16_t>;

/// The first `bits` bits of an address in network order; version is 4 or 6.
struct AddressPrefix {
  std::uint8_t version = 4;
  std::array<std::uint8_t, 16> bytes{};
  std::uint8_t bits = 0;
};

/// The flows whose hash modulo `modulo` is one of `remainders`.
struct FlowShare {
  std::uint32_t modulo = 1;
  std::vector<std::uint32_t> remainders;
};

struct FilterConfig {
  std::vector<std::uint8_t> dscp{};
  std::vector<std::uint8_t> ecn{};
  std::vector<std::uint8_t> protocol{};
  std::vector<PortRange> port{};  // source or destination
  std::vector<PortRange> source_port{};
  std::vector<PortRange> destination_port{};
  std::vector<AddressPrefix> address{};  // source or destination
  std::vector<AddressPrefix> source{};
  std::vector<AddressPrefix> destination{};
  std::optional<InclusiveRange<std::uint32_t>> length{};  // IP bytes
  std::optional<FlowShare> flow_hash{};
};

}  // namespace seawind
