// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/drain.h"

#include <fmt/format.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <chrono>

#include "common/print_error.h"
#include "namespaces/socket_table.h"

namespace seawind {
namespace {

using std::chrono::steady_clock;

// The step grows with the time in which nothing moves.
constexpr std::chrono::milliseconds kDrainStep{10};
constexpr std::chrono::milliseconds kSlowDrainStep{100};
constexpr std::chrono::seconds kSilent{1};  // before a message
constexpr std::chrono::minutes kNoProgress{1};
constexpr std::chrono::minutes kLongestDrain{10};

struct Left {
  std::int64_t unsent = 0;   // bytes in the sockets of the mobile host
  std::int64_t packets = 0;  // in the uplink
  std::int64_t unread = 0;   // bytes in the sockets of the fixed host
  bool held = false;         // by the forwarder or slirp4netns
  bool operator==(const Left&) const = default;
  bool nothing() const { return *this == Left{}; }
};

Left left_of(const DrainSources& from) {
  Left left;
  for (const TcpSocket& socket : tcp_sockets(from.hosts.mobile_tables))
    if (socket.state != TCP_LISTEN && socket.state != TCP_SYN_SENT && !socket.in_host)
      left.unsent += socket.unsent;
  for (const TcpSocket& socket : tcp_sockets(from.hosts.fixed_tables))
    if (socket.state != TCP_LISTEN && !socket.in_host) left.unread += socket.unread;
  left.packets = from.uplink_packets();
  left.held = !from.passed_on();
  return left;
}

std::string text_of(const Left& left) {
  std::string text;
  const auto add = [&text](std::int64_t count, const char* what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(left.unsent, "B in the mobile host's connections");
  add(left.packets, "packets in the uplink");
  add(left.unread, "B that the fixed host's programs have not read");
  if (text.empty()) text = "data that the service behind --expose or --nat has not taken";
  return text;
}

}  // namespace

std::string drain(const DrainSources& from, bool quiet) {
  const auto begun = steady_clock::now();
  auto moved = begun;
  bool reported = quiet;
  Left before;
  for (;;) {
    const auto look = steady_clock::now();
    const Left left = left_of(from);
    if (left.nothing()) return {};
    const auto now = steady_clock::now();
    if (left != before) moved = now;
    before = left;
    if (from.interrupted() || now - moved > kNoProgress || now - begun > kLongestDrain)
      return text_of(left);
    if (!reported && now - begun > kSilent) {
      print_error("seawind: still to be delivered: {}; Ctrl-C gives up\n", text_of(left));
      reported = true;
    }
    pause_between_reads(
        look, std::clamp<steady_clock::duration>((now - moved) / 10, kDrainStep, kSlowDrainStep));
  }
}

}  // namespace seawind
