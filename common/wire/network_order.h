// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes integers in network byte order. The caller guarantees that the bytes exist.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace seawind {

constexpr std::uint16_t read16(std::span<const std::uint8_t> bytes, std::size_t at) {
  return static_cast<std::uint16_t>(bytes[at] << 8 | bytes[at + 1]);
}

constexpr std::uint32_t read32(std::span<const std::uint8_t> bytes, std::size_t at) {
  return std::uint32_t{read16(bytes, at)} << 16 | read16(bytes, at + 2);
}

constexpr void write16(std::span<std::uint8_t> bytes, std::size_t at, std::uint32_t value) {
  bytes[at] = static_cast<std::uint8_t>(value >> 8);
  bytes[at + 1] = static_cast<std::uint8_t>(value);
}

constexpr void write32(std::span<std::uint8_t> bytes, std::size_t at, std::uint32_t value) {
  write16(bytes, at, value >> 16);
  write16(bytes, at + 2, value);
}

}  // namespace seawind
