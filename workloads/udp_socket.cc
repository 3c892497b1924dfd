// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/udp_socket.h"

#include <linux/sock_diag.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "common/clock_ns.h"
#include "common/error.h"
#include "common/rights.h"
#include "workloads/arrival_clock.h"
#include "workloads/tcp_socket.h"

namespace seawind {
namespace {

/// Bytes. The kernel doubles it, for its own data.
constexpr int kLargestReceiveBuffer = 16 << 20;

/// The latest socket of prepare_to_receive() in this thread; -1: none.
int& flow_socket() {
  thread_local int socket = -1;
  return socket;
}

/// The clock of flow_socket().
ArrivalClock& arrival_clock() {
  thread_local ArrivalClock clock(read_clocks());
  return clock;
}

/// The arrival of a received message, on CLOCK_MONOTONIC.
std::int64_t arrival_of(const msghdr& message) {
  const ClockPair now = read_clocks();
  for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr;
       c = CMSG_NXTHDR(const_cast<msghdr*>(&message), c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
    timespec stamp{};
    std::memcpy(&stamp, CMSG_DATA(c), sizeof stamp);
    return arrival_clock().arrival(std::int64_t{stamp.tv_sec} * 1'000'000'000 + stamp.tv_nsec, now);
  }
  return now.monotonic;
}

}  // namespace

void prepare_to_receive(int socket) {
  const int on = 1;
  if (setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) != 0) {
    throw system_error("enable arrival timestamps");
  }
  // SO_RCVBUFFORCE alone can exceed net.core.rmem_max. It needs CAP_NET_ADMIN of the machine's
  // root, which is given up before a datagram is read.
  for (const int option : {SO_RCVBUF, SO_RCVBUFFORCE})
    setsockopt(socket, SOL_SOCKET, option, &kLargestReceiveBuffer, sizeof kLargestReceiveBuffer);
  give_up_capabilities(capabilities({CAP_NET_ADMIN}));
  flow_socket() = socket;
  arrival_clock();  // reads the clocks, before the first datagram
}

std::int64_t lost_datagrams() {
  if (flow_socket() < 0) return 0;
  std::array<std::uint32_t, SK_MEMINFO_VARS> memory{};
  socklen_t size = sizeof memory;
  if (getsockopt(flow_socket(), SOL_SOCKET, SO_MEMINFO, memory.data(), &size) != 0)
    throw system_error("read a socket's losses");
  return memory[SK_MEMINFO_DROPS];
}

Fd bound_udp_socket(const std::string& address, std::uint16_t port, int dscp) {
  const sockaddr_in at = socket_address(address, port);
  Fd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_UDP));
  if (!socket) throw system_error("open a UDP socket");
  if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0) {
    throw system_error("bind to " + endpoint_text(address, port));
  }
  set_dscp(socket.get(), dscp);
  prepare_to_receive(socket.get());
  return socket;
}

void set_lifetime_option(int socket, StaleTreatment stale, std::uint32_t ms) {
  const auto bytes = write_lifetime_option({.stale = stale, .lifetime = ms});
  if (setsockopt(socket, IPPROTO_IP, IP_OPTIONS, bytes.data(), bytes.size()) != 0) {
    throw system_error("put the lifetime into the packets' IP options");
  }
}

std::optional<Datagram> receive_datagram(int socket, std::span<char> buffer,
                                         const std::string& tried) {
  Datagram datagram;
  alignas(cmsghdr) std::array<char, 256> control{};
  iovec part{buffer.data(), buffer.size()};
  msghdr message{};
  message.msg_name = &datagram.from;
  message.msg_namelen = sizeof datagram.from;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t n = recvmsg(socket, &message, 0);
  if (n < 0 && errno == EAGAIN) arrival_clock().drained();
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  if (n < 0) throw system_error(tried);
  datagram.size = static_cast<std::size_t>(n);
  datagram.arrival = arrival_of(message);
  return datagram;
}

std::optional<Datagram> receive_datagram_from(const sockaddr_in& peer, int socket,
                                              std::span<char> buffer, const std::string& tried) {
  for (;;) {
    auto datagram = receive_datagram(socket, buffer, tried);
    if (!datagram || (datagram->from.sin_addr.s_addr == peer.sin_addr.s_addr &&
                      datagram->from.sin_port == peer.sin_port))
      return datagram;
  }
}

bool send_datagram(int socket, std::span<const char> datagram, const sockaddr_in& to) {
  return sendto(socket, datagram.data(), datagram.size(), 0, reinterpret_cast<const sockaddr*>(&to),
                sizeof to) >= 0;
}

}  // namespace seawind
