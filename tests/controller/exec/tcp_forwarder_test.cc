// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/tcp_forwarder.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <cerrno>
#include <numeric>
#include <string>

#include "common/open_files.h"

namespace seawind {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  return to_loopback(port)(-1);
}

Fd tcp_socket() {
  return Fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

struct ListeningSocket {
  Fd socket = tcp_socket();
  std::uint16_t port = 0;

  ListeningSocket() {
    sockaddr_in any = loopback(0);
    socklen_t length = sizeof any;
    EXPECT_EQ(bind(socket.get(), reinterpret_cast<sockaddr*>(&any), sizeof any), 0);
    EXPECT_EQ(listen(socket.get(), 16), 0);
    EXPECT_EQ(getsockname(socket.get(), reinterpret_cast<sockaddr*>(&any), &length), 0);
    port = ntohs(any.sin_port);
  }
  Fd accept() const { return Fd(::accept(socket.get(), nullptr, nullptr)); }
};

Fd connected_to(std::uint16_t port) {
  Fd client = tcp_socket();
  const sockaddr_in to = loopback(port);
  EXPECT_EQ(connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
  return client;
}

/// Everything up to the peer's FIN; "reset" after a RST.
std::string read_all(const Fd& socket) {
  std::string out;
  char buffer[4096];
  ssize_t size = 0;
  while ((size = recv(socket.get(), buffer, sizeof buffer, 0)) > 0)
    out.append(buffer, static_cast<std::size_t>(size));
  return size < 0 && errno == ECONNRESET ? "reset" : out;
}

void send_all(const Fd& socket, const std::string& text) {
  ASSERT_EQ(send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(text.size()));
}

/// A forwarder to a service, and the port of its own socket.
struct Forwarded {
  ListeningSocket service;
  std::uint16_t port = 0;
  std::unique_ptr<TcpForwarder> forwarder;

  explicit Forwarded(TcpForwarder::Destination destination = {}) {
    ListeningSocket front;
    port = front.port;
    if (!destination) destination = to_loopback(service.port);
    std::vector<TcpForwarder::Listener> listeners;
    listeners.push_back({std::move(front.socket), std::move(destination)});
    forwarder = std::make_unique<TcpForwarder>(std::move(listeners));
  }
};

TEST(TcpForwarder, CarriesDataAndHalfClosesInBothDirections) {
  const Forwarded f;
  const Fd client = connected_to(f.port);
  const Fd server = f.service.accept();
  send_all(client, "request");
  shutdown(client.get(), SHUT_WR);
  EXPECT_EQ(read_all(server), "request");
  send_all(server, "answer");
  shutdown(server.get(), SHUT_WR);
  EXPECT_EQ(read_all(client), "answer");
}

TEST(TcpForwarder, CarriesMoreThanItsBuffers) {
  const Forwarded f;
  const Fd client = connected_to(f.port);
  const Fd server = f.service.accept();
  std::string content(8'000'000, '\0');
  std::iota(content.begin(), content.end(), '\0');
  std::thread sender([&] {
    send_all(server, content);
    shutdown(server.get(), SHUT_WR);
  });
  EXPECT_TRUE(read_all(client) == content);
  sender.join();
}

TEST(TcpForwarder, AResetIsForwarded) {
  const Forwarded f;
  Fd client = connected_to(f.port);
  const Fd server = f.service.accept();
  const linger now{.l_onoff = 1, .l_linger = 0};
  setsockopt(client.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
  client.reset();
  EXPECT_EQ(read_all(server), "reset");
}

TEST(TcpForwarder, APortWithoutServiceResets) {
  std::uint16_t closed = 0;
  {
    const ListeningSocket gone;
    closed = gone.port;
  }
  const Forwarded f(to_loopback(closed));
  EXPECT_EQ(read_all(connected_to(f.port)), "reset");
}

TEST(TcpForwarder, AnUnknownDestinationResets) {
  const Forwarded f([](int) { return sockaddr_in{}; });
  EXPECT_EQ(read_all(connected_to(f.port)), "reset");
}

TEST(TcpForwarder, MoreConnectionsThanTheLimitWaitForTheirTurn) {
  raise_open_files();
  const Forwarded f;
  std::vector<Fd> clients;
  std::vector<Fd> servers;
  for (int i = 0; i < TcpForwarder::kMaxConnections; ++i) {
    clients.push_back(connected_to(f.port));
    servers.push_back(f.service.accept());
  }
  const Fd waiting = connected_to(f.port);  // in the queue of the forwarder's socket
  send_all(waiting, "at last");
  shutdown(waiting.get(), SHUT_WR);
  shutdown(clients[0].get(), SHUT_WR);
  shutdown(servers[0].get(), SHUT_WR);
  EXPECT_EQ(read_all(f.service.accept()), "at last");
}

TEST(TcpForwarder, ItsEndResetsAllConnections) {
  Forwarded f;
  const Fd client = connected_to(f.port);
  const Fd server = f.service.accept();
  f.forwarder.reset();
  EXPECT_EQ(read_all(client), "reset");
  EXPECT_EQ(read_all(server), "reset");
}

}  // namespace
}  // namespace seawind
