// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the IP packets of a capture file: pcap through libpcap, microsecond and nanosecond stamps;
// pcapng by pcapng_reader.h, interfaces of different link types too. Link types: Ethernet (802.1Q
// and 802.1ad tags are looked behind), raw IP, Linux cooked v1 and v2, BSD null and loop. What is
// not IP is skipped and counted, and so is what left a link in a capture Seawind wrote: the same
// packet is there a second time, as it came.
#pragma once

#include <pcap/pcap.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "emulator/offline/pcapng_reader.h"

namespace seawind {

struct CapturedIp {
  std::int64_t time_ns = 0;             // since the epoch
  std::span<const std::uint8_t> bytes;  // from the IP header on, as far as captured
  std::uint32_t original_length = 0;    // of the IP packet on the wire, padding of the frame aside
};

class CaptureReader {
 public:
  static constexpr std::uint32_t kLongestIp = 40 + 65'535;  // of IPv6, its header aside

  /// Throws InputError: no such file, not a capture, a link type that is not known.
  explicit CaptureReader(const std::string& path);

  /// The next IP packet, valid until the next call; nothing at the end. Throws InputError when the
  /// file ends in the middle of a packet or is damaged, or when a packet would be longer than IP
  /// packets can be.
  std::optional<CapturedIp> next();

  /// Frames skipped so far because they are not IP.
  std::uint64_t not_ip() const { return not_ip_; }
  /// Records skipped so far that tell of a packet leaving Seawind's link.
  std::uint64_t left_link() const { return left_link_; }

 private:
  struct ClosePcap {
    void operator()(pcap_t* pcap) const { pcap_close(pcap); }
  };
  std::optional<CapturedFrame> next_frame();
  void check_link_type(int link_type) const;

  std::string path_;
  std::optional<PcapngReader> pcapng_;
  std::unique_ptr<pcap_t, ClosePcap> pcap_;  // when it is no pcapng
  std::uint64_t read_ = 0;
  std::uint64_t not_ip_ = 0;
  std::uint64_t left_link_ = 0;
};

}  // namespace seawind
