// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/capture_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/wire/ip_parse.h"
#include "common/wire/network_order.h"
#include "emulator/offline/input_error.h"

namespace seawind {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint16_t kIpv4 = 0x0800, kIpv6 = 0x86dd, kVlan = 0x8100, kServiceVlan = 0x88a8;

/// Offset of the IP header behind the EtherType at offset `at`; nothing if the frame is not IP.
std::optional<std::size_t> behind_ether_type(Bytes frame, std::size_t at) {
  while (at + 2 <= frame.size()) {
    const std::uint16_t type = read16(frame, at);
    if (type == kIpv4 || type == kIpv6) return at + 2;
    if (type != kVlan && type != kServiceVlan) return {};
    at += 4;
  }
  return {};
}

std::optional<std::size_t> ip_offset(int link_type, Bytes frame) {
  switch (link_type) {
    case DLT_EN10MB:
      return behind_ether_type(frame, 12);
    case DLT_LINUX_SLL:
      return behind_ether_type(frame, 14);
    case DLT_LINUX_SLL2:
      if (frame.size() < 20 || (read16(frame, 0) != kIpv4 && read16(frame, 0) != kIpv6)) return {};
      return 20;
    case DLT_NULL:
    case DLT_LOOP:  // the family number is system-specific, the version nibble is not
      return 4;
    default:
      return 0;
  }
}

bool known(int link_type) {
  switch (link_type) {
    case DLT_EN10MB:
    case DLT_LINUX_SLL:
    case DLT_LINUX_SLL2:
    case DLT_NULL:
    case DLT_LOOP:
    case DLT_RAW:
    case DLT_IPV4:
    case DLT_IPV6:
      return true;
    default:
      return false;
  }
}

}  // namespace

CaptureReader::CaptureReader(const std::string& path) : path_(path) {
  if (PcapngReader::is_pcapng(path)) {
    pcapng_.emplace(path);
    return;
  }
  char reason[PCAP_ERRBUF_SIZE] = "";
  pcap_.reset(
      pcap_open_offline_with_tstamp_precision(path.c_str(), PCAP_TSTAMP_PRECISION_NANO, reason));
  if (!pcap_) {
    const std::string text = reason;  // some of libpcap's texts begin with the path
    const bool has_path = text.starts_with(path + ": ");
    throw InputError(fmt::format("cannot read the capture {}: {}", path,
                                 has_path ? text.substr(path.size() + 2) : text));
  }
  check_link_type(pcap_datalink(pcap_.get()));
}

void CaptureReader::check_link_type(int link_type) const {
  if (known(link_type)) return;
  const char* name = pcap_datalink_val_to_name(link_type);
  throw InputError(fmt::format(
      "cannot read the capture {}: its link type is {} ({}); known are Ethernet, raw IP, Linux "
      "cooked, null and loop",
      path_, name != nullptr ? name : "unknown", link_type));
}

std::optional<CaptureRecord> CaptureReader::next_frame() {
  if (pcapng_) {
    auto frame = pcapng_->next();
    constexpr int kRawInFiles = 101;  // LINKTYPE_RAW; libpcap's DLT_RAW is system-specific
    if (frame && frame->link_type == kRawInFiles) frame->link_type = DLT_RAW;
    if (frame) check_link_type(frame->link_type);
    return frame;
  }
  pcap_pkthdr* header = nullptr;
  const u_char* data = nullptr;
  const int got = pcap_next_ex(pcap_.get(), &header, &data);
  if (got == PCAP_ERROR_BREAK) return {};
  if (got != 1) {
    throw InputError(fmt::format("cannot read the capture {} after packet {}: {}", path_, read_,
                                 pcap_geterr(pcap_.get())));
  }
  CaptureRecord out;
  // The file has 32 bits for each part, so the sum is below 2^63 ns.
  out.time_ns = std::int64_t{header->ts.tv_sec} * 1'000'000'000 + header->ts.tv_usec;
  if (out.time_ns < 0) {
    throw InputError(fmt::format("cannot read the capture {}: packet {} was captured before 1970",
                                 path_, read_ + 1));
  }
  out.link_type = pcap_datalink(pcap_.get());
  out.bytes = Bytes(data, header->caplen);
  out.original_length = std::max(header->len, header->caplen);
  return out;
}

std::optional<CapturedIp> CaptureReader::next() {
  while (const auto frame = next_frame()) {
    ++read_;
    if (frame->is_exit_record) {
      ++exit_records_;
      continue;
    }
    const auto offset = ip_offset(frame->link_type, frame->bytes);
    const Bytes ip =
        offset && *offset < frame->bytes.size() ? frame->bytes.subspan(*offset) : Bytes();
    const int version = ip.empty() ? 0 : ip[0] >> 4;
    if (version != 4 && version != 6) {
      ++not_ip_;
      continue;
    }
    CapturedIp out;
    out.time_ns = frame->time_ns;
    const auto on_wire = static_cast<std::uint32_t>(frame->original_length - *offset);
    const std::uint32_t stated = ip_length(ip);
    out.original_length = stated != 0 && stated < on_wire ? stated : on_wire;
    if (out.original_length > kLongestIp) {
      throw InputError(fmt::format(
          "cannot read the capture {}: packet {} has {} bytes by its record; an IP packet has at "
          "most {}",
          path_, read_, out.original_length, kLongestIp));
    }
    out.bytes = ip.first(std::min<std::size_t>(ip.size(), out.original_length));
    return out;
  }
  return {};
}

}  // namespace seawind
