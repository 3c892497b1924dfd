// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ip_bytes.h"

#include <stdexcept>

namespace seawind::test {

std::vector<std::uint8_t> ipv4_udp(std::size_t size, std::uint16_t source_port,
                                   std::uint16_t destination_port) {
  if (size < 28 || size > 65535) throw std::invalid_argument("ipv4_udp: size outside 28..65535");
  std::vector<std::uint8_t> bytes(size);
  const auto put16 = [&bytes](std::size_t at, std::size_t value) {
    bytes[at] = static_cast<std::uint8_t>(value >> 8);
    bytes[at + 1] = static_cast<std::uint8_t>(value);
  };
  bytes[0] = 0x45;
  put16(2, size);
  bytes[8] = 64;
  bytes[9] = 17;
  put16(20, source_port);
  put16(22, destination_port);
  put16(24, size - 20);
  return bytes;
}

}  // namespace seawind::test
