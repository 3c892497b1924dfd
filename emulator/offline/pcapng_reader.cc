// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/pcapng_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <string_view>

#include "emulator/offline/input_error.h"

namespace seawind {
namespace {

using Bytes = std::span<const std::uint8_t>;
__extension__ using Wide = __int128;

enum Block : std::uint32_t {
  kInterface = 1,
  kOldPacket = 2,
  kSimplePacket = 3,
  kPacket = 6,
  kSection = 0x0a0d0d0a
};
constexpr std::uint32_t kByteOrder = 0x1a2b3c4d;

std::uint32_t little32(Bytes from, std::size_t at) {
  return std::uint32_t{from[at]} | std::uint32_t{from[at + 1]} << 8 |
         std::uint32_t{from[at + 2]} << 16 | std::uint32_t{from[at + 3]} << 24;
}

}  // namespace

bool PcapngReader::is_pcapng(const std::string& path) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rbe"));
  std::array<std::uint8_t, 4> magic{};
  return file && std::fread(magic.data(), 1, 4, file.get()) == 4 && little32(magic, 0) == kSection;
}

PcapngReader::PcapngReader(const std::string& path)
    : path_(path), file_(std::fopen(path.c_str(), "rbe")) {
  if (!file_) fail(std::strerror(errno));
}

void PcapngReader::fail(const std::string& why) const {
  const std::string where = read_ > 0 ? fmt::format(" after packet {}", read_) : "";
  throw InputError(fmt::format("cannot read the capture {}{}: {}", path_, where, why));
}

std::uint16_t PcapngReader::get16(Bytes from, std::size_t at) const {
  const int first = from[at];
  const int second = from[at + 1];
  return static_cast<std::uint16_t>(big_endian_ ? first << 8 | second : second << 8 | first);
}

std::uint32_t PcapngReader::get32(Bytes from, std::size_t at) const {
  const std::uint32_t first = get16(from, at);
  const std::uint32_t second = get16(from, at + 2);
  return big_endian_ ? first << 16 | second : second << 16 | first;
}

/// Returns false at the end of the file.
bool PcapngReader::read_block() {
  std::array<std::uint8_t, 12> head{};
  const std::size_t got = std::fread(head.data(), 1, 8, file_.get());
  if (got == 0 && std::feof(file_.get()) != 0) return false;
  if (got != 8) fail("it ends in the middle of a block");
  std::size_t known = 8;
  if (little32(head, 0) == kSection) {  // the byte order follows the length
    if (std::fread(&head[8], 1, 4, file_.get()) != 4) fail("it ends in the middle of a block");
    known = 12;
    big_endian_ = false;
    big_endian_ = get32(head, 8) != kByteOrder;
    if (get32(head, 8) != kByteOrder) fail("a section without a byte-order magic");
  }
  type_ = get32(head, 0);
  const std::uint32_t length = get32(head, 4);
  if (length < 12 || length % 4 != 0 || length < known + 4) {
    fail(fmt::format("invalid block length {}", length));
  }
  if (length > kLargestBlock) {
    fail(fmt::format("a block of {} bytes; at most {}", length, kLargestBlock));
  }
  body_.resize(length - 8);
  std::copy(head.begin() + 8, head.begin() + static_cast<std::ptrdiff_t>(known), body_.begin());
  const std::size_t rest = length - known;
  if (std::fread(&body_[known - 8], 1, rest, file_.get()) != rest) {
    fail("it ends in the middle of a block");
  }
  if (get32(body_, body_.size() - 4) != length) fail("a block whose two lengths differ");
  body_.resize(body_.size() - 4);
  return true;
}

template <typename Use>
void PcapngReader::options(std::size_t at, Use use) const {
  while (at + 4 <= body_.size()) {
    const std::uint16_t code = get16(body_, at);
    const std::uint16_t length = get16(body_, at + 2);
    if (code == 0) return;
    if (at + 4 + length > body_.size()) fail("an option that is longer than its block");
    use(code, Bytes(body_).subspan(at + 4, length));
    at += 4 + (std::size_t{length} + 3) / 4 * 4;
  }
}

