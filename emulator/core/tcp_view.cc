// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/tcp_view.h"

#include <span>

#include "common/wire/ip_parse.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"

namespace seawind {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kFixedHeader = 20;

void read_options(TcpView& view, Bytes options) {
  constexpr std::uint8_t kEnd = 0, kNothing = 1, kTimestamps = 8;
  for (std::size_t at = 0; at < options.size();) {
    const std::uint8_t kind = options[at];
    if (kind == kEnd) return;
    if (kind == kNothing) {
      ++at;
      continue;
    }
    if (at + 2 > options.size()) return;
    const std::size_t length = options[at + 1];
    if (length < 2 || at + length > options.size()) return;
    if (kind == kTimestamps && length == 10) {
      view.timestamps = {read32(options, at + 2), read32(options, at + 6)};
    }
    at += length;
  }
}

}  // namespace

std::optional<TcpView> tcp_view(const Packet& packet) {
  const IpView& ip = packet.ip();
  if (ip.version == 0 || ip.protocol != ip_protocol::kTcp) return {};
  const Bytes bytes = packet.ip_bytes();
  if (is_fragment(ip, bytes)) return {};
  const Bytes segment = bytes.subspan(ip.header_bytes);
  if (segment.size() < kFixedHeader) return {};
  const std::size_t header = std::size_t{segment[12]} / 16 * 4;
  if (header < kFixedHeader || header > segment.size()) return {};
  TcpView view;
  view.source_port = read16(segment, 0);
  view.destination_port = read16(segment, 2);
  view.sequence = read32(segment, 4);
  view.acknowledgement = read32(segment, 8);
  view.flags = segment[13];
  view.window = read16(segment, 14);
  view.header_bytes = static_cast<std::uint16_t>(header);
  view.payload_bytes = static_cast<std::uint32_t>(segment.size() - header);
  read_options(view, segment.subspan(kFixedHeader, header - kFixedHeader));
  return view;
}

}  // namespace seawind
