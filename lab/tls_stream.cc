// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/tls_stream.h"

#include <openssl/err.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>

namespace seawind::lab {
namespace {

constexpr int kChainDepth = 1;  // authority and member

void check(bool done) {
  if (!done) throw crypto_error("set up TLS");
}

int size_of(std::size_t size) {
  return static_cast<int>(std::min<std::size_t>(size, INT_MAX));
}

/// Takes the first name, whatever it is: the program behind the listener checks it.
int take_first(SSL*, const unsigned char** out, unsigned char* length, const unsigned char* offered,
               unsigned, void*) {
  *length = offered[0];
  *out = offered + 1;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

NoBrokenPipe::NoBrokenPipe() {
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before_);
}

NoBrokenPipe::~NoBrokenPipe() {
  if (sigismember(&before_, SIGPIPE) == 1) return;
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  const timespec at_once{};
  while (sigtimedwait(&pipe, nullptr, &at_once) == SIGPIPE) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

TlsSettings::TlsSettings(TlsSide side, const Credentials& credentials)
    : side_(side),
      context_(SSL_CTX_new(side == TlsSide::kServer ? TLS_server_method() : TLS_client_method())) {
  check(context_ != nullptr);
  SSL_CTX* const context = context_.get();
  check(SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1 &&
        SSL_CTX_use_certificate(context, credentials.certificate.get()) == 1 &&
        SSL_CTX_use_PrivateKey(context, credentials.key.get()) == 1 &&
        SSL_CTX_check_private_key(context) == 1);
  X509_STORE* const store = SSL_CTX_get_cert_store(context);
  check(X509_STORE_add_cert(store, credentials.authority.get()) == 1);
  if (credentials.revoked)
    check(X509_STORE_add_crl(store, credentials.revoked.get()) == 1 &&
          X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK) == 1);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_verify_depth(context, kChainDepth);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
  check(SSL_CTX_set_num_tickets(context, 0) == 1);
  if (side == TlsSide::kServer) SSL_CTX_set_alpn_select_cb(context, take_first, nullptr);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

TlsStream::TlsStream(const TlsSettings& settings, Fd socket)
    : socket_(std::move(socket)), tls_(SSL_new(settings.get())) {
  check(tls_ && SSL_set_fd(tls_.get(), socket_.get()) == 1);
  if (settings.side() == TlsSide::kServer)
    SSL_set_accept_state(tls_.get());
  else
    SSL_set_connect_state(tls_.get());
}

void TlsStream::blocked_or_throw(int result, const char* tried) {
  const int system_error_number = errno;
  switch (SSL_get_error(tls_.get(), result)) {
    case SSL_ERROR_WANT_READ:
      needs_ = Step::kNeedsInput;
      return;
    case SSL_ERROR_WANT_WRITE:
      needs_ = Step::kNeedsOutput;
      return;
    case SSL_ERROR_SYSCALL:
      ERR_clear_error();
      if (system_error_number == 0)
        throw SystemError(std::string("cannot ") + tried + ": it was closed", ECONNRESET);
      throw system_error(tried, system_error_number);
    default:
      break;
  }
  if (ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
    ERR_clear_error();
    throw SystemError(std::string("cannot ") + tried + ": it was closed", ECONNRESET);
  }
  const Error error = crypto_error(tried);
  const long verdict = SSL_get_verify_result(tls_.get());
  if (verdict != X509_V_OK)
    throw Error(std::string("cannot ") + tried +
                ": the other end's certificate: " + X509_verify_cert_error_string(verdict));
  throw error;
}

TlsStream::Step TlsStream::handshake() {
  ERR_clear_error();
  errno = 0;
  const int result = SSL_do_handshake(tls_.get());
  if (result == 1) return Step::kDone;
  blocked_or_throw(result, "agree on a TLS connection");
  return needs_;
}

void TlsStream::request(const std::string& service) {
  if (service.empty() || service.size() > 255)
    throw Error("cannot ask for the service '" + service + "': its name has 1 to 255 characters");
  const std::string offered = static_cast<char>(service.size()) + service;
  const int problem =
      SSL_set_alpn_protos(tls_.get(), reinterpret_cast<const unsigned char*>(offered.data()),
                          static_cast<unsigned>(offered.size()));
  check(problem == 0);  // unlike most of OpenSSL's functions
}

std::string TlsStream::requested() const {
  const unsigned char* name = nullptr;
  unsigned length = 0;
  SSL_get0_alpn_selected(tls_.get(), &name, &length);
  return {reinterpret_cast<const char*>(name), length};
}

const X509* TlsStream::peer_certificate() const {
  return SSL_get0_peer_certificate(tls_.get());
}

std::optional<std::size_t> TlsStream::read(std::span<char> into) {
  ERR_clear_error();
  errno = 0;
  const int result = SSL_read(tls_.get(), into.data(), size_of(into.size()));
  if (result > 0) return static_cast<std::size_t>(result);
  if (SSL_get_error(tls_.get(), result) == SSL_ERROR_ZERO_RETURN) return 0;
  blocked_or_throw(result, "read from a TLS connection");
  return {};
}

std::optional<std::size_t> TlsStream::write(std::span<const char> from) {
  ERR_clear_error();
  errno = 0;
  const int result = SSL_write(tls_.get(), from.data(), size_of(from.size()));
  if (result > 0) return static_cast<std::size_t>(result);
  blocked_or_throw(result, "write to a TLS connection");
  return {};
}

void TlsStream::close() {
  if (!tls_) return;  // moved from
  ERR_clear_error();
  (void)SSL_shutdown(tls_.get());
  ERR_clear_error();
}

}  // namespace seawind::lab
