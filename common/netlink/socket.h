// SPDX-License-Identifier: GPL-3.0-or-later
// Owning wrappers of libnl's objects. Errors contain the system's reason.
#pragma once

#include <netlink/msg.h>
#include <netlink/netlink.h>

#include <functional>
#include <memory>
#include <string>

#include "common/error.h"

namespace seawind {

template <auto release>
struct NlRelease {
  template <typename T>
  void operator()(T* object) const {
    release(object);
  }
};
/// An owned object of libnl, for example Netlink<rtnl_link, rtnl_link_put>.
template <typename T, auto release>
using Netlink = std::unique_ptr<T, NlRelease<release>>;

using NlMessage = Netlink<nl_msg, nlmsg_free>;
/// Throws Error when there is no memory.
NlMessage new_message();
/// A message of a subsystem of netfilter about IPv4, without attributes. `subsystem`, `kind`:
/// NFNL_SUBSYS_NFTABLES, NFT_MSG_GETOBJ. Throws Error when there is no memory.
NlMessage netfilter_message(int subsystem, int kind, int flags);

class NetlinkSocket {
 public:
  /// `protocol`: a NETLINK_ number. Throws Error.
  explicit NetlinkSocket(int protocol);

  nl_sock* get() const { return socket_.get(); }
  /// Sends and waits for the kernel's acknowledgement; 0 or the errno of the refusal.
  int request(nl_msg* message);
  /// Sends a dump request, repeats it if the dumped objects change meanwhile, and passes every
  /// answer to `on_message`. Throws Error: "cannot `tried`: ...".
  void dump(nl_msg* message, const std::string& tried,
            const std::function<void(nlmsghdr*)>& on_message);

 private:
  Netlink<nl_sock, nl_socket_free> socket_;
};

/// Throws Error "cannot `tried`: ..." for a negative libnl result.
void check_netlink(int result, const std::string& tried);

/// The errno for a negative libnl error code; EIO if the code has none.
int netlink_errno(int code);

}  // namespace seawind
