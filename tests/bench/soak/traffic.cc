// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/traffic.h"

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sys/socket.h>

#include <algorithm>

#include "common/error.h"
#include "namespaces/netns.h"
#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/probe.h"

namespace seawind::soak {
namespace {

constexpr std::size_t kBatch = 32;
constexpr std::size_t kIpBytes = 60;
/// Packets that could not be sent for this long are skipped, so that a stopped machine causes no
/// burst.
constexpr std::int64_t kForgiven = 100'000'000;

}  // namespace

Traffic::Side Traffic::open_side(int network_namespace,
                                 const std::vector<std::string>& interfaces) {
  Side side;
  in_network_namespace(network_namespace, [&] {
    side.socket = Fd(socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0));
    if (!side.socket) throw system_error("open a packet socket");
    for (const auto& name : interfaces) {
      const auto index = static_cast<int>(if_nametoindex(name.c_str()));
      if (index == 0) throw system_error("find interface " + name);
      side.indices.push_back(index);
    }
  });
  const int on = 1;
  if (setsockopt(side.socket.get(), SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof on) != 0)
    throw system_error("bypass the queueing discipline");
  side.sent.resize(interfaces.size());
  return side;
}

Traffic::Traffic(int fixed, const std::vector<std::string>& fixed_interfaces, int mobile,
                 const std::vector<std::string>& mobile_interfaces, double rate)
    : sides_{open_side(fixed, fixed_interfaces), open_side(mobile, mobile_interfaces)},
      rate_(rate),
      thread_([this] { run(); }) {}

Traffic::~Traffic() {
  stop();
}

void Traffic::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

std::uint64_t Traffic::sent(std::size_t link, bool from_fixed) const {
  return sides_[from_fixed ? 0 : 1].sent.at(link);
}

void Traffic::run() {
  auto due = bench::monotonic_ns();
  const auto step = static_cast<std::int64_t>(static_cast<double>(kBatch) * 1e9 / rate_);
  for (std::size_t turn = 0; !stop_; ++turn) {
    bench::sleep_until_ns(due);
    send_batch(sides_[turn % 2], turn / 2 % sides_[0].indices.size());
    due = std::max(due + step, bench::monotonic_ns() - kForgiven);
  }
}

void Traffic::send_batch(Side& side, std::size_t link) {
  static const bench::ProbeFrame frame(kIpBytes);
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(ETH_P_IP);
  address.sll_ifindex = side.indices[link];
  address.sll_halen = ETH_ALEN;
  iovec bytes{const_cast<std::uint8_t*>(frame.bytes().data()), frame.bytes().size()};
  mmsghdr messages[kBatch] = {};
  for (auto& message : messages) {
    message.msg_hdr.msg_name = &address;
    message.msg_hdr.msg_namelen = sizeof address;
    message.msg_hdr.msg_iov = &bytes;
    message.msg_hdr.msg_iovlen = 1;
  }
  const int taken = sendmmsg(side.socket.get(), messages, kBatch, 0);
  if (taken <= 0) return;
  side.sent[link] += static_cast<std::uint64_t>(taken);
  sent_ += static_cast<std::uint64_t>(taken);
}

}  // namespace seawind::soak
