// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/link/stage_fixture.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <fstream>

#include "common/config_reader.h"
#include "common/error.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

template <typename Message>
void read(const TempTree& tree, const std::string& name, const std::string& text, Message& out) {
  Diagnostics problems;
  read_config(tree.write(name, text), {}, out, problems);
  if (!problems.empty()) throw Error(problems.render());
}

}  // namespace

void StageTest::start_link(const std::string& downlink, const std::string& uplink,
                           const std::string& stages, const std::string& top, int router_packets) {
  const TempTree tree;
  HopSpec hop;
  hop.set_seed(1);
  read(tree, "profiles/link.yaml",
       top + "downlink:\n  stages: [" + stages + "]\n" + downlink + "uplink:\n" + uplink,
       *hop.mutable_link());
  read(tree, "routers/router.yaml",
       "root: {tail_drop: {limit: " + std::to_string(router_packets) + "pkt}}\n",
       *hop.mutable_downlink_router());
  const grpc::Status status = create(create_request(hop));
  ASSERT_TRUE(status.ok()) << status.error_message();
}

LinkReport StageTest::end_link() {
  const LinkReport last = remove();
  EXPECT_EQ(last.fidelity().capture_drops(), 0U);
  EXPECT_EQ(last.fidelity().inject_failures(), 0U);
  return last;
}

std::uint64_t StageTest::drops(const DirectionCounters& counters, const std::string& reason) {
  for (const DropCount& drop : counters.drops()) {
    if (drop.reason() == reason) return drop.packets();
  }
  return 0;
}

void set_sysctl(const NetNamespace& host, const std::string& name, const std::string& value) {
  host.run([&] {
    std::ofstream out("/proc/sys/net/ipv4/" + name);
    out << value << std::flush;
    if (!out) throw system_error("set net.ipv4." + name);
  });
}

SenderStatistics statistics_of(const Fd& connection) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(connection.get(), IPPROTO_TCP, TCP_INFO, &info, &size) < 0) {
    throw system_error("read TCP_INFO");
  }
  return {info.tcpi_total_retrans, info.tcpi_bytes_acked};
}

}  // namespace seawind::test
