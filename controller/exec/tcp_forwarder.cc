// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/tcp_forwarder.h"

#include <fcntl.h>
#include <linux/netfilter_ipv4.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <map>
#include <vector>

#include "common/error.h"

namespace seawind {
namespace {

/// What the client wrote in one piece leaves when it arrives, as it would without a forwarder.
void send_at_once(const Fd& socket) {
  const int on = 1;
  setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/// Keeps little between the two connections, so that the sender of the service's side is held back
/// as by the link itself: what waits for the link waits in the link's sender.
void bound_buffers(const Fd& client, const Fd& server) {
  const int unsent = 16'384;
  const int unread = 65'536;
  const int segment = 1460;  // the send buffer of loopback's 64 KiB segments would hold megabytes
  setsockopt(client.get(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
  setsockopt(server.get(), SOL_SOCKET, SO_RCVBUF, &unread, sizeof unread);
  setsockopt(server.get(), IPPROTO_TCP, TCP_MAXSEG, &segment, sizeof segment);
}

void reset_on_close(const Fd& socket) {
  const linger now{.l_onoff = 1, .l_linger = 0};
  setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

}  // namespace

/// Serves all connections in one thread. Connections are edge-triggered: every event moves data in
/// both directions until a socket would block.
class TcpForwarder::Loop {
 public:
  explicit Loop(std::vector<Listener> listeners) {
    if (!events_ || !stop_) throw system_error("forward connections");
    watch(stop_.get(), EPOLLIN, EPOLL_CTL_ADD);
    for (auto& listener : listeners) {
      const int socket = listener.socket.get();
      fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
      watch(socket, EPOLLIN, EPOLL_CTL_ADD);
      listeners_.emplace(socket, std::move(listener));
    }
  }

  void stop() { eventfd_write(stop_.get(), 1); }
  bool is_idle() const { return buffered_ == 0; }

  void run() {
    for (;;) {
      std::array<epoll_event, 64> ready;
      const int count = epoll_wait(events_.get(), ready.data(), static_cast<int>(ready.size()), -1);
      for (int i = 0; i < count; ++i) {
        const int fd = ready[static_cast<std::size_t>(i)].data.fd;
        if (fd == stop_.get()) return end_all();
        if (const auto listener = listeners_.find(fd); listener != listeners_.end())
          accept_all(listener->second);
        else if (const auto found = by_socket_.find(fd); found != by_socket_.end())
          serve(std::shared_ptr(found->second));
      }
    }
  }

 private:
  /// One direction of a connection.
  class Half {
   public:
    /// Moves data until one of the sockets would block. Returns false when the connection has
    /// failed.
    bool move(int from, int to) {
      for (;;) {
        if (begin_ < end_) {
          const ssize_t sent = send(to, &buffer_[begin_], end_ - begin_, MSG_NOSIGNAL);
          if (sent < 0) return errno == EAGAIN || errno == EINTR;
          begin_ += static_cast<std::size_t>(sent);
        } else if (ended_) {
          return true;
        } else {
          const ssize_t received = recv(from, buffer_.data(), buffer_.size(), 0);
          if (received < 0) return errno == EAGAIN || errno == EINTR;
          begin_ = 0;
          end_ = static_cast<std::size_t>(received);
          if (received > 0) continue;
          ended_ = true;
          shutdown(to, SHUT_WR);
        }
      }
    }
    bool ended() const { return ended_; }
    std::size_t buffered() const { return end_ - begin_; }

   private:
    std::array<char, 65536> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool ended_ = false;  // `from` has sent its FIN
  };

  struct Connection {
    Fd client;
    Fd server;
    bool connected = false;
    Half up;    // client to server
    Half down;  // server to client
  };

  void watch(int fd, std::uint32_t events, int operation) {
    epoll_event event{.events = events, .data = {.fd = fd}};
    epoll_ctl(events_.get(), operation, fd, &event);
  }

  void accept_all(Listener& listener) {
    while (connections() < kMaxConnections) {
      Fd client(accept4(listener.socket.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (!client) return;
      const sockaddr_in to = listener.destination(client.get());
      Fd server(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
      reset_on_close(client);  // until the end of the data
      bound_buffers(client, server);
      if (to.sin_port == 0 || !server) continue;
      if (connect(server.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0 &&
          errno != EINPROGRESS)
        continue;
      reset_on_close(server);
      for (const Fd* socket : {&client, &server}) send_at_once(*socket);
      const auto connection = std::make_shared<Connection>();
      connection->client = std::move(client);
      connection->server = std::move(server);
      for (const Fd* socket : {&connection->client, &connection->server}) {
        by_socket_[socket->get()] = connection;
        watch(socket->get(), EPOLLIN | EPOLLOUT | EPOLLET, EPOLL_CTL_ADD);
      }
    }
    listen(false);
  }

  int connections() const { return static_cast<int>(by_socket_.size() / 2); }

  /// Whether new connections are accepted.
  void listen(bool wanted) {
    for (const auto& [fd, listener] : listeners_)
      watch(fd, wanted ? std::uint32_t{EPOLLIN} : 0, EPOLL_CTL_MOD);
  }

  /// The caller owns the connection, because close() removes the map's references.
  void serve(const std::shared_ptr<Connection>& connection) {
    Connection& c = *connection;
    if (!c.connected) {
      int error = 0;
      socklen_t length = sizeof error;
      getsockopt(c.server.get(), SOL_SOCKET, SO_ERROR, &error, &length);
      if (error != 0) return close(c);
      pollfd writable{.fd = c.server.get(), .events = POLLOUT, .revents = 0};
      if (poll(&writable, 1, 0) == 0) return;  // an event of the client
      c.connected = true;
    }
    const std::size_t before = c.up.buffered() + c.down.buffered();
    const bool works =
        c.up.move(c.client.get(), c.server.get()) && c.down.move(c.server.get(), c.client.get());
    buffered_ += c.up.buffered() + c.down.buffered() - before;
    if (!works) return close(c);
    if (c.up.ended() && c.down.ended()) {
      for (const Fd* socket : {&c.client, &c.server}) end_normally(*socket);
      close(c);
    }
  }

  static void end_normally(const Fd& socket) {
    const linger off{};
    setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &off, sizeof off);
  }

  void end_all() {
    for (const auto& [fd, connection] : by_socket_)
      if (connection->up.ended() && connection->up.buffered() == 0)
        end_normally(connection->server);
  }

  void close(const Connection& connection) {
    buffered_ -= connection.up.buffered() + connection.down.buffered();
    const bool was_full = connections() >= kMaxConnections;
    by_socket_.erase(connection.client.get());
    by_socket_.erase(connection.server.get());
    if (was_full) listen(true);
  }

  Fd events_{epoll_create1(EPOLL_CLOEXEC)};
  Fd stop_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::map<int, Listener> listeners_;
  std::map<int, std::shared_ptr<Connection>> by_socket_;
  std::atomic<std::size_t> buffered_{0};  // bytes in all connections
};

TcpForwarder::TcpForwarder(std::vector<Listener> listeners)
    : loop_(std::make_unique<Loop>(std::move(listeners))), thread_([this] { loop_->run(); }) {}

TcpForwarder::~TcpForwarder() {
  loop_->stop();
  thread_.join();
}

bool TcpForwarder::is_idle() const {
  return loop_->is_idle();
}

TcpForwarder::Destination to_loopback(std::uint16_t port) {
  return [port](int) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return to;
  };
}

sockaddr_in original_destination(int socket) {
  sockaddr_in to{};
  socklen_t length = sizeof to;
  if (getsockopt(socket, SOL_IP, SO_ORIGINAL_DST, &to, &length) != 0) return {};
  return to;
}

}  // namespace seawind
