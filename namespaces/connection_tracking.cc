// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/connection_tracking.h"

#include <arpa/inet.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_conntrack.h>
#include <netinet/in.h>
#include <netlink/attr.h>

#include <array>
#include <cerrno>
#include <vector>

#include "common/netlink/socket.h"
#include "namespaces/interface_netlink.h"

namespace seawind {
namespace {

NlMessage message_of(int kind, int flags) {
  NlMessage message = new_message();
  nfgenmsg family{.nfgen_family = AF_INET, .version = NFNETLINK_V0, .res_id = 0};
  const int type = NFNL_SUBSYS_CTNETLINK << 8 | kind;
  if (nlmsg_put(message.get(), NL_AUTO_PORT, NL_AUTO_SEQ, type, 0, flags) == nullptr ||
      nlmsg_append(message.get(), &family, sizeof family, NLMSG_ALIGNTO) < 0)
    throw system_error("build a netlink message", ENOMEM);
  return message;
}

/// The source of the packet that began a connection, in network byte order; 0: not of IPv4.
std::uint32_t source_of(nlattr* tuple) {
  std::array<nlattr*, CTA_TUPLE_MAX + 1> parts{};
  std::array<nlattr*, CTA_IP_MAX + 1> addresses{};
  if (nla_parse_nested(parts.data(), CTA_TUPLE_MAX, tuple, nullptr) != 0 ||
      parts[CTA_TUPLE_IP] == nullptr ||
      nla_parse_nested(addresses.data(), CTA_IP_MAX, parts[CTA_TUPLE_IP], nullptr) != 0 ||
      addresses[CTA_IP_V4_SRC] == nullptr)
    return 0;
  return nla_get_u32(addresses[CTA_IP_V4_SRC]);
}

}  // namespace

void forget_connections_from(const std::string& address) {
  const AddressObject wanted = parse_address(address, AF_INET);
  const auto source = *static_cast<const std::uint32_t*>(nl_addr_get_binary_addr(wanted.get()));
  NetlinkSocket socket(NETLINK_NETFILTER);
  std::vector<NlMessage> removals;
  socket.dump(
      message_of(IPCTNL_MSG_CT_GET, NLM_F_DUMP).get(), "list the tracked connections",
      [&](nlmsghdr* header) {
        std::array<nlattr*, CTA_MAX + 1> found{};
        if (nlmsg_parse(header, sizeof(nfgenmsg), found.data(), CTA_MAX, nullptr) != 0 ||
            found[CTA_TUPLE_ORIG] == nullptr || source_of(found[CTA_TUPLE_ORIG]) != source)
          return;
        NlMessage removal = message_of(IPCTNL_MSG_CT_DELETE, NLM_F_ACK);
        for (const int part : {CTA_TUPLE_ORIG, CTA_ZONE, CTA_ID})
          if (nlattr* const one = found[static_cast<std::size_t>(part)];
              one != nullptr && nla_put(removal.get(), part | (one->nla_type & NLA_F_NESTED),
                                        nla_len(one), nla_data(one)) != 0)
            throw system_error("build a netlink message", ENOMEM);
        removals.push_back(std::move(removal));
      });
  for (const NlMessage& removal : removals)
    if (const int error = socket.request(removal.get()); error != 0 && error != ENOENT)
      throw system_error("forget a tracked connection", error);
}

std::uint64_t connections_without_room() {
  std::uint64_t out = 0;
  NetlinkSocket(NETLINK_NETFILTER)
      .dump(message_of(IPCTNL_MSG_CT_GET_STATS_CPU, NLM_F_DUMP).get(),
            "read the statistics of connection tracking", [&out](nlmsghdr* header) {
              for (const int part : {CTA_STATS_EARLY_DROP, CTA_STATS_DROP})
                if (const nlattr* const one = nlmsg_find_attr(header, sizeof(nfgenmsg), part);
                    one != nullptr)
                  out += ntohl(nla_get_u32(one));
            });
  return out;
}

}  // namespace seawind
