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

std::string address_text(std::uint32_t network_order) {
  std::array<char, INET_ADDRSTRLEN> text{};
  return inet_ntop(AF_INET, &network_order, text.data(), text.size());
}

inet_diag_req_v2 tcp_request(std::uint32_t states) {
  inet_diag_req_v2 request{};
  request.sdiag_family = AF_INET;
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

std::vector<inet_diag_sockid> find(NetlinkSocket& socket, const std::set<AddressPair>& hosts,
                                   std::uint32_t states) {
  std::vector<inet_diag_sockid> found;
  const NlMessage message = message_of(SOCK_DIAG_BY_FAMILY, NLM_F_DUMP, tcp_request(states));
  socket.dump(message.get(), "list the TCP connections", [&](nlmsghdr* header) {
    if (nlmsg_datalen(header) < static_cast<int>(sizeof(inet_diag_msg)))
      throw system_error("parse the kernel's list of TCP connections", EPROTO);
    const auto* entry = static_cast<const inet_diag_msg*>(nlmsg_data(header));
    const std::string local = address_text(entry->id.idiag_src[0]);
    const std::string peer = address_text(entry->id.idiag_dst[0]);
    if (std::ranges::any_of(hosts, [&](const AddressPair& pair) {
          return pair.local == local && (pair.peer == peer || is_of_a_nat(peer));
        }))
      found.push_back(entry->id);
  });
  return found;
}

/// Returns how many there were. An older kernel cannot end those in TIME_WAIT (EOPNOTSUPP).
int destroy_connections(const std::set<AddressPair>& hosts, std::uint32_t states) {
  NetlinkSocket socket(NETLINK_SOCK_DIAG);
  const auto found = find(socket, hosts, states);
  for (const auto& id : found) {
    inet_diag_req_v2 request = tcp_request(states);
    request.id = id;
    const int error = socket.request(message_of(SOCK_DESTROY, NLM_F_ACK, request).get());
    if (states == kTimeWait && error == EOPNOTSUPP) break;
    if (error != 0 && error != ENOENT)  // ENOENT: it closed meanwhile
      throw system_error(
          fmt::format("end the connection of {}:{} to {}:{}", address_text(id.idiag_src[0]),
                      ntohs(id.idiag_sport), address_text(id.idiag_dst[0]), ntohs(id.idiag_dport)),
          error);
  }
  return static_cast<int>(found.size());
}

struct SocketCounts {
  int in_use = 0;     // includes listening sockets
  int time_wait = 0;  // an older kernel counts those of all namespaces
};

SocketCounts tcp_sockets() {
  constexpr const char* kFile = "/proc/self/net/sockstat";
  std::ifstream file(kFile);
  for (std::string line; std::getline(file, line);) {
    SocketCounts counts;
    if (std::sscanf(line.c_str(), "TCP: inuse %d orphan %*d tw %d", &counts.in_use,
                    &counts.time_wait) == 2)
      return counts;
  }
  throw Error(
      fmt::format("cannot count the TCP sockets: {} has no line `TCP: inuse ... tw ...`", kFile));
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
