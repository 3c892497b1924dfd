// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tcp_socket.h"

#include <arpa/inet.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "workloads/tcp_info.h"

namespace seawind {

sockaddr_in socket_address(const std::string& address, std::uint16_t port) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = htons(port);
  if (inet_pton(AF_INET, address.c_str(), &out.sin_addr) != 1) {
    throw Error("cannot use the address " + address + ": not an IPv4 address");
  }
  return out;
}

std::string endpoint_text(const std::string& address, std::uint16_t port) {
  return address + ":" + std::to_string(port);
}

void set_dscp(int socket, int dscp) {
  const int tos = dscp << 2;
  if (setsockopt(socket, IPPROTO_IP, IP_TOS, &tos, sizeof tos) != 0) {
    throw system_error("set the code point " + std::to_string(dscp));
  }
}

Fd bound_tcp_socket(const std::string& address, std::uint16_t port, int dscp) {
  const sockaddr_in at = socket_address(address, port);
  Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
  if (!socket) throw system_error("open a TCP socket");
  const int on = 1;  // the sink's port may still be in TIME_WAIT from the previous repetition
  setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0) {
    throw system_error("bind to " + endpoint_text(address, port));
  }
  set_dscp(socket.get(), dscp);
  return socket;
}

Fd listening_tcp_socket(const std::string& address, std::uint16_t port, int dscp, int backlog) {
  Fd socket = bound_tcp_socket(address, port, dscp);
  if (listen(socket.get(), backlog) != 0) {
    throw system_error("listen on " + endpoint_text(address, port));
  }
  return socket;
}

Fd accept_connection(int listener, const std::string& address, std::uint16_t port) {
  Fd socket(accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (!socket && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
    throw system_error("accept on " + endpoint_text(address, port));
  }
  return socket;
}

bool start_connect(int socket, const std::string& address, std::uint16_t port) {
  const sockaddr_in to = socket_address(address, port);
  if (connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0) return true;
  if (errno == EINPROGRESS) return false;
  throw system_error("connect to " + endpoint_text(address, port));
}

int pending_error(int socket) {
  int error = 0;
  socklen_t length = sizeof error;
  if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) != 0) return errno;
  return error;
}

int unacknowledged_bytes(int socket) {
  int bytes = 0;
  if (ioctl(socket, SIOCOUTQ, &bytes) != 0) throw system_error("read the send queue");
  return bytes;
}

void reset_on_close(int socket) {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  if (setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once) != 0) {
    throw system_error("set SO_LINGER");
  }
}

nlohmann::ordered_json connection_facts(int socket) {
  nlohmann::ordered_json out;
  sockaddr_in name{};
  socklen_t length = sizeof name;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&name), &length) == 0) {
    out["local_port"] = ntohs(name.sin_port);
  }
  length = sizeof name;
  if (getpeername(socket, reinterpret_cast<sockaddr*>(&name), &length) == 0) {
    out["peer_port"] = ntohs(name.sin_port);
  }
  std::array<char, 32> algorithm{};
  length = algorithm.size() - 1;
  if (getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, algorithm.data(), &length) == 0) {
    out["congestion_control"] = algorithm.data();
  }
  const TcpInfoSample sample = read_tcp_info(socket);
  const unsigned options = sample.info.tcpi_options;
  out["mss"] = sample.info.tcpi_snd_mss;
  out["cwnd"] = sample.info.tcpi_snd_cwnd;
  out["rto"] = sample.info.tcpi_rto;
  out["timestamps"] = (options & TCPI_OPT_TIMESTAMPS) != 0;
  out["sack"] = (options & TCPI_OPT_SACK) != 0;
  out["window_scaling"] = (options & TCPI_OPT_WSCALE) != 0;
  out["ecn"] = (options & TCPI_OPT_ECN) != 0;
  return out;
}

}  // namespace seawind
