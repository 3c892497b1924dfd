// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/probe.h"

#include <array>
#include <cstring>
#include <stdexcept>

namespace seawind::bench {
namespace {

constexpr std::uint16_t kPort = 9;            // discard
constexpr std::uint32_t kMagic = 0x5ea317d0;  // in the payload's first four bytes
constexpr std::size_t kIp = kEthernetHeader;
constexpr std::size_t kUdp = kIp + 20;
constexpr std::size_t kPayload = kUdp + 8;

void put16(std::uint8_t* at, std::size_t value) {
  at[0] = static_cast<std::uint8_t>(value >> 8);
  at[1] = static_cast<std::uint8_t>(value);
}

std::uint16_t ip_checksum(const std::uint8_t* header) {
  std::uint32_t sum = 0;
  for (int i = 0; i < 20; i += 2) sum += static_cast<std::uint32_t>(header[i] << 8) + header[i + 1];
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

}  // namespace

ProbeFrame::ProbeFrame(std::size_t ip_bytes) : bytes_(kEthernetHeader + ip_bytes) {
  if (ip_bytes < kProbeSnap - kEthernetHeader) throw std::invalid_argument("probe too short");
  // An unused MAC address: the receiving stack drops the frame immediately. An accepted frame would
  // charge the ICMP answer to the relay's injecting call.
  const std::uint8_t ethernet[] = {2, 0, 0, 0, 0, 0x99, 2, 0, 0, 0, 0, 1, 8, 0};
  std::memcpy(bytes_.data(), ethernet, sizeof ethernet);
  std::uint8_t* ip = bytes_.data() + kIp;
  ip[0] = 0x45;
  put16(ip + 2, ip_bytes);
  ip[6] = 0x40;  // do not fragment
  ip[8] = 64;
  ip[9] = 17;
  const std::uint8_t addresses[] = {10, 0, 0, 1, 10, 0, 0, 2};
  std::memcpy(ip + 12, addresses, sizeof addresses);
  put16(ip + 10, ip_checksum(ip));
  std::uint8_t* udp = bytes_.data() + kUdp;
  put16(udp, kPort);
  put16(udp + 2, kPort);
  put16(udp + 4, ip_bytes - 20);  // checksum 0: none
  std::uint8_t* payload = bytes_.data() + kPayload;
  put16(payload, kMagic >> 16);
  put16(payload + 2, kMagic & 0xffff);
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
