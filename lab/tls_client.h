// SPDX-License-Identifier: GPL-3.0-or-later
// Connects to a member of the lab.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

#include "common/fds.h"
#include "lab/certificate.h"
#include "lab/endpoint.h"
#include "lab/tls_relay.h"
#include "lab/tls_stream.h"

namespace seawind::lab {

struct Connection {
  std::unique_ptr<TlsRelay> relay;
  Fd local;                 // its local end, non-blocking
  Certificate certificate;  // of the other end
  std::string greeting;     // of the other end, without its line feed
};

/// Connects to a service (TlsListener::Options::reach) of `expected`, and of nobody else, within
/// `limit`. Returns after its greeting, which it sends when it has accepted this end. Throws Error,
/// with the other end's name and address; also when stopped.
Connection connect(const Endpoint& to, const Identity& expected, const std::string& service,
                   const Credentials& credentials, std::chrono::milliseconds limit,
                   const std::stop_token& stop = {});

/// Connects in the same way, and carries the bytes of `local`, a connected, non-blocking socket.
std::unique_ptr<TlsRelay> carry(Fd local, const Endpoint& to, const Identity& expected,
                                const std::string& service, const Credentials& credentials,
                                std::chrono::milliseconds limit, const std::stop_token& stop = {});

}  // namespace seawind::lab
