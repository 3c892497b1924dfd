// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/peer_listener.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <vector>

#include "common/error.h"
#include "common/unix_address.h"

namespace seawind {
namespace {

constexpr mode_t kOwnerAndGroup = 0660;
constexpr int kWaiting = 128;  // connections not accepted yet

Fd unix_socket(const std::string& path) {
  Fd out(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!out) throw system_error("serve " + path);
  return out;
}

/// Removes a stale socket file. Throws Error if a program accepts connections on it.
void claim(const std::string& path, const std::string& program) {
  const sockaddr_un address = unix_address("serve", path);
  struct stat file {};
  if (::lstat(path.c_str(), &file) < 0) return;
  if (!S_ISSOCK(file.st_mode)) throw Error("cannot serve " + path + ": it is not a socket");
  const Fd probe = unix_socket(path);
  // EAGAIN: a program listens and its backlog is full.
  if (::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
      errno == EAGAIN)
    throw Error("cannot serve " + path + ": another " + program + " is listening there");
  if (errno != ECONNREFUSED) throw system_error("serve " + path);
  if (::unlink(path.c_str()) < 0) throw system_error("remove the stale socket " + path);
}

ucred credentials_of(int connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    peer.uid = uid_t(-1);
    peer.gid = gid_t(-1);
  }
  return peer;
}

}  // namespace

bool peer_may_call(int connection) {
  const uid_t user = credentials_of(connection).uid;
  return user == 0 || user == ::geteuid();
}

bool peer_in_group(int connection, gid_t group) {
  if (credentials_of(connection).gid == group) return true;
  std::vector<gid_t> groups(NGROUPS_MAX);  // the kernel's limit
  socklen_t size = static_cast<socklen_t>(groups.size() * sizeof(gid_t));
  if (::getsockopt(connection, SOL_SOCKET, SO_PEERGROUPS, groups.data(), &size) != 0) return false;
  groups.resize(size / sizeof(gid_t));
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

PeerListener::PeerListener(Options options)
    : options_(std::move(options)), stop_(::eventfd(0, EFD_CLOEXEC)) {
  if (!stop_) throw system_error("open an event descriptor");
  claim(options_.path, options_.program);
  const sockaddr_un address = unix_address("serve", options_.path);
  listener_ = unix_socket(options_.path);
  const mode_t before = ::umask(0777 & ~kOwnerAndGroup);
  const int bound =
      ::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int error = errno;
  ::umask(before);
  if (bound != 0) throw system_error("serve " + options_.path, error);
  if (::listen(listener_.get(), kWaiting) != 0) throw system_error("serve " + options_.path);
  if (::lstat(options_.path.c_str(), &made_) != 0) throw system_error("serve " + options_.path);
  thread_ = std::thread([this] { serve(); });
}

PeerListener::~PeerListener() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = ::write(stop_.get(), &one, sizeof one);
  thread_.join();
  // A file that has replaced the socket must not be removed.
  struct stat found {};
  if (::lstat(options_.path.c_str(), &found) == 0 && found.st_dev == made_.st_dev &&
      found.st_ino == made_.st_ino)
    ::unlink(options_.path.c_str());
}

void PeerListener::serve() {
  constexpr int kPause = 50;  // ms
  for (;;) {
    std::array<pollfd, 2> ready{{{stop_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0) continue;
    if (ready[0].revents != 0) return;
    Fd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection) {
      admit(std::move(connection));
    } else if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) {
      ::poll(ready.data(), 1, kPause);  // out of descriptors or memory: the client waits
    }
  }
}

void PeerListener::admit(Fd connection) {
  if (peer_may_call(connection.get()) ||
      (options_.group && peer_in_group(connection.get(), made_.st_gid))) {
    options_.accepted(std::move(connection));
    return;
  }
  const ucred peer = credentials_of(connection.get());
  const auto line = refusals_.line(
      std::chrono::steady_clock::now(), fmt::format("of user {} (process {})", peer.uid, peer.pid),
      fmt::format("only root and user {}{} may connect", ::geteuid(),
                  options_.group ? fmt::format(" and group {}", made_.st_gid) : ""));
  if (line) options_.refused(*line);
}

}  // namespace seawind
