// SPDX-License-Identifier: GPL-3.0-or-later
// Capture files for tests, written by libpcap.
#pragma once

#include <pcap/pcap.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace seawind::test {

class CaptureFile {
 public:
  CaptureFile(const std::string& path, int link_type, int snap_length = 65535)
      : pcap_(pcap_open_dead_with_tstamp_precision(link_type, snap_length,
                                                   PCAP_TSTAMP_PRECISION_NANO)),
        out_(pcap_dump_open(pcap_, path.c_str())),
        snap_length_(static_cast<std::size_t>(snap_length)) {
    if (out_ == nullptr) throw std::runtime_error(pcap_geterr(pcap_));
  }
  CaptureFile(const CaptureFile&) = delete;
  CaptureFile& operator=(const CaptureFile&) = delete;
  ~CaptureFile() {
    pcap_dump_close(out_);
    pcap_close(pcap_);
  }

  void add(std::int64_t time_ns, const std::vector<std::uint8_t>& frame) {
    pcap_pkthdr header{};
    header.ts.tv_sec = time_ns / 1'000'000'000;
    header.ts.tv_usec = time_ns % 1'000'000'000;
    header.len = static_cast<bpf_u_int32>(frame.size());
    header.caplen = static_cast<bpf_u_int32>(std::min(frame.size(), snap_length_));
    pcap_dump(reinterpret_cast<u_char*>(out_), &header, frame.data());
  }

 private:
  pcap_t* pcap_;
  pcap_dumper_t* out_;
  std::size_t snap_length_;
};

}  // namespace seawind::test
