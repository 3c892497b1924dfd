// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/tls_relay.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/error.h"

namespace seawind::lab {
namespace {

constexpr std::size_t kBuffer = 64 * 1024;

/// Bytes on their way in one direction.
class Buffer {
 public:
  bool empty() const { return begin_ == end_; }
  std::span<char> room() { return bytes_; }  // when empty
  void filled(std::size_t bytes) {
    begin_ = 0;
    end_ = bytes;
  }
  /// `text` has at most kBuffer characters.
  void fill(std::string_view text) {
    std::copy(text.begin(), text.end(), bytes_.begin());
    filled(text.size());
  }
  std::span<const char> content() const { return {bytes_.data() + begin_, end_ - begin_}; }
  void taken(std::size_t bytes) { begin_ += bytes; }

 private:
  std::vector<char> bytes_ = std::vector<char>(kBuffer);
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

}  // namespace

std::pair<Fd, Fd> local_pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
    throw system_error("open a pair of sockets");
  return {Fd(ends[0]), Fd(ends[1])};
}

TlsRelay::TlsRelay(TlsStream stream, Fd local)
    : stream_(std::move(stream)),
      local_(std::move(local)),
      stop_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!stop_) throw system_error("open an event descriptor");
}

TlsRelay::~TlsRelay() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void TlsRelay::start(const std::string& greeting) {
  thread_ = std::thread([this, greeting] { run(greeting); });
}

void TlsRelay::stop() {
  stopping_ = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = ::write(stop_.get(), &one, sizeof one);
}

void TlsRelay::run(const std::string& greeting) {
  const NoBrokenPipe no_signal;
  try {
    carry(greeting);
  } catch (const std::exception&) {  // the user of the local socket gets its end
  }
  stream_.close();
  ::shutdown(local_.get(), SHUT_RDWR);
  ended_ = true;
}

void TlsRelay::carry(const std::string& greeting) {
  Buffer to_local;
  Buffer to_tls;
  to_tls.fill(greeting);
  while (!stopping_) {
    bool moved = false;
    short tls_waits = POLLIN;
    const auto note_need = [&] {
      if (stream_.needs() == TlsStream::Step::kNeedsOutput) tls_waits |= POLLOUT;
    };
    if (to_local.empty()) {
      const auto got = stream_.read(to_local.room());
      if (got == 0U) return;
      if (got) {
        to_local.filled(*got);
        moved = true;
      } else {
        note_need();
      }
    }
    if (!to_local.empty()) {
      const auto content = to_local.content();
      const ssize_t wrote = ::send(local_.get(), content.data(), content.size(), MSG_NOSIGNAL);
      if (wrote < 0 && !would_block()) return;
      if (wrote > 0) {
        to_local.taken(static_cast<std::size_t>(wrote));
        moved = true;
      }
    }
    if (to_tls.empty()) {
      const ssize_t got = ::read(local_.get(), to_tls.room().data(), to_tls.room().size());
      if (got == 0 || (got < 0 && !would_block())) return;
      if (got > 0) {
        to_tls.filled(static_cast<std::size_t>(got));
        moved = true;
      }
    }
    if (!to_tls.empty()) {
      if (const auto wrote = stream_.write(to_tls.content())) {
        to_tls.taken(*wrote);
        moved = true;
      } else {
        note_need();
      }
    }
    if (moved) continue;
    // poll() always reports a closed end, so an end that can do nothing now is left out.
    const auto local_waits =
        static_cast<short>((to_tls.empty() ? POLLIN : 0) | (to_local.empty() ? 0 : POLLOUT));
    if (!to_local.empty()) tls_waits = static_cast<short>(tls_waits & ~POLLIN);
    std::array<pollfd, 3> ready{{{stop_.get(), POLLIN, 0},
                                 {tls_waits != 0 ? stream_.fd() : -1, tls_waits, 0},
                                 {local_waits != 0 ? local_.get() : -1, local_waits, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0) continue;
  }
}

}  // namespace seawind::lab
