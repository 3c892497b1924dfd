// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/host_connections.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <vector>

#include "common/error.h"
#include "common/netlink/socket.h"
#include "common/wire/embedded_ipv4.h"
#include "common/wire/nat_pools.h"

namespace seawind {
namespace {

// The kernel's state of an answered SYN that has no socket yet (net/tcp_states.h); <netinet/tcp.h>
// has no name for it.
constexpr unsigned kTcpNewSynRecv = 12;

constexpr std::uint32_t kTimeWait = 1U << TCP_TIME_WAIT;
constexpr std::uint32_t kQuiet = 1U << TCP_LISTEN | kTimeWait | 1U << TCP_CLOSE;
// One bit per state; TCP_ESTABLISHED is 1.
constexpr std::uint32_t kOpen = ((2U << kTcpNewSynRecv) - 2) & ~kQuiet;

/// A connection with an IPv4 address may belong to a socket of either family.
constexpr std::array<std::uint8_t, 2> kFamilies{AF_INET, AF_INET6};

struct Connection {
  std::uint8_t family = AF_INET;  // of its socket
  inet_diag_sockid id{};

  std::string local() const { return address_text(id.idiag_src); }
  std::string peer() const { return address_text(id.idiag_dst); }

 private:
  /// An IPv4-mapped address (RFC 4291, 2.5.5.2) is written as an IPv4 address.
  std::string address_text(const std::uint32_t (&words)[4]) const {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (family == AF_INET) return inet_ntop(AF_INET, words, text.data(), text.size());
    if (words[0] == 0 && words[1] == 0 && words[2] == htonl(0xffff))
      return inet_ntop(AF_INET, &words[3], text.data(), text.size());
    return inet_ntop(AF_INET6, words, text.data(), text.size());
  }
};

/// Behind a NAT64, the mobile host's connections have its IPv6 address, which belongs to the link
/// alone.
bool is_between(const Connection& connection, const std::set<AddressPair>& hosts) {
  const std::string local = connection.local();
  const std::string peer = connection.peer();
  return local == kNat64Host || std::ranges::any_of(hosts, [&](const AddressPair& pair) {
           return pair.local == local && (pair.peer == peer || in_nat_pools(peer));
         });
}

inet_diag_req_v2 tcp_request(std::uint8_t family, std::uint32_t states) {
  inet_diag_req_v2 request{};
  request.sdiag_family = family;
  request.sdiag_protocol = IPPROTO_TCP;
  request.idiag_states = states;
  return request;
}

NlMessage message_of(int type, int flags, inet_diag_req_v2 request) {
  NlMessage message = new_message();
  nlmsghdr* header = nlmsg_put(message.get(), NL_AUTO_PORT, NL_AUTO_SEQ, type, 0, flags);
  if (header == nullptr || nlmsg_append(message.get(), &request, sizeof request, NLMSG_ALIGNTO) < 0)
    throw system_error("build a netlink message", ENOMEM);
  return message;
}

std::vector<Connection> find(NetlinkSocket& socket, const std::set<AddressPair>& hosts,
                             std::uint32_t states) {
  std::vector<Connection> found;
  for (const std::uint8_t family : kFamilies) {
    const NlMessage message =
        message_of(SOCK_DIAG_BY_FAMILY, NLM_F_DUMP, tcp_request(family, states));
    socket.dump(message.get(), "list the TCP connections", [&](nlmsghdr* header) {
      if (nlmsg_datalen(header) < static_cast<int>(sizeof(inet_diag_msg)))
        throw system_error("parse the kernel's list of TCP connections", EPROTO);
      const auto* entry = static_cast<const inet_diag_msg*>(nlmsg_data(header));
      const Connection connection{entry->idiag_family, entry->id};
      if (is_between(connection, hosts)) found.push_back(connection);
    });
  }
  return found;
}

/// Returns the number of connections. An older kernel cannot end those in TIME_WAIT (EOPNOTSUPP).
int destroy_connections(const std::set<AddressPair>& hosts, std::uint32_t states) {
  NetlinkSocket socket(NETLINK_SOCK_DIAG);
  const auto found = find(socket, hosts, states);
  for (const Connection& connection : found) {
    inet_diag_req_v2 request = tcp_request(connection.family, states);
    request.id = connection.id;
    const int error = socket.request(message_of(SOCK_DESTROY, NLM_F_ACK, request).get());
    if (states == kTimeWait && error == EOPNOTSUPP) break;
    if (error != 0 && error != ENOENT)  // ENOENT: it closed meanwhile
      throw system_error(fmt::format("end the connection of {} port {} to {} port {}",
                                     connection.local(), ntohs(connection.id.idiag_sport),
                                     connection.peer(), ntohs(connection.id.idiag_dport)),
                         error);
  }
  return static_cast<int>(found.size());
}

struct SocketCounts {
  int in_use = 0;     // includes listening sockets
  int time_wait = 0;  // of both families; an older kernel counts those of all namespaces
};

/// Reads the first line of the file that has all the numbers of the format; false: there is none.
template <typename... Numbers>
bool read_counts(const char* file, const char* format, Numbers*... numbers) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (std::sscanf(line.c_str(), format, numbers...) == int{sizeof...(numbers)}) return true;
  return false;
}

SocketCounts tcp_sockets() {
  constexpr const char* kFile = "/proc/self/net/sockstat";
  SocketCounts counts;
  if (!read_counts(kFile, "TCP: inuse %d orphan %*d tw %d", &counts.in_use, &counts.time_wait))
    throw Error(
        fmt::format("cannot count the TCP sockets: {} has no line `TCP: inuse ... tw ...`", kFile));
  int ipv6 = 0;  // without IPv6 the kernel has no such file
  if (read_counts("/proc/self/net/sockstat6", "TCP6: inuse %d", &ipv6)) counts.in_use += ipv6;
  return counts;
}

}  // namespace

void HostConnections::expect(const AddressPair& hosts) {
  if (hosts_.empty()) before_ = tcp_sockets().in_use;
  hosts_.insert(hosts);
}

bool HostConnections::closed(bool closely) const {
  if (hosts_.empty() || tcp_sockets().in_use <= before_) return true;
  if (!closely) return false;
  NetlinkSocket socket(NETLINK_SOCK_DIAG);
  return find(socket, hosts_, kOpen).empty();
}

int HostConnections::end() {
  const SocketCounts sockets = hosts_.empty() ? SocketCounts() : tcp_sockets();
  const int ended = sockets.in_use > 0 ? destroy_connections(hosts_, kOpen) : 0;
  if (sockets.time_wait > 0) destroy_connections(hosts_, kTimeWait);
  hosts_.clear();
  return ended;
}

}  // namespace seawind
