// SPDX-License-Identifier: GPL-3.0-or-later
// The first bytes of a packet: the same fields as of the whole packet, as far as the bytes reach.
#include <gtest/gtest.h>

#include "common/wire/ip_parse.h"
#include "common/wire/ip_protocols.h"
#include "tests/support/tcp_bytes.h"

namespace seawind {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// An IPv6 packet whose fixed header is followed by `extension` of protocol number `number`, then
/// by the transport header. The last extension header must have TCP as its next header.
Bytes with_extension(std::uint8_t number, const Bytes& extension) {
  Bytes ip = test::tcp_bytes({.ipv6 = true, .payload = 10});
  ip[5] = static_cast<std::uint8_t>(ip[5] + extension.size());
  ip[6] = number;
  ip.insert(ip.begin() + 40, extension.begin(), extension.end());
  return ip;
}

const Bytes kOptions{6, 1, 1, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
const Bytes kAuth{6, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
const Bytes kFirstFragment{6, 0, 0, 1, 0, 0, 0, 9};
const Bytes kLaterFragment{6, 0, 0, 8, 0, 0, 0, 9};

struct Row {
  const char* name;
  Bytes bytes;
  std::size_t fixed;      // least bytes that are parsed
  std::size_t transport;  // offset of the transport header
};

class Prefix : public testing::TestWithParam<Row> {};

TEST_P(Prefix, EveryCutHasTheFieldsOfTheWhole) {
  const auto& [name, whole, fixed, transport] = GetParam();
  const auto reference = parse_ip(whole);
  ASSERT_TRUE(reference);
  for (std::size_t n = 0; n <= whole.size(); ++n) {
    // An allocation of its own: a read one byte beyond is an error under ASan.
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
    const auto prefix = parse_ip_prefix(cut);
    ASSERT_EQ(prefix.has_value(), n >= fixed) << n;
    if (!prefix) continue;
    ASSERT_EQ(prefix->total_bytes, whole.size());
    ASSERT_EQ(prefix->view.protocol, reference->view.protocol);
    ASSERT_EQ(prefix->view.header_bytes, reference->view.header_bytes);
    ASSERT_EQ(prefix->transport, n > transport ? transport : 0) << n;
    const bool ports = n >= transport + 4;
    ASSERT_EQ(prefix->view.source_port, ports ? reference->view.source_port : 0) << n;
    ASSERT_EQ(prefix->view.destination_port, ports ? reference->view.destination_port : 0) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(
    IpParse, Prefix,
    testing::Values(Row{"V4", test::tcp_bytes({.payload = 10}), 20, 20},
                    Row{"V4Options",
                        test::tcp_bytes({.payload = 10, .ip_options = {1, 1, 1, 1, 1, 1, 1, 1}}),
                        20, 28},
                    Row{"V6", test::tcp_bytes({.ipv6 = true, .payload = 10}), 40, 40},
                    Row{"V6Options", with_extension(60, kOptions), 48, 56},
                    Row{"V6Authentication", with_extension(51, kAuth), 48, 64},
                    Row{"V6FirstFragment", with_extension(44, kFirstFragment), 48, 48}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(IpPrefix, ALaterFragmentHasNoTransportHeader) {
  const auto six = parse_ip_prefix(with_extension(44, kLaterFragment));
  ASSERT_TRUE(six);
  EXPECT_EQ(six->transport, 0U);
  EXPECT_EQ(six->view.protocol, ip_protocol::kTcp);
  EXPECT_EQ(six->view.source_port, 0);
  Bytes bytes = test::tcp_bytes({.payload = 10});
  bytes[7] = 1;
  const auto four = parse_ip_prefix(bytes);
  ASSERT_TRUE(four);
  EXPECT_EQ(four->transport, 0U);
  EXPECT_EQ(four->view.source_port, 0);
}

TEST(IpPrefix, TheLengthIsWhatTheFieldStates) {
  Bytes ip = test::tcp_bytes({.payload = 10});
  ip[2] = 0xff;
  EXPECT_FALSE(parse_ip(ip));
  EXPECT_EQ(parse_ip_prefix(ip)->total_bytes, 0xff32U);
  EXPECT_EQ(ip_length(std::span(ip).first(4)), 0xff32U);
  EXPECT_EQ(ip_length(std::span(ip).first(3)), 0U);
  const Bytes six = test::tcp_bytes({.ipv6 = true, .payload = 10});
  EXPECT_EQ(ip_length(std::span(six).first(6)), six.size());
  EXPECT_EQ(ip_length(std::span(six).first(5)), 0U);
  ip[0] = 0x55;
  EXPECT_FALSE(parse_ip_prefix(ip));
  EXPECT_EQ(ip_length(ip), 0U);
}

}  // namespace
}  // namespace seawind
