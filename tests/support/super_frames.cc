// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/super_frames.h"

#include "common/wire/checksum.h"
#include "common/wire/network_order.h"

namespace seawind::test {
namespace {

constexpr std::size_t kEthernet = 14;

std::size_t up_to(RandomStream& random, std::size_t most) {
  return random.next() % (most + 1);
}

}  // namespace

SuperFrame random_super_frame(RandomStream& random) {
  const bool ipv4 = up_to(random, 1) == 0;
  const bool tcp = up_to(random, 2) != 0;
  const std::size_t ip = ipv4 ? 20 : 40;
  const std::size_t options = tcp ? 4 * up_to(random, 10) : 0;
  const std::size_t transport = tcp ? 20 + options : 8;
  const std::size_t head = kEthernet + ip + transport;
  const std::size_t segment = 100 + up_to(random, 1300);
  const bool one = up_to(random, 4) == 0;
  std::size_t payload = one ? 1 + up_to(random, segment - 1)
                            : segment + 1 + up_to(random, segment * (up_to(random, 62)));
  payload = std::min(payload, 65'535 - ip - transport);

  SuperFrame made;
  made.bytes.resize(head + payload);
  const std::span<std::uint8_t> frame(made.bytes);
  for (std::uint8_t& byte : frame) byte = static_cast<std::uint8_t>(random.next());
  frame[0] = frame[6] = 2;  // unicast, locally administered
  write16(frame, 12, ipv4 ? 0x0800 : 0x86dd);
  std::uint32_t pseudo = tcp ? 6 : 17;
  if (ipv4) {
    frame[kEthernet] = 0x45;
    write16(frame, kEthernet + 2, static_cast<std::uint32_t>(ip + transport + payload));
    write16(frame, kEthernet + 6, up_to(random, 1) == 0 ? 0x4000 : 0);
    frame[kEthernet + 9] = tcp ? 6 : 17;
    write16(frame, kEthernet + 10, 0);
    write16(frame, kEthernet + 10, checksum_fold(checksum_add(frame.subspan(kEthernet, ip))));
    pseudo = checksum_add(frame.subspan(kEthernet + 12, 8), pseudo);
  } else {
    frame[kEthernet] = static_cast<std::uint8_t>(0x60 | (frame[kEthernet] & 15));
    write16(frame, kEthernet + 4, static_cast<std::uint32_t>(transport + payload));
    frame[kEthernet + 6] = tcp ? 6 : 17;
    pseudo = checksum_add(frame.subspan(kEthernet + 8, 32), pseudo);
  }
  const std::span<std::uint8_t> header = frame.subspan(kEthernet + ip, transport);
  if (tcp) {
    header[12] = static_cast<std::uint8_t>((transport / 4) << 4);
    // In one case of four any flags but SYN and RST, otherwise data.
    header[13] =
        static_cast<std::uint8_t>(0x10 | (header[13] & (up_to(random, 3) == 0 ? 0xe9 : 0x08)));
    for (std::size_t i = 20; i < transport; ++i) header[i] = 1;  // no-operation options
  } else {
    write16(header, 4, static_cast<std::uint32_t>(transport + payload));
  }
  const std::size_t field = tcp ? 16 : 6;
  pseudo += static_cast<std::uint32_t>(transport + payload);
  write16(header, field, static_cast<std::uint16_t>(~checksum_fold(pseudo)));

  FrameDescription& d = made.description;
  d.flags = FrameDescription::kNeedsChecksum;
  d.checksum_start = static_cast<std::uint16_t>(kEthernet + ip);
  d.checksum_offset = static_cast<std::uint16_t>(field);
  if (one) return made;
  d.segmentation = !tcp   ? FrameDescription::kUdp
                   : ipv4 ? FrameDescription::kTcp4
                          : FrameDescription::kTcp6;
  if (tcp && (header[13] & 0x80) != 0) d.segmentation |= FrameDescription::kEcn;
  d.head_bytes = static_cast<std::uint16_t>(head);
  d.segment_bytes = static_cast<std::uint16_t>(segment);
  return made;
}

std::vector<std::vector<std::uint8_t>> packets_of(SuperFrame frame) {
  struct Collector : FrameHandler {
    void on_frame(const CapturedFrame& captured) override {
      auto& bytes = packets.emplace_back(captured.head.begin(), captured.head.end());
      bytes.insert(bytes.end(), captured.rest.begin(), captured.rest.end());
    }
    std::vector<std::vector<std::uint8_t>> packets{};
  } collector;
  if (!segment_into_packets(frame.bytes, frame.description, 0, collector))
    collector.packets.clear();
  return std::move(collector.packets);
}

}  // namespace seawind::test
