// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/sides.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/to_number.h"
#include "emulator/offline/capture_reader.h"
#include "emulator/offline/input_error.h"

namespace seawind {
namespace {

using Bytes = std::span<const std::uint8_t>;

struct Addresses {
  std::uint8_t version = 0;
  Bytes source;
  Bytes destination;
};

std::optional<Addresses> addresses(Bytes ip) {
  if (ip.size() >= 20 && ip[0] >> 4 == 4) return Addresses{4, ip.subspan(12, 4), ip.subspan(16, 4)};
  if (ip.size() >= 40 && ip[0] >> 4 == 6) {
    return Addresses{6, ip.subspan(8, 16), ip.subspan(24, 16)};
  }
  return {};
}

}  // namespace

bool AddressRange::contains(std::uint8_t ip_version, Bytes other) const {
  if (ip_version != version) return false;
  for (int bit = 0; bit < prefix; ++bit) {
    const auto byte = static_cast<std::size_t>(bit / 8);
    if (((address[byte] ^ other[byte]) & 0x80 >> bit % 8) != 0) return false;
  }
  return true;
}

std::string AddressRange::text() const {
  char out[INET6_ADDRSTRLEN] = "";
  ::inet_ntop(version == 4 ? AF_INET : AF_INET6, address.data(), out, sizeof out);
  const int whole = version == 4 ? 32 : 128;
  return prefix == whole ? out : fmt::format("{}/{}", out, prefix);
}

AddressRange address_range(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::string address = text.substr(0, slash);
  AddressRange range;
  if (::inet_pton(AF_INET, address.c_str(), range.address.data()) != 1) {
    range.version = 6;
    if (::inet_pton(AF_INET6, address.c_str(), range.address.data()) != 1) {
      throw InputError(fmt::format(
          "`{}` is not an address: write 10.0.0.1, 10.0.0.0/24, fd00::1 or fd00::/64", text));
    }
  }
  const int whole = range.version == 4 ? 32 : 128;
  range.prefix = whole;
  if (slash != std::string::npos) {
    const auto prefix = to_number<int>(text.substr(slash + 1));
    if (!prefix || *prefix < 0 || *prefix > whole) {
      throw InputError(fmt::format("`{}`: the prefix length is 0 to {}", text, whole));
    }
    range.prefix = *prefix;
  }
  return range;
}

std::optional<Direction> Sides::direction_of(Bytes ip) const {
  const auto both = addresses(ip);
  if (!both) return {};
  const auto inside = [&](Bytes address) {
    return std::any_of(ranges.begin(), ranges.end(), [&](const AddressRange& range) {
      return range.contains(both->version, address);
    });
  };
  const bool from = inside(both->source), to = inside(both->destination);
  if (from == to) return {};
  return from == ranges_are_fixed_side ? Direction::kDownlink : Direction::kUplink;
}

Sides guess_sides(const std::string& capture) {
  struct Received {
    std::uint64_t bytes = 0;
    std::uint64_t order = 0;
  };
  std::map<std::pair<std::uint8_t, std::array<std::uint8_t, 16>>, Received> hosts;
  CaptureReader in(capture);
  while (const auto packet = in.next()) {
    const auto both = addresses(packet->bytes);
    if (!both) continue;
    std::array<std::uint8_t, 16> address{};
    std::ranges::copy(both->destination, address.begin());
    Received& host =
        hosts.try_emplace({both->version, address}, Received{0, hosts.size()}).first->second;
    host.bytes += packet->original_length;
  }
  if (hosts.empty())
    throw InputError(fmt::format("cannot replay {}: it has no IP packet", capture));
  const auto most = std::max_element(hosts.begin(), hosts.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second.bytes, ~a.second.order) < std::pair(b.second.bytes, ~b.second.order);
  });
  const auto& [version, address] = most->first;
  return {false, {{version, address, version == 4 ? 32 : 128}}};
}

}  // namespace seawind
