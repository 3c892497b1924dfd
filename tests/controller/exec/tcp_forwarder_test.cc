// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/tcp_forwarder.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <numeric>
#include <string>
#include <thread>
#include <utility>

#include "common/open_files.h"
#include "controller/exec/tcp_direction.h"

namespace seawind {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = htons(port);
  out.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return out;
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

/// A pair of sockets that keep the boundaries of packets.
struct Pipe {
  Fd inner;
  Fd outer;
  Pipe() {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    inner = Fd(ends[0]);
    outer = Fd(ends[1]);
  }
};

constexpr std::uint8_t kSyn = 0x02;
constexpr std::uint8_t kRst = 0x04;

/// A forwarder to a service, with the test in the place of the rules of nftables: the test reports
/// the SYNs of clients and reads the verdicts.
struct Forwarded {
  ListeningSocket service;
  std::uint16_t port = 0;  // of the forwarder's own socket
  Fd requests;
  std::vector<Fd> verdicts;
  std::unique_ptr<TcpForwarder> forwarder;

  explicit Forwarded(std::optional<sockaddr_in> destination = {},
                     std::chrono::milliseconds handshake_limit = std::chrono::minutes(1)) {
    ListeningSocket front;
    port = front.port;
    if (!destination) destination = loopback(service.port);
    SplitSockets split;
    Pipe pipe;
    split.requests = std::move(pipe.inner);
    requests = std::move(pipe.outer);
    for (std::size_t i = 0; i < kSynVerdicts; ++i) {
      Pipe verdict;
      split.verdicts.push_back(std::move(verdict.inner));
      verdicts.push_back(std::move(verdict.outer));
    }
    std::vector<Fd> listeners;
    listeners.push_back(std::move(front.socket));
    forwarder = std::make_unique<TcpForwarder>(
        std::move(split), std::move(listeners), [=](const sockaddr_in&) { return destination; },
        handshake_limit);
  }

  /// A segment without data from 127.0.0.2 to the forwarder's socket.
  std::string segment(std::uint16_t from, std::uint8_t flags, std::uint8_t sequence = 1,
                      std::uint8_t traffic_class = 0) const {
    std::string out(40, '\0');
    const auto write = [&out](std::size_t at, std::initializer_list<int> bytes) {
      for (const int byte : bytes) out[at++] = static_cast<char>(byte);
    };
    write(0, {0x45, traffic_class, 0, 40, 0, 0,   0, 0, 64, IPPROTO_TCP, 0,
              0,    127,           0, 0,  2, 127, 0, 0, 1});
    write(20, {from >> 8, from & 255, port >> 8, port & 255, 0, 0, 0, sequence});
    write(32, {0x50, flags});
    return out;
  }

  void report(const std::string& packet) const {
    ASSERT_EQ(send(requests.get(), packet.data(), packet.size(), 0), 40);
  }

