// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/pcapng_frames.h"

#include <cstring>
#include <fstream>
#include <span>
#include <vector>

#include "common/error.h"
#include "common/pcapng_writer.h"

namespace seawind {
namespace {

// The format of our own files (common/pcapng_writer.h): little-endian, enhanced packet blocks,
// options 2 and 5.
constexpr std::uint32_t kEnhancedPacket = 6;
constexpr std::uint16_t kFlags = 2;
constexpr std::uint16_t kPacketId = 5;

template <typename T>
T at(std::span<const char> bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

struct FrameMarks {
  std::uint64_t id = 0;
  std::uint32_t flags = 0;
};

/// Parses the body of an enhanced packet block, without the trailing block length.
FrameMarks marks_of(std::span<const char> body) {
  FrameMarks out;
  if (body.size() < 20) return out;
  std::size_t offset = 20 + (std::size_t{at<std::uint32_t>(body, 12)} + 3) / 4 * 4;
  while (offset + 4 <= body.size()) {
    const auto code = at<std::uint16_t>(body, offset);
    const auto length = at<std::uint16_t>(body, offset + 2);
    if (code == 0 || offset + 4 + length > body.size()) break;
    if (code == kFlags && length == 4) out.flags = at<std::uint32_t>(body, offset + 4);
    if (code == kPacketId && length == 8) out.id = at<std::uint64_t>(body, offset + 4);
    offset += 4 + (std::size_t{length} + 3) / 4 * 4;
  }
  return out;
}

}  // namespace

std::optional<std::uint64_t> find_frame(const std::filesystem::path& pcapng,
                                        std::uint64_t packet_id, bool outbound) {
  std::ifstream in(pcapng, std::ios::binary);
  if (!in) throw system_error("read " + pcapng.string());
  const auto way = static_cast<std::uint32_t>(outbound ? PcapngWriter::Way::kOutbound
                                                       : PcapngWriter::Way::kInbound);
  std::uint64_t frame = 0;
  std::vector<char> body;
  char head[8];
  while (in.read(head, sizeof head)) {
    const auto type = at<std::uint32_t>(head, 0);
    const auto length = at<std::uint32_t>(head, 4);
    if (length < 12 || length % 4 != 0 || length > (1U << 24U))
      throw Error("cannot read " + pcapng.string() + ": it is not a capture Seawind wrote");
    body.resize(length - 8);
    if (!in.read(body.data(), static_cast<std::streamsize>(body.size()))) break;
    if (type != kEnhancedPacket) continue;
    ++frame;
    const FrameMarks marks = marks_of(std::span(body).first(body.size() - 4));
    if (marks.id == packet_id && (marks.flags & 3U) == way) return frame;
  }
  return {};
}

}  // namespace seawind
