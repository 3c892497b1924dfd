// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/tcp_metrics.h"

#include <fmt/format.h>
#include <linux/tcp_metrics.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>

#include <cerrno>

#include "common/error.h"
#include "workloads/agent/netlink.h"

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

  /// Without an address attribute the kernel removes all entries of the namespace.
  int remove_all() { return socket_.request(command(TCP_METRICS_CMD_DEL, NLM_F_ACK).get()); }

 private:
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

std::uint32_t count_tcp_metrics() {
  return TcpMetricsFamily().count();
}

std::uint32_t clear_tcp_metrics() {
  TcpMetricsFamily family;
  const std::uint32_t before = family.count();
  if (before == 0) return 0;
  const int refused = family.remove_all();
  if (refused == EPERM) {
    throw Error(fmt::format(
        "cannot clear the TCP metrics: {} of earlier connections are there and the kernel lets "
        "only "
        "the real root delete them; use a fresh network namespace, or a TCP variant with "
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
