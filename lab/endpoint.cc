// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/endpoint.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>

#include <array>

#include "common/error.h"
#include "common/to_number.h"

namespace seawind::lab {
namespace {

constexpr int kIdle = 5;           // s until an idle connection is probed
constexpr int kBetweenProbes = 2;  // s
constexpr int kProbes = 5;
constexpr unsigned kUnanswered = 15'000;  // ms that sent bytes may wait for an acknowledgement

std::string address_of(const sockaddr_storage& storage) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* const address =
      storage.ss_family == AF_INET
          ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in&>(storage).sin_addr)
          : &reinterpret_cast<const sockaddr_in6&>(storage).sin6_addr;
  ::inet_ntop(storage.ss_family, address, text.data(), text.size());
  return text.data();
}

}  // namespace

Endpoint::Endpoint(const std::string& address, std::uint16_t port) {
  auto& four = reinterpret_cast<sockaddr_in&>(storage_);
  auto& six = reinterpret_cast<sockaddr_in6&>(storage_);
  if (::inet_pton(AF_INET, address.c_str(), &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    size_ = sizeof four;
  } else if (::inet_pton(AF_INET6, address.c_str(), &six.sin6_addr) == 1) {
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(port);
    size_ = sizeof six;
  } else {
    throw Error(fmt::format(
        "cannot use the address `{}`: it is not a numeric address of IPv4 or IPv6", address));
  }
}

Fd Endpoint::socket() const {
  Fd out(::socket(storage_.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!out) throw system_error("open a socket");
  return out;
}

std::string Endpoint::text() const {
  if (storage_.ss_family == AF_INET)
    return fmt::format("{}:{}", address_of(storage_),
                       ntohs(reinterpret_cast<const sockaddr_in&>(storage_).sin_port));
  return fmt::format("[{}]:{}", address_of(storage_),
                     ntohs(reinterpret_cast<const sockaddr_in6&>(storage_).sin6_port));
}

Endpoint endpoint_of(const std::string& text) {
  const auto colon = text.rfind(':');
  const std::string digits = colon == std::string::npos ? "" : text.substr(colon + 1);
  const auto port = to_number<std::uint16_t>(digits);
  if (!port)
    throw Error(fmt::format(
        "cannot use `{}`: an address and a port are written 192.0.2.1:7600 or [2001:db8::1]:7600",
        text));
  std::string address = text.substr(0, colon);
  if (address.size() > 2 && address.front() == '[' && address.back() == ']')
    address = address.substr(1, address.size() - 2);
  return {address, *port};
}

std::uint16_t local_port(const Fd& socket) {
  sockaddr_storage own{};
  socklen_t size = sizeof own;
  if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0)
    throw system_error("read a socket's address");
  return ntohs(own.ss_family == AF_INET ? reinterpret_cast<sockaddr_in&>(own).sin_port
                                        : reinterpret_cast<sockaddr_in6&>(own).sin6_port);
}

Peer accept_from(const Fd& listener) {
  sockaddr_storage from{};
  socklen_t size = sizeof from;
  Peer out;
  out.socket = Fd(::accept4(listener.get(), reinterpret_cast<sockaddr*>(&from), &size,
                            SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!out.socket) return out;
  out.address = address_of(from);
  set_tcp_options(out.socket);
  return out;
}

void set_tcp_options(const Fd& connection) {
  const auto set = [&](int level, int option, auto value) {
    ::setsockopt(connection.get(), level, option, &value, sizeof value);
  };
  set(IPPROTO_TCP, TCP_NODELAY, 1);
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, kIdle);
  set(IPPROTO_TCP, TCP_KEEPINTVL, kBetweenProbes);
  set(IPPROTO_TCP, TCP_KEEPCNT, kProbes);
  set(IPPROTO_TCP, TCP_USER_TIMEOUT, kUnanswered);
}

}  // namespace seawind::lab
