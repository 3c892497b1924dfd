// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/tcp_flow.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <thread>
#include <vector>

#include "common/error.h"
#include "namespaces/netns.h"
#include "namespaces/veth.h"
#include "tests/bench/relay_bench/clocks.h"

namespace seawind::bench {
namespace {

constexpr std::uint16_t kTcpPort = 5001;
constexpr std::size_t kChunk = 256 * 1024;

Fd tcp_socket(int network_namespace) {
  Fd made;
  in_network_namespace(network_namespace,
                       [&] { made = Fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); });
  if (!made) throw system_error("make a TCP socket");
  const timeval limit{5, 0};  // bounds every wait
  setsockopt(made.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(made.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  const int on = 1;
  setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  return made;
}

sockaddr_in mobile_address() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(kTcpPort);
  inet_pton(AF_INET, HostAddresses::kMobile, &address.sin_addr);
  return address;
}

}  // namespace

double tcp_mbit_per_second(const Bed& bed, double seconds) {
  const auto listener = tcp_socket(bed.mobile());
  const auto client = tcp_socket(bed.fixed());
  const auto address = mobile_address();
  const auto* to = reinterpret_cast<const sockaddr*>(&address);
  if (bind(listener.get(), to, sizeof address) != 0 || listen(listener.get(), 1) != 0)
    throw system_error("listen on the mobile host");
  if (connect(client.get(), to, sizeof address) != 0)
    throw system_error("connect to the mobile host");
  const Fd server(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!server) throw system_error("accept the connection");

  const auto start = monotonic_ns();
  const auto from = start + static_cast<std::int64_t>(seconds * 0.2e9);
  const auto until = start + static_cast<std::int64_t>(seconds * 1e9);
  std::thread sender([&] {
    const std::vector<char> bytes(kChunk);
    while (monotonic_ns() < until &&
           send(client.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0) {
    }
    shutdown(client.get(), SHUT_WR);
  });
  std::vector<char> bytes(kChunk);
  double counted = 0;
  for (;;) {
    const auto got = recv(server.get(), bytes.data(), bytes.size(), 0);
    const auto now = monotonic_ns();
    if (got <= 0) break;
    if (now >= from && now < until) counted += static_cast<double>(got);
  }
  sender.join();
  return counted * 8 / (static_cast<double>(until - from) / 1e9) / 1e6;
}

}  // namespace seawind::bench