  std::string next_verdict(SynVerdict verdict) const {
    char buffer[100];
    const auto size = recv(verdicts[static_cast<std::size_t>(verdict)].get(), buffer, 100, 0);
    return {buffer, static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }

  /// A client with an address of the link, bound to a port.
  static std::pair<Fd, std::uint16_t> new_client() {
    Fd client = tcp_socket();
    sockaddr_in own = loopback(0);
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
    socklen_t length = sizeof own;
    EXPECT_EQ(bind(client.get(), reinterpret_cast<sockaddr*>(&own), sizeof own), 0);
    EXPECT_EQ(getsockname(client.get(), reinterpret_cast<sockaddr*>(&own), &length), 0);
    return {std::move(client), ntohs(own.sin_port)};
  }

  void complete(const Fd& client) const {
    const sockaddr_in to = loopback(port);
    ASSERT_EQ(connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
  }

  /// A client whose connection the forwarder accepts.
  Fd connected() const {
    auto [client, own] = new_client();
    const std::string syn = segment(own, kSyn);
    report(syn);
    EXPECT_EQ(next_verdict(SynVerdict::kAccept), syn);
    complete(client);
    return std::move(client);
  }
};

std::uint16_t closed_port() {
  return ListeningSocket().port;
}

TEST(TcpForwarder, CarriesDataAndHalfClosesInBothDirections) {
  const Forwarded f;
  const Fd client = f.connected();
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
  const Fd client = f.connected();
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

void reset(Fd& socket) {
  const linger now{.l_onoff = 1, .l_linger = 0};
  setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
  socket.reset();
}

TEST(TcpForwarder, AResetIsForwardedInBothDirections) {
  const Forwarded f;
  Fd client = f.connected();
  const Fd server = f.service.accept();
  reset(client);
  EXPECT_EQ(read_all(server), "reset");
  const Fd other = f.connected();
  Fd other_server = f.service.accept();
  reset(other_server);
  EXPECT_EQ(read_all(other), "reset");
}

void send_until_nothing_moves(const Fd& client) {
  const std::string block(100'000, 'x');
  ssize_t sent = 0;
  while (sent >= 0) {  // until nothing has moved for a while
    pollfd writable{.fd = client.get(), .events = POLLOUT, .revents = 0};
    sent = poll(&writable, 1, 300) > 0
               ? send(client.get(), block.data(), block.size(), MSG_DONTWAIT | MSG_NOSIGNAL)
               : -1;
  }
}

TEST(TcpForwarder, AResetIsForwardedAlthoughTheOtherSideTakesNoData) {
  const Forwarded f;
  Fd client = f.connected();
  Fd server = f.service.accept();
  send_until_nothing_moves(client);
  reset(client);
  pollfd closed{.fd = server.get(), .events = POLLRDHUP, .revents = 0};
  EXPECT_EQ(poll(&closed, 1, 10'000), 1);  // while all of its data are unread
  EXPECT_NE(closed.revents & POLLERR, 0);
}

// The forwarder has data for the server, so that its send is the first to see the reset.
TEST(TcpForwarder, AResetWhileDataWaitIsAnEndOnlyBehindAFin) {
  for (const bool fin_first : {false, true}) {
    const Forwarded f;
    const Fd client = f.connected();
    Fd server = f.service.accept();
    send_until_nothing_moves(client);
    send_all(server, "answer");
    if (fin_first) shutdown(server.get(), SHUT_WR);
    reset(server);
    EXPECT_EQ(read_all(client), fin_first ? "answer" : "reset");
  }
}

TEST(TcpForwarder, AResetAfterTheServersEndIsForwarded) {
  const Forwarded f;
  const Fd client = f.connected();
  Fd server = f.service.accept();
  shutdown(server.get(), SHUT_WR);
  EXPECT_EQ(read_all(client), "");
  reset(server);
  pollfd closed{.fd = client.get(), .events = 0, .revents = 0};
  EXPECT_EQ(poll(&closed, 1, 10'000), 1);
  EXPECT_NE(closed.revents & POLLERR, 0);
}

TEST(TcpForwarder, UrgentDataStayUrgent) {
  const Forwarded f;
  const Fd client = f.connected();
  const Fd server = f.service.accept();
  send_all(client, "before");
  ASSERT_EQ(send(client.get(), "!", 1, MSG_OOB), 1);
  send_all(client, "after");
  shutdown(client.get(), SHUT_WR);
  pollfd urgent{.fd = server.get(), .events = POLLPRI, .revents = 0};
  ASSERT_EQ(poll(&urgent, 1, 10'000), 1);
  char byte = 0;
  EXPECT_EQ(recv(server.get(), &byte, 1, MSG_OOB), 1);
  EXPECT_EQ(byte, '!');
  EXPECT_EQ(read_all(server), "beforeafter");
}

TEST(TcpDirection, UrgentDataStayUrgentWhenTheyArriveBesideTheCall) {
  const ListeningSocket near;
  const ListeningSocket far;
  const Fd client = connected_to(near.port);
  const Fd from = near.accept();
  const Fd to = connected_to(far.port);
  const Fd server = far.accept();
  const int on = 1;
  setsockopt(from.get(), SOL_SOCKET, SO_OOBINLINE, &on, sizeof on);  // as the forwarder's
  fcntl(from.get(), F_SETFL, O_NONBLOCK);
  std::atomic<bool> stop = false;
  const std::jthread forwarder([&] {
    TcpDirection direction;
    while (!stop) direction.move(from.get(), to.get());
  });
  int urgent_bytes = 0;
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(send(client.get(), "!", 1, MSG_OOB), 1);
    pollfd arrival{.fd = server.get(), .events = POLLPRI | POLLIN, .revents = 0};
    ASSERT_EQ(poll(&arrival, 1, 10'000), 1);
    char byte = 0;
    if (arrival.revents & POLLPRI)
      urgent_bytes += static_cast<int>(recv(server.get(), &byte, 1, MSG_OOB));
    else
      recv(server.get(), &byte, 1, 0);
  }
  stop = true;
  EXPECT_EQ(urgent_bytes, 100);
}

TEST(TcpForwarder, ASynIsAnsweredAsTheDestinationAnswers) {
  const Forwarded f(loopback(closed_port()));
  const std::string syn = f.segment(1000, kSyn);
  f.report(syn);
  EXPECT_EQ(f.next_verdict(SynVerdict::kRefuse), syn);
  sockaddr_in broadcast = loopback(9);
  broadcast.sin_addr.s_addr = INADDR_BROADCAST;  // connect() fails at once, with ENETUNREACH
  const Forwarded unreachable(broadcast);
  unreachable.report(syn);
  EXPECT_EQ(unreachable.next_verdict(SynVerdict::kNetUnreachable), syn);
  EXPECT_EQ(f.forwarder->counts().connections, 0);
  EXPECT_EQ(f.forwarder->counts().unanswered, 0);
}

/// A service that answers no SYN until accept() makes room.
struct BusyService {
  ListeningSocket service;
  std::vector<Fd> before;
  BusyService() {
    listen(service.socket.get(), 0);
    before.push_back(connected_to(service.port));
  }
  /// Lets one connection in, which is not the one of the constructor.
  void make_room() { before.push_back(service.accept()); }
};

TEST(TcpForwarder, ASynWaitsForTheDestinationAndIsNotForwardedTwice) {
  BusyService busy;
  const Forwarded f(loopback(busy.service.port));
  const std::string later = f.segment(1000, kSyn, 2);
  f.report(f.segment(1000, kSyn));
  f.report(f.segment(1000, kSyn));
  f.report(later);  // of a new connection with the same ports
  pollfd early{.fd = f.verdicts[0].get(), .events = POLLIN, .revents = 0};
  EXPECT_EQ(poll(&early, 1, 100), 0);
  busy.make_room();
  EXPECT_EQ(f.next_verdict(SynVerdict::kAccept), later);
  busy.make_room();
  pollfd second{.fd = busy.service.socket.get(), .events = POLLIN, .revents = 0};
  EXPECT_EQ(poll(&second, 1, 1500), 0);  // the retransmission time of a second connection is 1 s
}

TEST(TcpForwarder, ARepeatedSynGetsItsAnswerAgain) {
  const Forwarded f;
  auto [client, port] = Forwarded::new_client();
  const std::string syn = f.segment(port, kSyn);
  for (int i = 0; i < 3; ++i) {
    f.report(syn);
    EXPECT_EQ(f.next_verdict(SynVerdict::kAccept), syn);
  }
  f.complete(client);
  const Fd server = f.service.accept();
  send_all(client, "once");
  shutdown(client.get(), SHUT_WR);
  EXPECT_EQ(read_all(server), "once");
  pollfd second{.fd = f.service.socket.get(), .events = POLLIN, .revents = 0};
  EXPECT_EQ(poll(&second, 1, 0), 0);
  EXPECT_EQ(f.forwarder->counts().connections, 1);
}

TEST(TcpForwarder, AClientThatResetsOrDoesNotCompleteItsHandshakeIsEnded) {
  const Forwarded patient;
  patient.report(patient.segment(1000, kSyn));
  const Fd server = patient.service.accept();
  patient.report(patient.segment(1000, kRst));
  EXPECT_EQ(read_all(server), "reset");
  const Forwarded brief({}, std::chrono::milliseconds(1));
  brief.report(brief.segment(1000, kSyn));
  EXPECT_EQ(read_all(brief.service.accept()), "reset");
}

TEST(TcpForwarder, AServerThatResetsBeforeTheClientIsAcceptedResetsTheClient) {
  const Forwarded f;
  auto [client, port] = Forwarded::new_client();
  const std::string syn = f.segment(port, kSyn);
  f.report(syn);
  EXPECT_EQ(f.next_verdict(SynVerdict::kAccept), syn);
  Fd server = f.service.accept();
  send_all(server, "last words");
  reset(server);
  f.complete(client);
  EXPECT_EQ(read_all(client), "reset");
}

TEST(TcpForwarder, AProgramOfTheFixedHostIsAcceptedFirst) {
  const Forwarded f;
  const Fd client = connected_to(f.port);
  const Fd server = f.service.accept();
  send_all(client, "request");
  shutdown(client.get(), SHUT_WR);
  EXPECT_EQ(read_all(server), "request");
  const Forwarded closed(loopback(closed_port()));
  EXPECT_EQ(read_all(connected_to(closed.port)), "reset");
}

TEST(TcpForwarder, AConnectionThatNoSynAnnouncedIsReset) {
  const Forwarded f;
  const auto [client, port] = Forwarded::new_client();
  f.complete(client);
  EXPECT_EQ(read_all(client), "reset");
}

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

TEST(TcpForwarder, SynsThatAreNotRepeatedKeepNoPlace) {
  BusyService busy;
  const Forwarded f(loopback(busy.service.port), std::chrono::milliseconds(800));
  const auto before = open_descriptors();
  for (std::uint16_t port = 1000; port < 1020; ++port) f.report(f.segment(port, kSyn));
  while (open_descriptors() == before) std::this_thread::yield();
  while (open_descriptors() > before) std::this_thread::yield();
  EXPECT_EQ(f.forwarder->counts().unanswered, 0);
}

TEST(TcpForwarder, MoreConnectionsThanTheLimitAreNotAnsweredUntilOneEnds) {
  raise_open_files();
  const Forwarded f;
  std::vector<Fd> clients;
  std::vector<Fd> servers;
  for (std::size_t i = 0; i < TcpForwarder::kMaxConnections; ++i) {
    clients.push_back(f.connected());
    servers.push_back(f.service.accept());
  }
  const std::string syn = f.segment(1, kSyn);
  f.report(syn);
  while (f.forwarder->counts().unanswered == 0) std::this_thread::yield();
  shutdown(clients[0].get(), SHUT_WR);
  shutdown(servers[0].get(), SHUT_WR);
  EXPECT_EQ(read_all(servers[0]), "");
  EXPECT_EQ(read_all(clients[0]), "");
  f.report(f.segment(1, kSyn));  // repeated by the client
  f.service.accept();
  EXPECT_EQ(f.next_verdict(SynVerdict::kAccept), syn);
  EXPECT_EQ(f.forwarder->counts().connections, std::ssize(clients));
}

/// Lowers the limit on descriptors to those that are open and `more`.
class FewDescriptors {
 public:
  explicit FewDescriptors(rlim_t more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const Fd next(eventfd(0, EFD_CLOEXEC));  // the smallest free number
    const rlimit low{.rlim_cur = static_cast<rlim_t>(next.get()) + more,
                     .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &low);
  }
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_;
};

TEST(TcpForwarder, ASynWithoutADescriptorIsNotAnswered) {
  const Forwarded f;
  auto [client, port] = Forwarded::new_client();
  const std::string syn = f.segment(port, kSyn);
  for (const rlim_t free : {0, 1}) {
    const FewDescriptors few(free);
    const auto before = f.forwarder->counts().unanswered;
    f.report(syn);
    while (f.forwarder->counts().unanswered == before) std::this_thread::yield();
  }
  const FewDescriptors enough(3);  // the third for this test's accept()
  f.report(syn);
  EXPECT_EQ(f.next_verdict(SynVerdict::kAccept), syn);
  const Fd server = f.service.accept();
  f.complete(client);
  send_all(client, "at last");
  shutdown(client.get(), SHUT_WR);
  EXPECT_EQ(read_all(server), "at last");
  EXPECT_EQ(f.forwarder->counts().unanswered, 2);
}

TEST(TcpForwarder, AnAcceptedConnectionWithoutADescriptorWaitsWithoutLoad) {
  const Forwarded f;
  Fd client = tcp_socket();
  const sockaddr_in to = loopback(f.port);
  Fd spare(eventfd(0, EFD_CLOEXEC));
  rusage before{};
  {
    const FewDescriptors none(0);
    ASSERT_EQ(connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
    getrusage(RUSAGE_SELF, &before);
    pollfd closed{.fd = client.get(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(poll(&closed, 1, 1000), 0);
    rusage after{};
    getrusage(RUSAGE_SELF, &after);
    const auto seconds = [](const rusage& r) {
      return static_cast<double>(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
             static_cast<double>(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
    };
    EXPECT_LT(seconds(after) - seconds(before), 0.2);  // of one second
  }
  const Fd server = f.service.accept();
  send_all(client, "at last");
  shutdown(client.get(), SHUT_WR);
  EXPECT_EQ(read_all(server), "at last");
}

TEST(TcpForwarder, ItsEndResetsAllConnections) {
  Forwarded f;
  const Fd client = f.connected();
  const Fd server = f.service.accept();
  f.forwarder.reset();
  EXPECT_EQ(read_all(client), "reset");
  EXPECT_EQ(read_all(server), "reset");
}

}  // namespace
}  // namespace seawind
