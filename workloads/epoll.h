// SPDX-License-Identifier: GPL-3.0-or-later
// Combines several sockets into the one descriptor that Control::wait() accepts.
#pragma once

#include <sys/epoll.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <span>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {

class Epoll {
 public:
  Epoll() : fd_(epoll_create1(EPOLL_CLOEXEC)) {
    if (!fd_) throw system_error("open an epoll descriptor");
  }
  int get() const { return fd_.get(); }
  /// Events of the socket carry `key`. The kernel removes a socket when it is closed.
  void add(int socket, std::uint32_t events, std::uint64_t key) {
    control(EPOLL_CTL_ADD, socket, events, key);
  }
  void change(int socket, std::uint32_t events, std::uint64_t key) {
    control(EPOLL_CTL_MOD, socket, events, key);
  }
  /// The pending events. Does not block. The span is valid until the next call.
  std::span<const epoll_event> ready() {
    const int n = epoll_wait(fd_.get(), events_.data(), static_cast<int>(events_.size()), 0);
    if (n < 0 && errno != EINTR) throw system_error("wait for ready sockets");
    return {events_.data(), static_cast<std::size_t>(n < 0 ? 0 : n)};
  }

 private:
  void control(int what, int socket, std::uint32_t events, std::uint64_t key) {
    epoll_event event{};
    event.events = events;
    event.data.u64 = key;
    if (epoll_ctl(fd_.get(), what, socket, &event) != 0) throw system_error("watch a socket");
  }
  Fd fd_;
  std::array<epoll_event, 64> events_;
};

}  // namespace seawind
