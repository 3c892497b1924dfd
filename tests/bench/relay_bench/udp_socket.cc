// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/udp_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "common/error.h"
#include "namespaces/netns.h"
#include "namespaces/veth.h"

namespace seawind::bench {
namespace {

constexpr int kBuffer = 8 << 20;  // bytes

sockaddr_in address_of(const char* text, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  inet_pton(AF_INET, text, &address.sin_addr);
  return address;
}

Fd connected(int network_namespace, const sockaddr_in& own, const sockaddr_in& peer) {
  Fd made;
  in_network_namespace(network_namespace,
                       [&] { made = Fd(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)); });
  if (!made) throw system_error("make a UDP socket");
  const timeval limit{0, 5'000};
  setsockopt(made.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  for (const int name : {SO_RCVBUFFORCE, SO_SNDBUFFORCE})
    setsockopt(made.get(), SOL_SOCKET, name, &kBuffer, sizeof kBuffer);
  if (bind(made.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
      connect(made.get(), reinterpret_cast<const sockaddr*>(&peer), sizeof peer) != 0)
    throw system_error("connect a UDP socket");
  return made;
}

}  // namespace

UdpFlow::UdpFlow(const Bed& bed, std::uint16_t port) {
  const sockaddr_in near = address_of(HostAddresses::kFixed, port);
  const sockaddr_in far = address_of(HostAddresses::kMobile, port);
  fixed = connected(bed.fixed(), near, far);
  mobile = connected(bed.mobile(), far, near);
}

}  // namespace seawind::bench
