// SPDX-License-Identifier: GPL-3.0-or-later
// Listens for members of a lab. Other peers do not reach the program behind it: a connection is
// passed on only after its certificate has been checked. Before that, a peer costs one descriptor
// for a bounded time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "common/fds.h"
#include "common/refusals.h"
#include "lab/certificate.h"
#include "lab/endpoint.h"
#include "lab/tls_relay.h"
#include "lab/tls_stream.h"

namespace seawind::lab {

class TlsListener {
 public:
  struct Options {
    Endpoint at;                 // port 0: a free one
    std::vector<Role> admitted;  // roles of those who may connect
    std::string greeting;        // a line, the first that a member receives
    /// Returns the local, non-blocking socket of the requested service, to which a member's
    /// connection is carried. Throws Error to reject the connection. Called by the listener's
    /// thread, and must not call the listener.
    std::function<Fd(const Identity&, const std::string& service)> reach;
    /// Receives a line about rejected peers (common/refusals.h).
    std::function<void(const std::string&)> refused;
  };

  /// Limits on peers that have not identified themselves yet: of all addresses, of one address, and
  /// in time. At a limit, a new peer replaces a random one, so that a flood keeps few members out,
  /// whatever it sends: of 256, a handshake during which 5 others connect goes on in 98 %.
  static constexpr std::size_t kMaxUnknown = 256;
  static constexpr std::size_t kMaxUnknownOfOne = 32;
  static constexpr std::chrono::seconds kHandshakeTime{5};
  static constexpr std::size_t kMaxMembers = 1024;  // connections at the same time

  /// Throws Error.
  TlsListener(Options options, std::shared_ptr<const Credentials> credentials);
  /// Ends all connections.
  ~TlsListener();
  TlsListener(const TlsListener&) = delete;
  TlsListener& operator=(const TlsListener&) = delete;

  /// Sets the credentials for connections that begin from now on. Connections of revoked members
  /// end. May be called from any thread.
  void use(std::shared_ptr<const Credentials> credentials);
  std::uint16_t port() const { return port_; }

 private:
  struct Handshake {
    TlsStream stream;
    std::string address;
    std::chrono::steady_clock::time_point until;
    TlsStream::Step needs = TlsStream::Step::kNeedsInput;
  };
  struct Member {
    Member(Certificate its, TlsStream stream, Fd local)
        : certificate(std::move(its)), relay(std::move(stream), std::move(local)) {}
    Certificate certificate;
    TlsRelay relay;
  };
  void serve();
  void accept_some();
  void make_room_for(const std::string& address);
  /// Continues a handshake. False: it has ended, and the connection was admitted or closed.
  bool proceed(Handshake& handshake);
  void admit(Handshake& handshake);
  void remove_ended();
  void refuse(const std::string& address, const std::string& reason);

  const Options options_;
  Fd listener_;
  Fd wake_;  // an event: stop_ is set
  std::uint16_t port_ = 0;
  std::mutex mutex_;  // guards the next four
  std::shared_ptr<const Credentials> credentials_;
  std::shared_ptr<const TlsSettings> settings_;
  std::list<Member> members_;
  bool stop_ = false;
  std::deque<Handshake> handshakes_;  // the oldest first; the listener's thread only
  std::minstd_rand random_{std::random_device{}()};
  Refusals refusals_{10, std::chrono::seconds(1)};
  std::thread thread_;
};

}  // namespace seawind::lab
