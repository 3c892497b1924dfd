// SPDX-License-Identifier: GPL-3.0-or-later
// TCP_INFO of a socket: the state of the kernel's TCP for a connection at one instant.
#pragma once

#include <linux/tcp.h>
#include <sys/socket.h>

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace seawind {

struct TcpInfoSample {
  tcp_info info{};
  socklen_t length = 0;  // bytes the kernel filled in; fields beyond are not logged
};

/// Throws Error when `socket` is not a TCP socket.
TcpInfoSample read_tcp_info(int socket);

/// The fields useful for analysis, with the kernel's names without the "tcpi_" prefix; times in
/// microseconds as the kernel gives them (rtt, rttvar, rto, min_rtt, busy_time, ...), windows cwnd
/// and ssthresh in segments, everything named bytes_ or _wnd in bytes.
nlohmann::ordered_json tcp_info_fields(const TcpInfoSample& sample);

/// "ESTABLISHED", ...; "UNKNOWN(n)" for any other state.
std::string tcp_state_name(unsigned state);

}  // namespace seawind
