// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between the page's process and `seawind bridge` over a SOCK_SEQPACKET pair: the bridge
// answers a PageQuery with a PageState. Both are the same executable. The bridge checks each value
// of a query.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace seawind {

/// UTF-8 with a final NUL; a text that is too long is cut.
template <std::size_t size>
class FixedText {
 public:
  FixedText& operator=(std::string_view text) {
    bytes_ = {};
    std::size_t length = std::min(text.size(), size - 1);
    const auto inside = [&] { return (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80; };
    if (length < text.size())
      while (length > 0 && inside()) --length;  // a character is kept whole
    text.copy(bytes_.data(), length);
    return *this;
  }
  std::string text() const { return bytes_.data(); }

 private:
  std::array<char, size> bytes_{};
};

struct PageQuery {
  std::uint32_t address = 0;  // of the device, in host byte order
  std::int32_t profile = -1;  // its choice, a number in the list of the page; -1: none
};

enum class PageResult : std::uint32_t {
  kShown,    // the query has no choice, or it is applied
  kRefused,  // the reason is in PageState::problem
  kTooSoon,  // the last choice for the link is less than a second old
  kNoLink,   // the link has ended, or has not been read yet
};

struct PageDirection {
  double delivered_bit_s = 0;
  double delay_s = -1;  // -1: no packet was delivered
  std::uint64_t router_packets = 0;
  std::uint64_t router_bytes = 0;
  std::uint64_t send_buffer_bytes = 0;
  std::uint64_t dropped = 0;  // packets, since the start of the link
  std::uint64_t retransmissions = 0;
  FixedText<64> state{};  // of the channel; empty: it has none
};

struct PageState {
  PageResult result = PageResult::kNoLink;
  std::uint32_t shared = 0;  // 1: by all devices without a link of their own
  std::int64_t link_time_ns = 0;
  FixedText<160> link{};
  FixedText<80> profile{};
  FixedText<400> outages{};  // of the profile; empty: none
  FixedText<600> problem{};
  PageDirection downlink{};
  PageDirection uplink{};
};
static_assert(std::is_trivially_copyable_v<PageQuery> && std::is_trivially_copyable_v<PageState>);
// No padding, which would disclose other memory of the bridge.
static_assert(sizeof(PageDirection) == 7 * 8 + 64);
static_assert(sizeof(PageState) == 16 + 160 + 80 + 400 + 600 + 2 * sizeof(PageDirection));

}  // namespace seawind
