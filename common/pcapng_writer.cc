// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/pcapng_writer.h"

#include <algorithm>
#include <cassert>

#include "common/error.h"

namespace seawind {
namespace {

constexpr std::size_t kLongestOption = 65535;

/// The text, cut between UTF-8 characters to the maximum length of an option.
std::string_view fitting(std::string_view text) {
  if (text.size() <= kLongestOption) return text;
  std::size_t end = kLongestOption;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace

PcapngWriter::PcapngWriter(const std::string& path, const Section& section) : path_(path) {
  file_.reset(std::fopen(path.c_str(), "wbe"));
  if (!file_) fail("create");
  begin_block(0x0a0d0d0a);
  put32(0x1a2b3c4d);  // byte order
  put16(1);           // version 1.0
  put16(0);
  put64(~std::uint64_t{0});  // section length unknown
  const std::size_t options = block_.size();
  put_text(1, section.comment);
  put_text(4, section.application);
  end_block(options);
}

std::uint32_t PcapngWriter::add_interface(const Interface& interface) {
  begin_block(1);
  put16(101);  // LINKTYPE_RAW: IP packets
  put16(0);
  put32(interface.snap_length);
  const std::size_t options = block_.size();
  put_text(2, interface.name);
  put_text(3, interface.description);
  if (interface.speed) put_option(8, 8, [&] { put64(*interface.speed); });
  put_option(9, 1, [&] { block_.push_back(9); });  // stamps count nanoseconds
  end_block(options);
  return interfaces_++;
}

void PcapngWriter::write(const Packet& packet) {
  assert(packet.interface < interfaces_ && packet.time_ns >= 0);
  assert(packet.original_length >= packet.bytes.size());
  begin_block(6);
  put32(packet.interface);
  put_stamp(packet.time_ns);
  put32(static_cast<std::uint32_t>(packet.bytes.size()));
  put32(packet.original_length);
  put_bytes(packet.bytes);
  const std::size_t options = block_.size();
  for (const std::string& comment : packet.comments) put_text(1, comment);
  if (packet.way != Way::kUnknown) {
    put_option(2, 4, [&] { put32(static_cast<std::uint32_t>(packet.way)); });
  }
  if (packet.packet_id) put_option(5, 8, [&] { put64(*packet.packet_id); });
  if (packet.queue) put_option(6, 4, [&] { put32(*packet.queue); });
  if (packet.verdict) {
    put_option(7, 9, [&] {
      block_.push_back(1);  // a verdict of the kernel's traffic control
      put64(*packet.verdict);
    });
  }
  end_block(options);
}

void PcapngWriter::write(const Statistics& statistics) {
  assert(statistics.interface < interfaces_);
  begin_block(5);
  put32(statistics.interface);
  put_stamp(statistics.time_ns);
  const std::size_t options = block_.size();
  const auto stamp = [this](std::uint16_t code, const std::optional<std::int64_t>& at) {
    if (at) put_option(code, 8, [&] { put_stamp(*at); });
  };
  const auto count = [this](std::uint16_t code, const std::optional<std::uint64_t>& of) {
    if (of) put_option(code, 8, [&] { put64(*of); });
  };
  stamp(2, statistics.start_ns);
  stamp(3, statistics.end_ns);
  count(4, statistics.received);
  count(5, statistics.dropped);
  count(8, statistics.delivered);
  end_block(options);
}

void PcapngWriter::close() {
  std::FILE* file = file_.release();
  if (std::fclose(file) != 0) fail("write");
}

void PcapngWriter::put16(std::uint16_t value) {
  block_.push_back(static_cast<std::uint8_t>(value));
  block_.push_back(static_cast<std::uint8_t>(value >> 8));
}
void PcapngWriter::put32(std::uint32_t value) {
  put16(static_cast<std::uint16_t>(value));
  put16(static_cast<std::uint16_t>(value >> 16));
}
void PcapngWriter::put64(std::uint64_t value) {
  put32(static_cast<std::uint32_t>(value));
  put32(static_cast<std::uint32_t>(value >> 32));
}
/// The upper half first, each half in the section's byte order.
void PcapngWriter::put_stamp(std::int64_t time_ns) {
  const auto stamp = static_cast<std::uint64_t>(time_ns);
  put32(static_cast<std::uint32_t>(stamp >> 32));
  put32(static_cast<std::uint32_t>(stamp));
}
void PcapngWriter::put_bytes(std::span<const std::uint8_t> bytes) {
  block_.insert(block_.end(), bytes.begin(), bytes.end());
  block_.resize((block_.size() + 3) / 4 * 4);
}
void PcapngWriter::put_text(std::uint16_t code, std::string_view text) {
  text = fitting(text);
  if (text.empty()) return;
  put_option(code, text.size(), [&] { block_.insert(block_.end(), text.begin(), text.end()); });
}

template <typename Put>
void PcapngWriter::put_option(std::uint16_t code, std::size_t length, Put put) {
  put16(code);
  put16(static_cast<std::uint16_t>(length));
  put();
  block_.resize((block_.size() + 3) / 4 * 4);
}

void PcapngWriter::begin_block(std::uint32_t type) {
  block_.clear();
  put32(type);
  put32(0);  // the length, known at the end
}

void PcapngWriter::end_block(std::size_t options_from) {
  if (block_.size() > options_from) put32(0);  // opt_endofopt
  const auto length = static_cast<std::uint32_t>(block_.size() + 4);
  put32(length);
  std::copy_n(block_.end() - 4, 4, block_.begin() + 4);
  if (std::fwrite(block_.data(), 1, block_.size(), file_.get()) != block_.size()) fail("write");
}

void PcapngWriter::fail(const char* what) const {
  throw system_error(std::string(what) + " the capture " + path_);
}

}  // namespace seawind
