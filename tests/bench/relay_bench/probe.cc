// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/probe.h"

#include <array>
#include <cstring>
#include <stdexcept>

#include "common/wire/checksum.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"

namespace seawind::bench {
namespace {

constexpr std::uint16_t kPort = 9;            // discard
constexpr std::uint32_t kMagic = 0x5ea317d0;  // in the payload's first four bytes
constexpr std::size_t kIp = kEthernetHeader;
constexpr std::size_t kUdp = kIp + 20;
constexpr std::size_t kPayload = kUdp + 8;

}  // namespace

ProbeFrame::ProbeFrame(std::size_t ip_bytes) : bytes_(kEthernetHeader + ip_bytes) {
  if (ip_bytes < kProbeSnap - kEthernetHeader) throw std::invalid_argument("probe too short");
  // An unused MAC address: the receiving stack drops the frame immediately. An accepted frame would
  // charge the ICMP answer to the relay's injecting call.
  const std::uint8_t ethernet[] = {2, 0, 0, 0, 0, 0x99, 2, 0, 0, 0, 0, 1, 8, 0};
  std::memcpy(bytes_.data(), ethernet, sizeof ethernet);
  const auto ip = std::span(bytes_).subspan(kIp);
  ip[0] = 0x45;
  write16(ip, 2, static_cast<std::uint32_t>(ip_bytes));
  ip[6] = 0x40;  // do not fragment
  ip[8] = 64;
  ip[9] = ip_protocol::kUdp;
  const std::uint8_t addresses[] = {10, 0, 0, 1, 10, 0, 0, 2};
  std::memcpy(&ip[12], addresses, sizeof addresses);
  write16(ip, 10, checksum_fold(checksum_add(ip.first(20))));
  const auto udp = ip.subspan(20);
  write16(udp, 0, kPort);
  write16(udp, 2, kPort);
  write16(udp, 4, static_cast<std::uint32_t>(ip_bytes - 20));  // checksum 0: none
  write32(bytes_, kPayload, kMagic);
}

void ProbeFrame::set(std::uint32_t link, std::uint64_t number) {
  std::memcpy(bytes_.data() + kPayload + 4, &link, sizeof link);
  std::memcpy(bytes_.data() + kPayload + 8, &number, sizeof number);
}

ProbeId read_probe(const std::uint8_t* frame) {
  ProbeId id;
  std::memcpy(&id.link, frame + kPayload + 4, sizeof id.link);
  std::memcpy(&id.number, frame + kPayload + 8, sizeof id.number);
  return id;
}

std::span<const sock_filter> probe_filter() {
  static const std::array<sock_filter, 8> program = {{
      BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 12),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x0800, 0, 5),
      BPF_STMT(BPF_LD | BPF_H | BPF_ABS, kUdp + 2),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kPort, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kPayload),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMagic, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, kProbeSnap),
      BPF_STMT(BPF_RET | BPF_K, 0),
  }};
  return program;
}

}  // namespace seawind::bench
