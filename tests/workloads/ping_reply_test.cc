// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/ping_reply.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/wire/network_order.h"

namespace seawind {
namespace {

constexpr PingReplyRules kRaw{
    .carrier = PingCarrier::kRaw, .identifier = 0x1234, .payload = 16, .count = 5};

/// What a raw socket receives: an IPv4 header of `words` words, an ICMP echo reply, the payload.
std::vector<char> echo_reply(int words, std::int64_t request = 3) {
  std::vector<char> bytes(static_cast<std::size_t>(words) * 4);
  bytes[0] = static_cast<char>(0x40 | words);
  bytes[3] = static_cast<char>(bytes.size() + 24);
  bytes[9] = 1;
  bytes.insert(bytes.end(), {0, 0, 0, 0, 0x12, 0x34, 0, 3});
  bytes.resize(bytes.size() + 16);
  put_i64(&bytes[bytes.size() - 16], request);
  put_i64(&bytes[bytes.size() - 8], 77);
  return bytes;
}

TEST(PingReply, ARawSocketsDatagramBeginsWithItsIpHeader) {
  for (const int words : {5, 6, 15}) {
    const auto reply = ping_reply(echo_reply(words), kRaw);
    ASSERT_TRUE(reply) << words;
    EXPECT_EQ(reply->request, 3);
    EXPECT_EQ(reply->sent, 77);
  }
}

TEST(PingReply, DatagramsThatAreNoReply) {
  auto short_header = echo_reply(5);
  short_header[0] = 0x44;
  auto version = echo_reply(5);
  version[0] = 0x65;
  auto later_fragment = echo_reply(5);
  later_fragment[7] = 1;
  auto other_identifier = echo_reply(5);
  other_identifier[24] = 0;
  auto request = echo_reply(5);
  request[20] = 8;
  for (const auto& bytes : {short_header, version, later_fragment, other_identifier, request,
                            echo_reply(5, 5), echo_reply(5, -1)}) {
    EXPECT_FALSE(ping_reply(bytes, kRaw));
  }
  const auto whole = echo_reply(6);
  for (std::size_t n = 0; n < whole.size(); ++n)
    EXPECT_FALSE(ping_reply(std::vector(whole.begin(), whole.begin() + static_cast<long>(n)), kRaw))
        << n;
}

}  // namespace
}  // namespace seawind
