// SPDX-License-Identifier: GPL-3.0-or-later
// A TLS connection between two members of a lab: TLS 1.3 only, a certificate of the lab at both
// ends, no session tickets. OpenSSL writes with write(2), hence NoBrokenPipe.
#pragma once

#include <csignal>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "common/fds.h"
#include "lab/certificate.h"

namespace seawind::lab {

/// What a member of a lab needs to identify itself and others.
struct Credentials {
  Key key;
  Certificate certificate;  // for `key`
  Certificate authority;
  RevocationList revoked;  // null: none yet
};

/// While an object exists, a write of this thread to a connection that the other end has closed is
/// an error and no SIGPIPE.
class NoBrokenPipe {
 public:
  NoBrokenPipe();
  ~NoBrokenPipe();
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

 private:
  sigset_t before_{};
};

enum class TlsSide { kServer, kClient };

/// The settings of one side; connections keep those they were made with.
class TlsSettings {
 public:
  /// Throws Error if the credentials do not belong together.
  TlsSettings(TlsSide side, const Credentials& credentials);
  TlsSide side() const { return side_; }
  SSL_CTX* get() const { return context_.get(); }

 private:
  TlsSide side_;
  std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>> context_;
};

/// For use by one thread. Errors throw Error, which ends the connection.
class TlsStream {
 public:
  /// `socket`: connected and non-blocking.
  TlsStream(const TlsSettings& settings, Fd socket);

  enum class Step { kDone, kNeedsInput, kNeedsOutput };
  /// Continues the handshake as far as the socket permits. An error names the problem of the other
  /// end's certificate, if that is the cause.
  Step handshake();
  /// Requests a service, before the handshake of a client. Its name of 1 to 255 characters is the
  /// application protocol of TLS (RFC 7301).
  void request(const std::string& service);
  /// The other end's, after the handshake.
  const X509* peer_certificate() const;
  /// Of a server: the name that the client has requested; empty: none.
  std::string requested() const;

  /// Bytes moved; empty: the socket would block (needs()); 0 from read(): the other end has closed
  /// its side.
  std::optional<std::size_t> read(std::span<char> into);
  std::optional<std::size_t> write(std::span<const char> from);
  /// What the last call that would have blocked waits for.
  Step needs() const { return needs_; }
  /// Sends the close notice of TLS, if the socket takes it now. Must be the last call.
  void close();
  int fd() const { return socket_.get(); }

 private:
  /// Throws unless `result` means that the socket would block.
  void blocked_or_throw(int result, const char* tried);

  Fd socket_;
  std::unique_ptr<SSL, FreedBy<SSL_free>> tls_;
  Step needs_ = Step::kDone;
};

}  // namespace seawind::lab
