// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/tcp_forwarder.h"

#include <fcntl.h>
#include <linux/if_packet.h>
#include <linux/sockios.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "common/error.h"
#include "controller/exec/tcp_direction.h"

namespace seawind {
namespace {

using Clock = std::chrono::steady_clock;

/// The addresses and ports of a connection as in the client's packets: source address, destination
/// address, source port, destination port.
using FourTuple = std::array<std::uint8_t, 12>;

FourTuple four_tuple(const sockaddr_in& client, const sockaddr_in& requested) {
  FourTuple tuple;
  std::memcpy(&tuple[0], &client.sin_addr, 4);
  std::memcpy(&tuple[4], &requested.sin_addr, 4);
  std::memcpy(&tuple[8], &client.sin_port, 2);
  std::memcpy(&tuple[10], &requested.sin_port, 2);
  return tuple;
}

sockaddr_in destination_of(const FourTuple& tuple) {
  sockaddr_in requested{};
  requested.sin_family = AF_INET;
  std::memcpy(&requested.sin_addr, &tuple[4], 4);
  std::memcpy(&requested.sin_port, &tuple[10], 2);
  return requested;
}

/// A SYN or RST of a client.
struct Request {
  std::span<const std::uint8_t> packet;
  FourTuple tuple;
  std::uint8_t traffic_class;
  std::uint32_t sequence;
  bool reset;
};

/// Nothing for a packet that SplitSockets::requests does not pass.
std::optional<Request> read_request(std::span<const std::uint8_t> packet) {
  iphdr ip;
  tcphdr tcp;
  if (packet.size() < sizeof ip) return {};
  std::memcpy(&ip, packet.data(), sizeof ip);
  const std::size_t at = std::size_t{ip.ihl} * 4;
  if (at < sizeof ip || packet.size() < at + sizeof tcp || ip.protocol != IPPROTO_TCP) return {};
  std::memcpy(&tcp, &packet[at], sizeof tcp);
  Request out{packet, {}, ip.tos, tcp.seq, tcp.rst != 0};
  std::memcpy(&out.tuple[0], &packet[12], 8);
  std::memcpy(&out.tuple[8], &packet[at], 4);
  return out;
}

/// The verdict on a SYN whose connection to the destination has failed; nothing: no answer.
std::optional<SynVerdict> verdict_of(int error) {
  switch (error) {
    case ECONNREFUSED:
      return SynVerdict::kRefuse;
    case ENETUNREACH:
    case ENETDOWN:
      return SynVerdict::kNetUnreachable;
    case EACCES:
    case EPERM:
      return SynVerdict::kProhibited;
    case ETIMEDOUT:
      return {};  // the client's own TCP decides when to give up
    default:
      return SynVerdict::kHostUnreachable;
  }
}

/// Whether the error is a shortage that may be over when the client repeats its SYN.
bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS ||
         error == EAGAIN || error == EADDRNOTAVAIL;
}

template <class T>
void set_option(const Fd& socket, int level, int option, const T& value) {
  setsockopt(socket.get(), level, option, &value, sizeof value);
}

void reset_on_close(const Fd& socket) {
  set_option(socket, SOL_SOCKET, SO_LINGER, linger{.l_onoff = 1, .l_linger = 0});
}

/// Data leave when they arrive, in the pieces in which they were written, as without a forwarder.
/// Urgent data are read in their place among the others.
void relay_at_once(const Fd& socket) {
  set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(socket, SOL_SOCKET, SO_OOBINLINE, 1);
}

/// Both keep little between the two connections, so that the link holds back the service's side as
/// without a forwarder: data that wait for the link wait in the link's sender.
void prepare_client(const Fd& client) {
  reset_on_close(client);  // until the end of the data
  relay_at_once(client);
  set_option(client, IPPROTO_TCP, TCP_NOTSENT_LOWAT, 16'384);
}
void prepare_server(const Fd& server) {
  reset_on_close(server);
  relay_at_once(server);
  // The send buffer of loopback's 64 KiB segments would hold megabytes.
  set_option(server, IPPROTO_TCP, TCP_MAXSEG, 1460);
  set_option(server, IPPROTO_TCP, TCP_NOTSENT_LOWAT, 65'536);
}

/// Bytes that the peer has not acknowledged.
int unacknowledged(const Fd& socket) {
  int bytes = 0;
  return ioctl(socket.get(), SIOCOUTQ, &bytes) == 0 ? bytes : 0;
}

}  // namespace

/// Serves all connections in one thread. Connections are edge-triggered: an event moves data in
/// both directions until a socket would block. The connections take turns, in each of which a
/// connection moves at most one buffer in each direction.
///
/// A connection holds two descriptors from its beginning, so that it can be accepted: that of the
/// server's side, and a spare one for the client's side.
class TcpForwarder::Loop {
 public:
  Loop(SplitSockets split, std::vector<Fd> listeners, Destination destination,
       std::chrono::milliseconds handshake_limit)
      : split_(std::move(split)),
        listeners_(std::move(listeners)),
        destination_(std::move(destination)),
        handshake_limit_(handshake_limit) {
    if (!events_ || !stop_ || !question_) throw system_error("forward connections");
    if (split_.redirected) listeners_.push_back(std::move(split_.redirected));
    watch(stop_.get(), EPOLLIN);
    watch(question_.get(), EPOLLIN);
    watch(split_.requests.get(), EPOLLIN);
    for (const Fd& listener : listeners_) {
      fcntl(listener.get(), F_SETFL, fcntl(listener.get(), F_GETFL) | O_NONBLOCK);
      watch(listener.get(), EPOLLIN | EPOLLET);
    }
  }

  void stop() { eventfd_write(stop_.get(), 1); }
  bool is_delivered() {
    std::unique_lock lock(answer_mutex_);
    delivered_.reset();
    eventfd_write(question_.get(), 1);
    return answered_.wait_for(lock, kAnswerLimit, [this] { return delivered_.has_value(); }) &&
           *delivered_;
  }
  Counts counts() {
    // SYNs that the requests' socket had no room for.
    tpacket_stats lost{};
    socklen_t length = sizeof lost;
    if (getsockopt(split_.requests.get(), SOL_PACKET, PACKET_STATISTICS, &lost, &length) == 0)
      unanswered_ += lost.tp_drops;
    return {connections_, unanswered_, std::chrono::nanoseconds(longest_stall_)};
  }

  void run() {
    for (auto last = Clock::now();;) {
      const bool forwards = !by_tuple_.empty();
      std::array<epoll_event, 64> ready;
      const int count = epoll_wait(events_.get(), ready.data(), static_cast<int>(ready.size()),
                                   busy_.empty() ? kPollInterval : 0);
      if (count < 0) continue;  // EINTR: this process was stopped
      const auto now = Clock::now();
      if (forwards || count > 0) note_stall(now - last);
      last = now;
      for (int i = 0; i < count; ++i) {
        const epoll_event& event = ready[static_cast<std::size_t>(i)];
        if (event.data.fd == stop_.get()) return end_all();
        if (event.data.fd == question_.get())
          answer();
        else if (event.data.fd == split_.requests.get())
          read_requests();
        else if (const auto found = by_socket_.find(event.data.fd); found != by_socket_.end())
          serve(std::shared_ptr(found->second), (event.events & EPOLLERR) != 0);
        else
          accept_pending_ = true;  // the event of a listener
      }
      if (std::exchange(accept_pending_, false))
        for (const Fd& listener : listeners_) accept_all(listener);
      for (const Shared& c : std::exchange(busy_, {})) relay(c);
      end_handshakes();
    }
  }

 private:
  struct Connection {
    FourTuple tuple{};
    std::vector<std::uint8_t> syn{};  // until it has its verdict
    Fd client{};                      // empty until accepted
    Fd server{};
    bool connected = false;  // the server's side
    bool failed = false;     // one of the sides
    bool reset = false;      // the server's side has reported a reset
    Clock::time_point begun = Clock::now();
    Clock::time_point handshake_end{};  // a client that is not accepted by then has given up
    TcpDirection up{};                  // client to server
    TcpDirection down{};                // server to client
  };
  using Shared = std::shared_ptr<Connection>;

  /// `since_last`: the time since epoll_wait() last returned, which waits for kPollInterval at
  /// most. This thread writes longest_stall_, others read it.
  void note_stall(std::chrono::nanoseconds since_last) {
    const auto stall = (since_last - std::chrono::milliseconds(kPollInterval)).count();
    if (stall > longest_stall_) longest_stall_ = stall;
  }

  void watch(int fd, std::uint32_t events) {
    epoll_event event{.events = events, .data = {.fd = fd}};
    epoll_ctl(events_.get(), EPOLL_CTL_ADD, fd, &event);
  }
  void watch(const Fd& socket, const Shared& c) {
    by_socket_[socket.get()] = c;
    watch(socket.get(), EPOLLIN | EPOLLOUT | EPOLLET);
  }

  void read_requests() {
    std::vector<std::uint8_t> packet(65536);
    for (;;) {
      const ssize_t size = recv(split_.requests.get(), packet.data(), packet.size(), MSG_DONTWAIT);
      if (size < 0) return;
      if (const auto request =
              read_request(std::span(packet).first(static_cast<std::size_t>(size))))
        handle(*request);
    }
  }

  void handle(const Request& request) {
    auto found = by_tuple_.find(request.tuple);
    if (found != by_tuple_.end() && found->second->client) {
      serve(Shared(found->second), true);  // its end may have arrived before this
      found = by_tuple_.find(request.tuple);
    }
    if (found == by_tuple_.end()) {
      if (!request.reset) begin(request);
      return;
    }
    const Shared c = found->second;
    if (request.reset) {  // the client has no such connection
      if (!c->client) close(c);
    } else if (c->connected) {  // the answer was lost; TCP rejects the SYN of another connection
      accept_syn(*c, request.packet);
    } else if (!c->client) {
      if (read_request(c->syn)->sequence != request.sequence) {  // the SYN of another connection
        c->syn.assign(request.packet.begin(), request.packet.end());
        c->begun = Clock::now();
      }
      expect_repetition(*c);
    }
  }

  void begin(const Request& request) {
    const auto to = destination_(destination_of(request.tuple));
    if (!to) return;
    Fd spare(fcntl(stop_.get(), F_DUPFD_CLOEXEC, 0));
    if (!spare) return void(++unanswered_);
    const auto c = std::make_shared<Connection>();
    c->tuple = request.tuple;
    c->syn.assign(request.packet.begin(), request.packet.end());
    expect_repetition(*c);
    ++waiting_;
    spare_.push_back(std::move(spare));
    connect_server(c, *to, request.traffic_class);
  }

  /// A client repeats its SYN after 1 to 3 s, and then after twice the time of before. One that is
  /// later than expected begins the connection again.
  void expect_repetition(Connection& c) const {
    const auto now = Clock::now();
    c.handshake_end = now + 2 * (now - c.begun) + handshake_limit_ / 8;
  }

  /// A connection of a program of the fixed host itself, whose SYN no rule has dropped. Any other
  /// that is not expected, and one that cannot be forwarded, is reset.
  void begin_accepted(Fd client, const sockaddr_in& peer, const sockaddr_in& requested) {
    if (peer.sin_addr.s_addr != requested.sin_addr.s_addr) return;
    const auto to = destination_(requested);
    if (!to) return;
    const auto c = std::make_shared<Connection>();
    c->tuple = four_tuple(peer, requested);
    c->client = std::move(client);
    watch(c->client, c);
    connect_server(c, *to, 0);
  }

  void connect_server(const Shared& c, const sockaddr_in& to, int traffic_class) {
    by_tuple_[c->tuple] = c;
    if (by_tuple_.size() > kMaxConnections) return fail(c, EMFILE);
    c->server = Fd(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!c->server) return fail(c, errno);
    prepare_server(c->server);
    set_option(c->server, IPPROTO_IP, IP_TOS, traffic_class & ~3);  // ECN is per connection
    if (connect(c->server.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0 &&
        errno != EINPROGRESS)
      return fail(c, errno);
    watch(c->server, c);
  }

  /// The server's side cannot be connected.
  void fail(const Shared& c, int error) {
    if (is_shortage(error)) {
      ++unanswered_;
    } else if (const auto verdict = verdict_of(error); verdict && !c->client) {
      send_verdict(*verdict, c->syn);
    }
    close(c);
  }

  void accept_syn(Connection& c, std::span<const std::uint8_t> syn) {
    c.handshake_end = Clock::now() + handshake_limit_;
    send_verdict(SynVerdict::kAccept, syn);
  }

  /// A verdict that is not sent is repeated with the client's SYN.
  void send_verdict(SynVerdict verdict, std::span<const std::uint8_t> syn) {
    send(split_.verdicts[static_cast<std::size_t>(verdict)].get(), syn.data(), syn.size(),
         MSG_DONTWAIT | MSG_NOSIGNAL);
  }

  void accept_all(const Fd& listener) {
    for (;;) {
      sockaddr_in peer{};
      socklen_t length = sizeof peer;
      const auto accept_one = [&] {
        return Fd(accept4(listener.get(), reinterpret_cast<sockaddr*>(&peer), &length,
                          SOCK_NONBLOCK | SOCK_CLOEXEC));
      };
      Fd client = accept_one();
      if (!client && is_shortage(errno) && errno != EAGAIN && !spare_.empty()) {
        spare_.pop_back();
        client = accept_one();
      }
      if (!client && (errno == EINTR || errno == ECONNABORTED)) continue;
      if (!client) {
        accept_pending_ = accept_pending_ || errno != EAGAIN;
        return;
      }
      prepare_client(client);
      sockaddr_in requested{};
      length = sizeof requested;
      getsockname(client.get(), reinterpret_cast<sockaddr*>(&requested), &length);
      const auto found = by_tuple_.find(four_tuple(peer, requested));
      if (found == by_tuple_.end()) {
        begin_accepted(std::move(client), peer, requested);
      } else if (const Shared c = found->second; !c->client) {
        c->client = std::move(client);
        no_longer_waiting();
        watch(c->client, c);
        ++connections_;
        relay(c);
      }
    }
  }

  void serve(const Shared& c, bool failed) {
    if (failed) {  // unless the event was of an earlier socket with that number
      pollfd ends[] = {{.fd = c->client.get(), .events = 0, .revents = 0},
                       {.fd = c->server.get(), .events = 0, .revents = 0}};
      poll(ends, 2, 0);
      c->failed = c->failed || ((ends[0].revents | ends[1].revents) & POLLERR) != 0;
    }
    if (!c->connected) {
      sockaddr_in peer{};
      socklen_t length = sizeof peer;
      if (getpeername(c->server.get(), reinterpret_cast<sockaddr*>(&peer), &length) != 0) {
        // The kernel closes a socket and reports its error in two steps, so that an event without
        // an error means nothing.
        int error = 0;
        length = sizeof error;
        getsockopt(c->server.get(), SOL_SOCKET, SO_ERROR, &error, &length);
        if (error == 0) return;
        if (error != ECONNRESET && error != EPIPE) return fail(c, error);
        c->failed = true;  // accepted, then reset; EPIPE: after its FIN
        c->reset = error == ECONNRESET;
      }
      c->connected = true;
      if (c->client)
        ++connections_;
      else
        accept_syn(*c, std::exchange(c->syn, {}));
    }
    if (c->client) relay(c);
  }

  void relay(const Shared& connection) {
    Connection& c = *connection;
    using Moved = TcpDirection::Moved;
    const auto sent = c.up.move(c.client.get(), c.server.get());
    const auto received =
        c.down.move(c.server.get(), c.client.get(), c.reset || c.up.receiver_reset());
    if (c.failed || sent == Moved::kFailed || received == Moved::kFailed) return close(connection);
    if (sent == Moved::kPart || received == Moved::kPart) {
      busy_.insert(connection);
      return;
    }
    if (c.up.ended() && c.down.ended()) {
      for (const Fd* socket : {&c.client, &c.server}) end_normally(*socket);
      close(connection);
    }
  }

  static void end_normally(const Fd& socket) {
    set_option(socket, SOL_SOCKET, SO_LINGER, linger{});
  }

  /// Ends what clients have given up, and the handshakes that they do not complete.
  void end_handshakes() {
    const auto now = Clock::now();
    if (waiting_ == 0 || now < next_check_) return;
    next_check_ = now + std::chrono::milliseconds(kPollInterval);
    for (auto next = by_tuple_.begin(); next != by_tuple_.end();) {
      const Shared c = next++->second;
      if (!c->client && now > c->handshake_end) close(c);
    }
  }

  /// Answers is_delivered().
  void answer() {
    eventfd_t questions = 0;
    eventfd_read(question_.get(), &questions);
    const bool delivered = std::ranges::all_of(by_tuple_, [](const auto& entry) {
      const Connection& c = *entry.second;
      // The kernel delivers the rest of a connection that has ended.
      return !c.connected || c.failed ||
             (c.up.buffered() == 0 && (c.up.ended() || unacknowledged(c.server) == 0));
    });
    const std::scoped_lock lock(answer_mutex_);
    delivered_ = delivered;
    answered_.notify_one();
  }

  void end_all() {
    for (const auto& [tuple, c] : by_tuple_)
      if (c->up.ended() && c->up.buffered() == 0) end_normally(c->server);
  }

  void no_longer_waiting() {
    --waiting_;
    while (spare_.size() > waiting_) spare_.pop_back();
  }

  /// The caller owns the connection, because the references of the maps are removed.
  void close(const Shared& c) {
    if (!c->client) no_longer_waiting();
    by_socket_.erase(c->client.get());
    by_socket_.erase(c->server.get());
    by_tuple_.erase(c->tuple);
    busy_.erase(c);
  }

  static constexpr int kPollInterval = 100;  // ms
  static constexpr std::chrono::seconds kAnswerLimit{1};

  SplitSockets split_;
  std::vector<Fd> listeners_;
  const Destination destination_;
  const std::chrono::milliseconds handshake_limit_;
  Fd events_{epoll_create1(EPOLL_CLOEXEC)};
  Fd stop_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  Fd question_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};  // of is_delivered()
  std::mutex answer_mutex_;
  std::condition_variable answered_;
  std::optional<bool> delivered_;         // none: not answered yet
  std::map<FourTuple, Shared> by_tuple_;  // all connections
  std::map<int, Shared> by_socket_;
  std::size_t waiting_ = 0;      // connections that are not accepted yet
  std::vector<Fd> spare_;        // at most one for each of them
  std::set<Shared> busy_;        // may have more to move
  bool accept_pending_ = false;  // connections may wait in the listeners
  Clock::time_point next_check_{};
  std::atomic<std::int64_t> connections_{0};
  std::atomic<std::int64_t> unanswered_{0};
  std::atomic<std::int64_t> longest_stall_{0};  // ns
};

TcpForwarder::TcpForwarder(SplitSockets split, std::vector<Fd> listeners, Destination destination,
                           std::chrono::milliseconds handshake_limit)
    : loop_(std::make_unique<Loop>(std::move(split), std::move(listeners), std::move(destination),
                                   handshake_limit)),
      thread_([this] { loop_->run(); }) {}

TcpForwarder::~TcpForwarder() {
  loop_->stop();
  thread_.join();
}

bool TcpForwarder::is_delivered() const {
  return loop_->is_delivered();
}

TcpForwarder::Counts TcpForwarder::counts() {
  return loop_->counts();
}

}  // namespace seawind
