// SPDX-License-Identifier: GPL-3.0-or-later
// The code point of a flow in the packets of every generator.
#include <arpa/inet.h>
#include <linux/icmp.h>
#include <linux/if_ether.h>
#include <sys/socket.h>

#include <array>
#include <map>

#include "namespaces/netns.h"
#include "tests/system/agent/agent_fixture.h"

namespace seawind::test {
namespace {

using CodePointTest = AgentTest;

/// The code points of the IPv4 packets that pass a host's interface since the object was made.
class CodePoints {
 public:
  explicit CodePoints(const Host& host) {
    in_network_namespace(host.network.get(), [&] {
      socket_ =
          Fd(::socket(AF_PACKET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, htons(ETH_P_ALL)));
    });
    const int room = 4 << 20;
    setsockopt(socket_.get(), SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room);
  }
  /// Number of packets by code point since the last call. The kernel's ICMP errors are excluded: on
  /// a loaded machine a datagram may arrive after its sink has ended, and the kernel chooses the
  /// code point of the reply.
  std::map<int, int> take() const {
    std::map<int, int> seen;
    std::array<std::uint8_t, 2048> bytes{};
    for (ssize_t n = 0; (n = recv(socket_.get(), bytes.data(), bytes.size(), 0)) > 0;)
      if (n >= 20 && bytes[0] >> 4 == 4 && !is_error(bytes)) ++seen[bytes[1] >> 2];
    return seen;
  }

 private:
  static bool is_error(const std::array<std::uint8_t, 2048>& packet) {
    return packet[9] == IPPROTO_ICMP && packet[20] == ICMP_DEST_UNREACH;
  }

  Fd socket_;
};

TEST_F(CodePointTest, EveryPacketOfBothEndsHasTheFlowsCodePoint) {
  std::vector<Flow> flows(9);
  flows[0].mutable_bulk_tcp()->set_size(20'000);
  flows[1].mutable_http()->set_objects(2);
  flows[2].mutable_stream()->set_packets(10);
  flows[3].mutable_ping()->set_count(2);
  flows[4].mutable_ping()->set_count(2);
  flows[4].mutable_ping()->set_via(Ping::UDP);
  flows[5].mutable_request_response()->set_count(2);
  flows[6].mutable_request_response()->set_protocol(RequestResponse::UDP);
  // A pause of the machine at its start must not take all of it.
  flows[7].mutable_tfrc()->set_duration(500'000'000);
  flows[7].mutable_tfrc()->set_drain(100'000'000);
  flows[8].mutable_aborted_download()->set_size(100'000'000);
  flows[8].mutable_aborted_download()->set_after_bytes(50'000);
  const CodePoints passing(host(true));
  for (std::size_t i = 0; i < flows.size(); ++i) {
    flows[i].set_name("flow" + std::to_string(i));
    flows[i].set_dscp(i == 0 ? "AF21" : "46");
    passing.take();
    for (const auto& result : run_flow(flows[i])) EXPECT_TRUE(result.ok()) << result.error();
    const auto seen = passing.take();
    ASSERT_EQ(seen.size(), 1u) << flows[i].name() << " " << testing::PrintToString(seen);
    EXPECT_EQ(seen.begin()->first, i == 0 ? 18 : 46) << flows[i].name();
    EXPECT_GE(seen.begin()->second, 4) << flows[i].name();
    reset();
  }
}

}  // namespace
}  // namespace seawind::test
