// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/netlink/socket.h"

#include <linux/netfilter/nfnetlink.h>
#include <netlink/errno.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

namespace seawind {

void check_netlink(int result, const std::string& tried) {
  if (result < 0) throw Error("cannot " + tried + ": " + nl_geterror(result));
}

int netlink_errno(int code) {
  switch (std::abs(code)) {
    case NLE_SUCCESS:
      return 0;
    case NLE_PERM:
      return EPERM;
    case NLE_NOACCESS:
      return EACCES;
    case NLE_EXIST:
      return EEXIST;
    case NLE_OBJ_NOTFOUND:
      return ENOENT;
    case NLE_NODEV:
      return ENODEV;
    case NLE_INVAL:
      return EINVAL;
    case NLE_NOMEM:
      return ENOMEM;
    case NLE_OPNOTSUPP:
      return EOPNOTSUPP;
    case NLE_BUSY:
      return EBUSY;
    default:
      return EIO;
  }
}

NlMessage new_message() {
  NlMessage message(nlmsg_alloc());
  if (!message) throw system_error("build a netlink message", ENOMEM);
  return message;
}

NlMessage netfilter_message(int subsystem, int kind, int flags) {
  NlMessage message = new_message();
  nfgenmsg family{.nfgen_family = AF_INET, .version = NFNETLINK_V0, .res_id = 0};
  if (nlmsg_put(message.get(), NL_AUTO_PORT, NL_AUTO_SEQ, subsystem << 8 | kind, 0, flags) ==
          nullptr ||
      nlmsg_append(message.get(), &family, sizeof family, NLMSG_ALIGNTO) < 0)
    throw system_error("build a netlink message", ENOMEM);
  return message;
}

NetlinkSocket::NetlinkSocket(int protocol) : socket_(nl_socket_alloc()) {
  if (!socket_) throw system_error("open a netlink socket", ENOMEM);
  if (const int code = nl_connect(socket_.get(), protocol); code < 0) {
    throw system_error("open a netlink socket", netlink_errno(code));
  }
}

int NetlinkSocket::request(nl_msg* message) {
  nl_complete_msg(socket_.get(), message);
  // Both steps return a negative libnl code on failure.
  int code = nl_send(socket_.get(), message);
  if (code >= 0) code = nl_wait_for_ack(socket_.get());
  return code < 0 ? netlink_errno(code) : 0;
}

void NetlinkSocket::dump(nl_msg* message, const std::string& tried,
                         const std::function<void(nlmsghdr*)>& on_message) {
  constexpr int kTries = 100;  // then the last answers are used, although the objects change
  const auto keep = [](nl_msg* answer, void* answers) {
    nlmsg_get(answer);
    static_cast<std::vector<NlMessage>*>(answers)->emplace_back(answer);
    return static_cast<int>(NL_OK);
  };
  std::vector<NlMessage> answers;
  int code = -NLE_DUMP_INTR;
  for (int i = 0; i < kTries && code == -NLE_DUMP_INTR; ++i) {
    answers.clear();
    nl_socket_modify_cb(socket_.get(), NL_CB_VALID, NL_CB_CUSTOM, keep, &answers);
    nlmsg_hdr(message)->nlmsg_seq = NL_AUTO_SEQ;
    nl_complete_msg(socket_.get(), message);
    code = nl_send(socket_.get(), message);
    if (code >= 0) code = nl_recvmsgs_default(socket_.get());
    nl_socket_modify_cb(socket_.get(), NL_CB_VALID, NL_CB_DEFAULT, nullptr, nullptr);
  }
  if (code < 0 && code != -NLE_DUMP_INTR) throw system_error(tried, netlink_errno(code));
  for (const NlMessage& answer : answers) on_message(nlmsg_hdr(answer.get()));
}

}  // namespace seawind
