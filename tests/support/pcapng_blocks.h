// SPDX-License-Identifier: GPL-3.0-or-later
// Reads pcapng files strictly, block by block and option by option: lengths, padding, closing
// options. Little-endian files only.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace seawind::test::pcapng {

using Bytes = std::vector<std::uint8_t>;

inline std::uint32_t get(const Bytes& bytes, std::size_t at, std::size_t count = 4) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8 | bytes.at(at + i);
  return value;
}

struct Option {
  std::uint32_t code;
  Bytes value;
  bool operator==(const Option&) const = default;
};
struct Block {
  std::uint32_t type;
  Bytes body;
  std::vector<Option> options;
};

/// Body bytes before the options.
inline std::size_t fixed_part(std::uint32_t type, const Bytes& body) {
  switch (type) {
    case 0x0a0d0d0a:
      return 16;
    case 1:
      return 8;
    case 5:
      return 12;
    default:
      return 20 + (get(body, 12) + 3) / 4 * 4;
  }
}

/// Reads a file strictly: lengths, padding, closing options.
inline std::vector<Block> blocks_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const Bytes all{std::istreambuf_iterator<char>(in), {}};
  std::vector<Block> blocks;
  for (std::size_t at = 0; at < all.size();) {
    const std::uint32_t length = get(all, at + 4);
    EXPECT_EQ(length % 4, 0u);
    EXPECT_EQ(get(all, at + length - 4), length);
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
    Block block{get(all, at), Bytes(begin + 8, begin + length - 4), {}};
    std::size_t o = fixed_part(block.type, block.body);
    bool closed = o == block.body.size();
    while (o < block.body.size()) {
      const std::uint32_t code = get(block.body, o, 2), size = get(block.body, o + 2, 2);
      const auto value = block.body.begin() + static_cast<std::ptrdiff_t>(o) + 4;
      o += 4 + (size + 3) / 4 * 4;
      if (code == 0) {
        closed = o == block.body.size();
        break;
      }
      block.options.push_back({code, Bytes(value, value + size)});
      for (std::size_t pad = size; pad % 4 != 0; ++pad) EXPECT_EQ(value[pad], 0);
    }
    EXPECT_TRUE(closed) << "opt_endofopt ends the block";
    blocks.push_back(std::move(block));
    at += length;
  }
  return blocks;
}

/// The content of a packet block.
struct PacketBlock {
  std::uint32_t interface = 0;
  std::int64_t time_ns = 0;
  Bytes bytes;
  std::uint32_t original_length = 0;
  std::vector<std::string> comments;
  std::uint64_t id = 0;
  std::uint32_t way = 0;      // 1 inbound, 2 outbound
  std::int64_t verdict = -1;  // -1: none
};

inline std::vector<PacketBlock> packets_of(const std::filesystem::path& file) {
  std::vector<PacketBlock> packets;
  for (const Block& block : blocks_of(file)) {
    if (block.type != 6) continue;
    PacketBlock p;
    p.interface = get(block.body, 0);
    p.time_ns =
        static_cast<std::int64_t>(std::uint64_t{get(block.body, 4)} << 32 | get(block.body, 8));
    const auto data = block.body.begin() + 20;
    p.bytes.assign(data, data + get(block.body, 12));
    p.original_length = get(block.body, 16);
    for (const Option& o : block.options) {
      if (o.code == 1) p.comments.emplace_back(o.value.begin(), o.value.end());
      if (o.code == 2) p.way = get(o.value, 0);
      if (o.code == 5) p.id = get(o.value, 0);
      if (o.code == 7) p.verdict = get(o.value, 1);
    }
    packets.push_back(std::move(p));
  }
  return packets;
}

}  // namespace seawind::test::pcapng
