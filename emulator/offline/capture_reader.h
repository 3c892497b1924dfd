// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the IP packets of a capture file. pcap (microsecond and nanosecond stamps) is read through
// libpcap, pcapng by pcapng_reader.h, which accepts interfaces of different link types. Link types:
// Ethernet (802.1Q and 802.1ad tags are skipped), raw IP, Linux cooked v1 and v2, BSD null and
// loop. Frames that are not IP are skipped and counted. In a capture written by Seawind, the
// records of packets that leave the link are also skipped and counted, because the same packets are
// recorded at their entry.
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
  std::span<const std::uint8_t> bytes;  // starting at the IP header, as far as captured
  std::uint32_t original_length = 0;    // of the IP packet on the wire, without frame padding
};

class CaptureReader {
 public:
  static constexpr std::uint32_t kLongestIp = 40 + 65'535;  // IPv6: header and largest payload

  /// Throws InputError: the file is missing, not a capture, or of an unknown link type.
  explicit CaptureReader(const std::string& path);

  /// Returns the next IP packet, valid until the next call; nothing at the end of the file. Throws
  /// InputError if the file is truncated or damaged, or if a packet exceeds the maximum length of
  /// IP.
  std::optional<CapturedIp> next();

  /// Number of frames skipped so far because they are not IP.
  std::uint64_t not_ip() const { return not_ip_; }
  /// Number of records skipped so far because they report a packet that leaves Seawind's link.
  std::uint64_t exit_records() const { return exit_records_; }

 private:
  struct ClosePcap {
    void operator()(pcap_t* pcap) const { pcap_close(pcap); }
  };
  std::optional<CaptureRecord> next_frame();
  void check_link_type(int link_type) const;

  std::string path_;
  std::optional<PcapngReader> pcapng_;
  std::unique_ptr<pcap_t, ClosePcap> pcap_;  // null for pcapng
  std::uint64_t read_ = 0;
  std::uint64_t not_ip_ = 0;
  std::uint64_t exit_records_ = 0;
};

}  // namespace seawind
