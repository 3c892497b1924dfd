// SPDX-License-Identifier: GPL-3.0-or-later
// Event logs from fuzzed bytes. The bytes are the uncompressed log, so that mutations reach the
// records. An input that begins with the zstd magic number is used as the file.
#pragma once

#include <zstd.h>

#include <vector>

#include "controller/measure/metrics.h"
#include "tests/fuzz/fuzz.h"

namespace seawind::fuzz {

inline void fill_log(MemoryFile& file, std::span<const std::uint8_t> bytes) {
  constexpr std::uint8_t kZstd[] = {0x28, 0xb5, 0x2f, 0xfd};
  if (bytes.size() >= sizeof kZstd && std::equal(kZstd, kZstd + sizeof kZstd, bytes.begin())) {
    return file.fill(bytes);
  }
  std::vector<std::uint8_t> packed(ZSTD_compressBound(bytes.size()));
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), -5));
  file.fill(packed);
}

/// A flow of every kind on ports 5001 to 5005, 1000 bytes the transfer.
inline std::vector<FlowSpec> flows(std::uint8_t which) {
  static constexpr FlowKind kKinds[] = {FlowKind::kTransfer, FlowKind::kHttp, FlowKind::kStream,
                                        FlowKind::kRoundTrips, FlowKind::kFree};
  std::vector<FlowSpec> all;
  for (std::size_t i = 0; i < std::size(kKinds); ++i) {
    if ((which >> i & 1) == 0) continue;
    all.push_back({.name = "f" + std::to_string(i),
                   .competitor = i % 2 != 0,
                   .downlink = (which & 0x20) == 0,
                   .sink_port = static_cast<std::uint16_t>(5001 + i),
                   .size = kKinds[i] == FlowKind::kTransfer ? 1000 : 0,
                   .kind = kKinds[i],
                   .burst_packets = (which & 0x40) != 0 ? 2 : 0,
                   .lifetime = (which & 0x80) != 0 ? 100'000'000 : 0});
  }
  return all;
}

}  // namespace seawind::fuzz
