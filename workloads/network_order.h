// SPDX-License-Identifier: GPL-3.0-or-later
// 64-bit numbers in network byte order, for the payload of generated packets.
#pragma once

#include <endian.h>

#include <bit>
#include <cstdint>
#include <cstring>

namespace seawind {

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
