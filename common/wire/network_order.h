// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes numbers in network byte order: integers of 16 and 32 bits in headers, numbers of
// 64 bits in the payload of generated packets. The caller guarantees that the bytes exist.
#pragma once

#include <endian.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

inline void put_u64(char* at, std::uint64_t value) {
  value = htobe64(value);
  std::memcpy(at, &value, sizeof value);
}
inline std::uint64_t get_u64(const char* at) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return be64toh(value);
}
inline void put_i64(char* at, std::int64_t value) {
  put_u64(at, std::bit_cast<std::uint64_t>(value));
}
inline std::int64_t get_i64(const char* at) {
  return std::bit_cast<std::int64_t>(get_u64(at));
}
inline void put_double(char* at, double value) {
  put_u64(at, std::bit_cast<std::uint64_t>(value));
}
inline double get_double(const char* at) {
  return std::bit_cast<double>(get_u64(at));
}

}  // namespace seawind
