// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the IP packets of a capture file through libpcap: pcap and pcapng, microsecond and
// nanosecond stamps. Link types: Ethernet (802.1Q and 802.1ad tags are looked behind), raw IP,
// Linux cooked v1 and v2, BSD null and loop. What is not IP is skipped and counted.
#pragma once

#include <pcap/pcap.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace seawind {

struct CapturedIp {
  std::int64_t time_ns = 0;             // since the epoch
  std::span<const std::uint8_t> bytes;  // from the IP header on, as far as captured
  std::uint32_t original_length = 0;    // of the IP packet on the wire, padding of the frame aside
};

class CaptureReader {
 public:
  /// Throws InputError: no such file, not a capture, a link type that is not known.
  explicit CaptureReader(const std::string& path);

  /// The next IP packet, valid until the next call; nothing at the end. Throws InputError when the
  /// file ends in the middle of a packet or is damaged.
  std::optional<CapturedIp> next();

  /// Frames skipped so far because they are not IP.
  std::uint64_t not_ip() const { return not_ip_; }

 private:
  struct ClosePcap {
    void operator()(pcap_t* pcap) const { pcap_close(pcap); }
  };
  std::string path_;
  std::unique_ptr<pcap_t, ClosePcap> pcap_;
  int link_type_ = 0;
  std::uint64_t read_ = 0;
  std::uint64_t not_ip_ = 0;
};

}  // namespace seawind
