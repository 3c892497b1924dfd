// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/tls_client.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "common/error.h"

namespace seawind::lab {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestGreeting = 256;

/// The end of waiting for `events`. Waits in slices, so that a stop ends it soon.
class Deadline {
 public:
  Deadline(std::chrono::milliseconds limit, const std::stop_token& stop)
      : until_(Clock::now() + limit), stop_(stop) {}

  void wait(int fd, short events) const {
    constexpr std::chrono::milliseconds kSlice{100};
    for (;;) {
      if (stop_.stop_requested()) throw Error("stopped");
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(until_ - Clock::now());
      if (left.count() <= 0) throw Error("it does not answer");
      pollfd ready{fd, events, 0};
      if (::poll(&ready, 1, static_cast<int>(std::min(left, kSlice).count())) > 0) return;
    }
  }
  void wait(const TlsStream& stream) const {
    wait(stream.fd(), stream.needs() == TlsStream::Step::kNeedsOutput ? POLLOUT : POLLIN);
  }

 private:
  Clock::time_point until_;
  const std::stop_token& stop_;
};

Fd connected(const Endpoint& to, const Deadline& deadline) {
  Fd out = to.socket();
  set_tcp_options(out);
  if (::connect(out.get(), to.get(), to.size()) == 0) return out;
  if (errno != EINPROGRESS) throw system_error("connect");
  deadline.wait(out.get(), POLLOUT);
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(out.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) throw system_error("connect", error);
  return out;
}

/// A flooded listener rejects random peers that have not identified themselves yet.
constexpr int kTries = 5;

TlsStream identified(const Endpoint& to, const std::string& service, const Credentials& credentials,
                     const Deadline& deadline) {
  const TlsSettings settings(TlsSide::kClient, credentials);
  for (int tried = 1;; ++tried) {
    TlsStream stream(settings, connected(to, deadline));
    stream.request(service);
    try {
      while (stream.handshake() != TlsStream::Step::kDone) deadline.wait(stream);
      return stream;
    } catch (const SystemError& error) {
      if (error.number() != ECONNRESET || tried == kTries) throw;
    }
  }
}

/// Reads no byte behind the line.
std::string read_greeting(TlsStream& stream, const Deadline& deadline) {
  std::string line;
  for (;;) {
    char c = 0;
    const auto got = stream.read({&c, 1});
    if (!got) {
      deadline.wait(stream);
      continue;
    }
    if (*got == 0) throw Error("it has closed the connection");
    if (c == '\n') return line;
    line += c;
    if (line.size() > kLongestGreeting) throw Error("it does not greet as a program of Seawind");
  }
}

struct Greeted {
  TlsStream stream;
  Certificate certificate;  // of the other end
  std::string greeting;
};

Greeted greeted(const Endpoint& to, const Identity& expected, const std::string& service,
                const Credentials& credentials, std::chrono::milliseconds limit,
                const std::stop_token& stop) {
  const NoBrokenPipe no_signal;
  try {
    const Deadline deadline(limit, stop);
    TlsStream stream = identified(to, service, credentials, deadline);
    const Identity found = identity_of(stream.peer_certificate());
    if (found != expected) throw Error(fmt::format("{} answers there", to_string(found)));
    Certificate certificate(X509_dup(stream.peer_certificate()));
    if (!certificate) throw crypto_error("keep a certificate");
    std::string greeting = read_greeting(stream, deadline);
    return {std::move(stream), std::move(certificate), std::move(greeting)};
  } catch (const std::exception& error) {
    throw Error(fmt::format("cannot connect to {} at {}: {}", to_string(expected), to.text(),
                            error.what()));
  }
}

std::unique_ptr<TlsRelay> started(TlsStream stream, Fd local) {
  auto relay = std::make_unique<TlsRelay>(std::move(stream), std::move(local));
  relay->start();
  return relay;
}

}  // namespace

Connection connect(const Endpoint& to, const Identity& expected, const std::string& service,
                   const Credentials& credentials, std::chrono::milliseconds limit,
                   const std::stop_token& stop) {
  Greeted other = greeted(to, expected, service, credentials, limit, stop);
  auto [ours, carried] = local_pair();
  return {started(std::move(other.stream), std::move(carried)), std::move(ours),
          std::move(other.certificate), std::move(other.greeting)};
}

std::unique_ptr<TlsRelay> carry(Fd local, const Endpoint& to, const Identity& expected,
                                const std::string& service, const Credentials& credentials,
                                std::chrono::milliseconds limit, const std::stop_token& stop) {
  return started(greeted(to, expected, service, credentials, limit, stop).stream, std::move(local));
}

}  // namespace seawind::lab
