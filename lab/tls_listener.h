// SPDX-License-Identifier: GPL-3.0-or-later
// Listens for members of a lab. Nobody else reaches the program behind it: a connection is passed
// on only after its certificate has been checked. Before that, a peer costs one descriptor for a
// bounded time.
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
#include "lab/certificate.h"
#include "lab/endpoint.h"
#include "lab/refusals.h"
#include "lab/tls_relay.h"
#include "lab/tls_stream.h"

namespace seawind::lab {

class TlsListener {
 public:
  struct Options {
    Endpoint at;                 // port 0: a free one
    std::vector<Role> admitted;  // roles of those who may connect
    std::string greeting;        // a line, the first that a member receives
    /// The local, non-blocking socket to which a member's connection is carried: of the service
    /// that it has asked for. Throws Error to turn it away. Called by the listener's thread, and
    /// must not call the listener.
    std::function<Fd(const Identity&, const std::string& service)> reach;
    /// A line about those turned away (refusals.h).
    std::function<void(const std::string&)> refused;
  };

  /// Peers that have connected and are not yet members: of all addresses, of one address, and for
  /// how long. For a new one any of them is turned away, by chance, so that a flood keeps few
  /// members out, whatever it sends: of 256, a handshake during which 5 others connect goes on in
  /// 98 %.
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

  /// For connections that begin from now on. Those of members who have been revoked end. May be
  /// called from any thread.
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
  /// Goes on with a handshake. False: it is over, and the connection is elsewhere or closed.
  bool proceed(Handshake& handshake);
  void admit(Handshake& handshake);
  void forget_ended();
  void refuse(const std::string& address, const std::string& reason);

  const Options options_;
  Fd listener_;
  Fd wake_;  // an event: stop_ is set
  std::uint16_t port_ = 0;
  std::mutex mutex_;  // of the next four
  std::shared_ptr<const Credentials> credentials_;
  std::shared_ptr<const TlsSettings> settings_;
  std::list<Member> members_;
  bool stop_ = false;
  std::deque<Handshake> handshakes_;  // the oldest first; the listener's thread only
  std::minstd_rand random_{std::random_device{}()};
  Refusals refusals_;
  std::thread thread_;
};

}  // namespace seawind::lab
