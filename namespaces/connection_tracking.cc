// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/connection_tracking.h"

#include <arpa/inet.h>
#include <linux/netfilter/nf_conntrack_tcp.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_conntrack.h>
#include <netinet/in.h>
#include <netlink/attr.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include "common/netlink/socket.h"
#include "namespaces/interface_netlink.h"

namespace seawind {
namespace {

/// An address of a tuple, CTA_IP_V4_SRC or CTA_IP_V4_DST, in network byte order; 0: not of IPv4.
std::uint32_t address_of(nlattr* tuple, std::size_t which) {
  std::array<nlattr*, CTA_TUPLE_MAX + 1> parts{};
  std::array<nlattr*, CTA_IP_MAX + 1> addresses{};
  if (nla_parse_nested(parts.data(), CTA_TUPLE_MAX, tuple, nullptr) != 0 ||
      parts[CTA_TUPLE_IP] == nullptr ||
      nla_parse_nested(addresses.data(), CTA_IP_MAX, parts[CTA_TUPLE_IP], nullptr) != 0 ||
      addresses[which] == nullptr)
    return 0;
  return nla_get_u32(addresses[which]);
}

bool is_loopback(std::uint32_t address) {
  return ntohl(address) >> IN_CLASSA_NSHIFT == IN_LOOPBACKNET;
}

/// `protocol`: CTA_PROTOINFO.
bool both_sides_have_ended(nlattr* protocol) {
  std::array<nlattr*, CTA_PROTOINFO_MAX + 1> kinds{};
  std::array<nlattr*, CTA_PROTOINFO_TCP_MAX + 1> tcp{};
  return protocol != nullptr &&
         nla_parse_nested(kinds.data(), CTA_PROTOINFO_MAX, protocol, nullptr) == 0 &&
         kinds[CTA_PROTOINFO_TCP] != nullptr &&
         nla_parse_nested(tcp.data(), CTA_PROTOINFO_TCP_MAX, kinds[CTA_PROTOINFO_TCP], nullptr) ==
             0 &&
         tcp[CTA_PROTOINFO_TCP_STATE] != nullptr &&
         nla_get_u8(tcp[CTA_PROTOINFO_TCP_STATE]) == TCP_CONNTRACK_TIME_WAIT;
}

/// Whether a server on another machine may have the connection in TIME-WAIT.
bool may_wait(const std::array<nlattr*, CTA_MAX + 1>& connection) {
  nlattr* const reply = connection[CTA_TUPLE_REPLY];
  return both_sides_have_ended(connection[CTA_PROTOINFO]) && reply != nullptr &&
         !is_loopback(address_of(reply, CTA_IP_V4_DST));
}

/// A sequence of netlink messages that delete connections; send() passes many with one call.
class Removals {
 public:
  /// Adds the deletion of the tracked connection with these attributes.
  void add(const std::array<nlattr*, CTA_MAX + 1>& connection) {
    const NlMessage removal =
        netfilter_message(NFNL_SUBSYS_CTNETLINK, IPCTNL_MSG_CT_DELETE, NLM_F_REQUEST);
    for (const int part : {CTA_TUPLE_ORIG, CTA_ZONE, CTA_ID})
      if (nlattr* const one = connection[static_cast<std::size_t>(part)];
          one != nullptr && nla_put(removal.get(), part | (one->nla_type & NLA_F_NESTED),
                                    nla_len(one), nla_data(one)) != 0)
        throw system_error("build a netlink message", ENOMEM);
    const auto* const bytes = reinterpret_cast<const char*>(nlmsg_hdr(removal.get()));
    starts_.push_back(bytes_.size());
    bytes_.insert(bytes_.end(), bytes, bytes + nlmsg_hdr(removal.get())->nlmsg_len);
    bytes_.resize(NLMSG_ALIGN(bytes_.size()));
  }

  void send(NetlinkSocket& socket) {
    constexpr std::size_t kAtOnce = 50;  // their errors have room in the socket's buffer
    starts_.push_back(bytes_.size());
    for (std::size_t first = 0; first + 1 < starts_.size(); first += kAtOnce) {
      const std::size_t last = std::min(first + kAtOnce, starts_.size() - 1) - 1;
      auto* const message = reinterpret_cast<nlmsghdr*>(bytes_.data() + starts_[last]);
      message->nlmsg_flags |= NLM_F_ACK;  // for the others, the kernel reports only errors
      message->nlmsg_seq = nl_socket_use_seq(socket.get());
      const char* const begin = bytes_.data() + starts_[first];
      if (::send(nl_socket_get_fd(socket.get()), begin, starts_[last + 1] - starts_[first], 0) < 0)
        throw system_error("forget tracked connections");
      await_answer(socket, message->nlmsg_seq);
    }
  }

 private:
  /// Waits for the answer to message `last`. A connection that has ended meanwhile is no error.
  static void await_answer(NetlinkSocket& socket, std::uint32_t last) {
    std::array<char, 1 << 16> answers{};
    for (bool answered = false; !answered;) {
      const ssize_t got = ::recv(nl_socket_get_fd(socket.get()), answers.data(), answers.size(), 0);
      if (got < 0) throw system_error("forget tracked connections");
      auto left = static_cast<int>(got);
      for (auto* one = reinterpret_cast<nlmsghdr*>(answers.data()); nlmsg_ok(one, left);
           one = nlmsg_next(one, &left)) {
        if (one->nlmsg_type != NLMSG_ERROR) continue;
        const int error = -static_cast<const nlmsgerr*>(nlmsg_data(one))->error;
        if (error != 0 && error != ENOENT) throw system_error("forget a tracked connection", error);
        answered |= one->nlmsg_seq == last;
      }
    }
  }

  std::vector<char> bytes_;
  std::vector<std::size_t> starts_;
};

}  // namespace

void delete_connections_of(const std::string& address) {
  const AddressObject wanted = parse_address(address, AF_INET);
  const auto source = *static_cast<const std::uint32_t*>(nl_addr_get_binary_addr(wanted.get()));
  NetlinkSocket socket(NETLINK_NETFILTER);
  Removals removals;
  socket.dump(netfilter_message(NFNL_SUBSYS_CTNETLINK, IPCTNL_MSG_CT_GET, NLM_F_DUMP).get(),
              "list the tracked connections", [&](nlmsghdr* header) {
                std::array<nlattr*, CTA_MAX + 1> found{};
                if (nlmsg_parse(header, sizeof(nfgenmsg), found.data(), CTA_MAX, nullptr) == 0 &&
                    found[CTA_TUPLE_ORIG] != nullptr &&
                    address_of(found[CTA_TUPLE_ORIG], CTA_IP_V4_SRC) == source && !may_wait(found))
                  removals.add(found);
              });
  removals.send(socket);
}

std::uint64_t connections_without_room() {
  std::uint64_t out = 0;
  NetlinkSocket(NETLINK_NETFILTER)
      .dump(netfilter_message(NFNL_SUBSYS_CTNETLINK, IPCTNL_MSG_CT_GET_STATS_CPU, NLM_F_DUMP).get(),
            "read the statistics of connection tracking", [&out](nlmsghdr* header) {
              for (const int part : {CTA_STATS_EARLY_DROP, CTA_STATS_DROP})
                if (const nlattr* const one = nlmsg_find_attr(header, sizeof(nfgenmsg), part);
                    one != nullptr)
                  out += ntohl(nla_get_u32(one));
            });
  return out;
}

}  // namespace seawind