void PcapngReader::section() {
  if (body_.size() < 16) fail("a section header that is too short");
  if (get16(body_, 4) != 1) fail(fmt::format("pcapng of version {}", get16(body_, 4)));
  interfaces_.clear();
  ours_ = false;
  options(16, [this](std::uint16_t code, Bytes value) {
    constexpr std::uint16_t kApplication = 4;
    const std::string_view text(reinterpret_cast<const char*>(value.data()), value.size());
    if (code == kApplication) ours_ = text == "seawind" || text == "seawind-link";
  });
}

void PcapngReader::add_interface() {
  if (body_.size() < 8) fail("an interface description that is too short");
  if (interfaces_.size() == kMaxInterfaces) {
    fail(fmt::format("more than {} interfaces", kMaxInterfaces));
  }
  Interface added{.link_type = get16(body_, 0)};
  options(8, [&](std::uint16_t code, Bytes value) {
    constexpr std::uint16_t kResolution = 9, kOffset = 14;
    if (code == kResolution && !value.empty()) added.resolution = value[0];
    if (code == kOffset && value.size() == 8) {
      const std::uint64_t first = get32(value, 0);
      const std::uint64_t second = get32(value, 4);
      added.offset =
          static_cast<std::int64_t>(big_endian_ ? first << 32 | second : second << 32 | first);
    }
  });
  interfaces_.push_back(added);
}

std::int64_t PcapngReader::time_of(const Interface& interface, std::uint64_t stamp) const {
  constexpr Wide kSecond = 1'000'000'000;
  const int exponent = interface.resolution & 0x7f;
  const bool binary = (interface.resolution & 0x80) != 0;
  Wide units = 1;  // units per second
  // A unit may be finer than a 64-bit stamp can count in a second; all stamps are then in the first
  // second.
  for (int i = 0; i < exponent && units <= std::numeric_limits<std::uint64_t>::max(); ++i) {
    units *= binary ? 2 : 10;
  }
  const Wide ns = Wide{interface.offset} * kSecond + Wide{stamp} * kSecond / units;
  constexpr Wide kYear2200 = Wide{7'258'118'400} * kSecond;  // leaves room for later additions
  if (ns < 0 || ns >= kYear2200) fail("a timestamp outside the years 1970 to 2199");
  return static_cast<std::int64_t>(ns);
}

CaptureRecord PcapngReader::packet(bool old) const {
  if (body_.size() < 20) fail("a packet block that is too short");
  const std::size_t number = old ? get16(body_, 0) : get32(body_, 0);
  if (number >= interfaces_.size()) {
    fail(fmt::format("a packet of the undeclared interface {}", number));
  }
  const Interface& interface = interfaces_[number];
  const std::uint32_t captured = get32(body_, 12);
  if (captured > body_.size() - 20) {
    fail(fmt::format("a packet of {} bytes in a block of {}", captured, body_.size()));
  }
  CaptureRecord out;
  out.time_ns =
      time_of(interface, std::uint64_t{get32(body_, 4)} << 32 | std::uint64_t{get32(body_, 8)});
  out.link_type = interface.link_type;
  out.bytes = Bytes(body_).subspan(20, captured);
  out.original_length = std::max(get32(body_, 16), captured);
  options(20 + (std::size_t{captured} + 3) / 4 * 4, [&](std::uint16_t code, Bytes value) {
    constexpr std::uint16_t kFlags = 2;
    if (code == kFlags && value.size() == 4)
      out.is_exit_record = ours_ && (get32(value, 0) & 3U) == 2;
  });
  return out;
}

std::optional<CaptureRecord> PcapngReader::next() {
  while (read_block()) {
    switch (type_) {
      case kSection:
        section();
        break;
      case kInterface:
        add_interface();
        break;
      case kSimplePacket:
        fail("a packet without a stamp (a simple packet block)");
      case kPacket:
      case kOldPacket: {
        const CaptureRecord out = packet(type_ == kOldPacket);
        ++read_;
        return out;
      }
      default:
        break;
    }
  }
  return {};
}

}  // namespace seawind
