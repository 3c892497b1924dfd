// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/message_channel.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/error.h"
#include "common/json_text.h"

namespace seawind {
namespace {

constexpr std::size_t kLongestMessage = 64 * 1024;

/// Room for the descriptors of a message.
union ControlBuffer {
  char bytes[CMSG_SPACE(MessageChannel::kMaxFiles * sizeof(int))];
  cmsghdr alignment;
};

}  // namespace

void MessageChannel::send(const nlohmann::json& message, std::span<const int> files) {
  std::string text = json_text(message);
  if (text.size() > kLongestMessage)
    throw Error("cannot send a message to the helper process: too long");
  iovec content{text.data(), text.size()};
  ControlBuffer control{};
  msghdr header{};
  header.msg_iov = &content;
  header.msg_iovlen = 1;
  if (!files.empty()) {
    if (files.size() > kMaxFiles) {
      throw Error("cannot send " + std::to_string(files.size()) +
                  " descriptors to the helper process in one message: at most " +
                  std::to_string(kMaxFiles));
    }
    header.msg_control = control.bytes;
    header.msg_controllen = CMSG_SPACE(files.size_bytes());
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(files.size_bytes());
    std::memcpy(CMSG_DATA(rights), files.data(), files.size_bytes());
  }
  while (sendmsg(socket_.get(), &header, MSG_NOSIGNAL) < 0)
    if (errno != EINTR) throw system_error("reach the helper process");
}

std::optional<nlohmann::json> MessageChannel::receive(std::vector<Fd>* files) {
  std::vector<char> buffer(kLongestMessage);
  iovec content{buffer.data(), buffer.size()};
  ControlBuffer control{};
  msghdr header{};
  header.msg_iov = &content;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes;
  header.msg_controllen = sizeof control.bytes;
  ssize_t size;
  do {
    size = recvmsg(socket_.get(), &header, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size <= 0) return std::nullopt;
  for (cmsghdr* one = CMSG_FIRSTHDR(&header); one != nullptr; one = CMSG_NXTHDR(&header, one)) {
    if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_RIGHTS) continue;
    for (std::size_t at = 0; CMSG_LEN(at + sizeof(int)) <= one->cmsg_len; at += sizeof(int)) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(one) + at, sizeof fd);
      Fd owned(fd);
      if (files != nullptr) files->push_back(std::move(owned));
    }
  }
  return nlohmann::json::parse(buffer.data(), buffer.data() + size);
}

}  // namespace seawind
