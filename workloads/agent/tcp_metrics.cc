// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/tcp_metrics.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/tcp_metrics.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>

#include <array>
#include <cerrno>

#include "common/error.h"
#include "common/netlink/socket.h"

namespace seawind {
namespace {

class TcpMetricsFamily {
 public:
  TcpMetricsFamily() : socket_(NETLINK_GENERIC) {
    family_ = genl_ctrl_resolve(socket_.get(), TCP_METRICS_GENL_NAME);
    if (family_ < 0) throw system_error("find the kernel's tcp_metrics", netlink_errno(family_));
  }

  std::uint32_t count() {
    std::uint32_t entries = 0;
    const NlMessage message = command(TCP_METRICS_CMD_GET, NLM_F_DUMP);
    socket_.dump(message.get(), "list the TCP metrics", [&](nlmsghdr*) { ++entries; });
    return entries;
  }

  std::vector<CachedTcpMetrics> read() {
    std::vector<CachedTcpMetrics> out;
    const NlMessage message = command(TCP_METRICS_CMD_GET, NLM_F_DUMP);
    socket_.dump(message.get(), "read the TCP metrics", [&](nlmsghdr* header) {
      std::array<nlattr*, TCP_METRICS_ATTR_MAX + 1> attributes{};
      if (genlmsg_parse(header, 0, attributes.data(), TCP_METRICS_ATTR_MAX, nullptr) < 0) {
        throw system_error("parse the kernel's TCP metrics", EPROTO);
      }
      if (attributes[TCP_METRICS_ATTR_ADDR_IPV4] == nullptr) return;
      out.push_back(entry_of(attributes));
    });
    return out;
  }

  /// Without an address attribute the kernel removes all entries of the namespace.
  int remove_all() { return socket_.request(command(TCP_METRICS_CMD_DEL, NLM_F_ACK).get()); }

 private:
  using Attributes = std::array<nlattr*, TCP_METRICS_ATTR_MAX + 1>;

  static CachedTcpMetrics entry_of(const Attributes& attributes) {
    CachedTcpMetrics entry;
    std::array<char, INET_ADDRSTRLEN> text{};
    const std::uint32_t address = nla_get_u32(attributes[TCP_METRICS_ATTR_ADDR_IPV4]);
    entry.peer = inet_ntop(AF_INET, &address, text.data(), text.size());
    if (nlattr* age = attributes[TCP_METRICS_ATTR_AGE]) {
      entry.age_ms = static_cast<std::int64_t>(nla_get_u64(age));
    }
    nlattr* nested = attributes[TCP_METRICS_ATTR_VALS];
    if (nested == nullptr) return entry;
    // The kernel numbers the values by its enumeration plus one.
    std::array<nlattr*, TCP_METRIC_MAX + 2> values{};
    if (nla_parse_nested(values.data(), TCP_METRIC_MAX + 1, nested, nullptr) < 0) {
      throw system_error("parse the kernel's TCP metrics", EPROTO);
    }
    const auto value = [&](int metric) -> std::int64_t {
      nlattr* found = values[static_cast<std::size_t>(metric) + 1];
      return found == nullptr ? 0 : nla_get_u32(found);
    };
    entry.ssthresh = value(TCP_METRIC_SSTHRESH);
    entry.cwnd = value(TCP_METRIC_CWND);
    entry.rtt_us = value(TCP_METRIC_RTT_US);
    entry.rttvar_us = value(TCP_METRIC_RTTVAR_US);
    entry.reordering = value(TCP_METRIC_REORDERING);
    return entry;
  }

  NlMessage command(std::uint8_t what, int flags) {
    NlMessage message = new_message();
    genlmsg_put(message.get(), NL_AUTO_PORT, NL_AUTO_SEQ, family_, 0, flags, what,
                TCP_METRICS_GENL_VERSION);
    return message;
  }

  NetlinkSocket socket_;
  int family_ = 0;
};

}  // namespace

std::vector<CachedTcpMetrics> read_tcp_metrics() {
  return TcpMetricsFamily().read();
}

std::uint32_t clear_tcp_metrics() {
  TcpMetricsFamily family;
  const std::uint32_t before = family.count();
  if (before == 0) return 0;
  const int refused = family.remove_all();
  if (refused == EPERM) {
    throw Error(
        fmt::format("cannot clear the TCP metrics: there are {} entries of earlier connections, "
                    "and only root of the initial user namespace may delete them; use a fresh "
                    "network namespace, or a TCP variant with "
                    "tcp_no_metrics_save: 1",
                    before));
  }
  if (refused != 0) throw system_error("clear the TCP metrics", refused);
  if (const std::uint32_t after = family.count(); after > 0) {
    throw Error(fmt::format("cannot clear the TCP metrics: {} of {} remain", after, before));
  }
  return before;
}

}  // namespace seawind
