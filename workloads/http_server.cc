// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>

#include "common/error.h"
#include "workloads/epoll.h"
#include "workloads/flow_end.h"
#include "workloads/http.h"
#include "workloads/monotonic.h"
#include "workloads/tcp_socket.h"

namespace seawind {
namespace {

class Server : public FlowEnd<HttpOptions> {
 public:
  Server(const HttpOptions& options, Control& control)
      : FlowEnd("http", options, control),
        listener_(listening_tcp_socket(options.local, options.port, options.dscp, 512)) {
    epoll_.add(listener_.get(), EPOLLIN, kListener);
    prepared_["size"] = options.page_size();
  }

 private:
  static constexpr std::uint64_t kListener = 0;

  struct Connection {
    Fd socket;
    std::int64_t object = -1;
    std::string request;   // received so far
    std::string response;  // generated when the request is complete
    std::size_t sent = 0;
    bool shut = false;
  };

  void traffic() override {
    while (served_ <= options_.objects) {
      control_.wait(epoll_.get(), POLLIN, Control::kNever);
      for (const epoll_event& event : epoll_.ready()) {
        if (event.data.u64 == kListener) {
          accept_all();
        } else {
          turn(event.data.u64);
        }
      }
    }
  }

  Fields closing() override { return {{"bytes", outcome_.bytes}, {"objects", served_}}; }

  void accept_all() {
    for (;;) {
      Fd socket = accept_connection(listener_.get(), options_.local, options_.port);
      if (!socket) return;
      epoll_.add(socket.get(), EPOLLIN, ++last_key_);
      connections_[last_key_].socket = std::move(socket);
    }
  }

  Error failure(const Connection& c, const std::string& what, int error) const {
    return system_error(fmt::format("{} object {} (after {} bytes)", what, c.object, c.sent),
                        error);
  }

  void turn(std::uint64_t key) {
    const auto found = connections_.find(key);
    if (found == connections_.end()) return;
    Connection& c = found->second;
    if (c.response.empty()) {
      read_request(c);
      if (c.response.empty()) return;
    }
    if (!c.shut) send_some(c, key);
    if (c.shut && ended(c)) {
      ++served_;
      connections_.erase(found);
    }
  }

  void read_request(Connection& c) {
    std::array<char, 4096> text;
    const ssize_t n = recv(c.socket.get(), text.data(), text.size(), 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n < 0) throw failure(c, "read the request of", errno);
    if (n == 0) throw Error("the client closed a connection before its request was complete");
    c.request.append(text.data(), static_cast<std::size_t>(n));
    if (c.request.size() > 100'000) throw Error("the request header exceeds 100000 bytes");
    if (!c.request.ends_with("\r\n\r\n")) return;
    c.object = requested_object(c.request);
    if (c.object < 0 || c.object > options_.objects ||
        static_cast<std::int64_t>(c.request.size()) != options_.request_size(c.object)) {
      throw Error(fmt::format("not a request of this page: {:.60}", c.request));
    }
    log_.event(monotonic_ns(), "request", {{"object", c.object}, {"bytes", c.request.size()}});
    c.response = http_response(options_.response_size(c.object));
  }

  void send_some(Connection& c, std::uint64_t key) {
    const auto write_size = static_cast<std::size_t>(options_.write_size);
    while (c.sent < c.response.size()) {
      // Continues to the end of a write that the kernel accepted in part.
      const std::size_t want =
          std::min(write_size - c.sent % write_size, c.response.size() - c.sent);
      const ssize_t n = send(c.socket.get(), c.response.data() + c.sent, want, MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno == EAGAIN) {
        epoll_.change(c.socket.get(), EPOLLOUT, key);
        return;
      }
      if (n < 0) throw failure(c, "send", errno);
      c.sent += static_cast<std::size_t>(n);
      outcome_.bytes += n;
    }
    if (shutdown(c.socket.get(), SHUT_WR) != 0) throw failure(c, "shut down after", errno);
    c.shut = true;
    epoll_.change(c.socket.get(), EPOLLIN, key);
  }

  bool ended(Connection& c) {
    std::array<char, 256> unexpected;
    const ssize_t n = recv(c.socket.get(), unexpected.data(), unexpected.size(), 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (n < 0) throw failure(c, "end", errno);
    if (n > 0) throw Error("the client sent something after its request");
    if (const int missing = unacknowledged_bytes(c.socket.get()); missing > 0) {
      throw Error(fmt::format("the client closed object {} with {} bytes unacknowledged", c.object,
                              missing));
    }
    nlohmann::ordered_json fields{{"object", c.object}, {"bytes", c.sent}};
    fields.update(tcp_info_fields(read_tcp_info(c.socket.get())));
    log_.event(monotonic_ns(), "object_closed", fields);
    return true;
  }

  Fd listener_;
  Epoll epoll_;
  std::map<std::uint64_t, Connection> connections_;
  std::uint64_t last_key_ = kListener;
  std::int64_t served_ = 0;
};

}  // namespace

Outcome run_http_server(const HttpOptions& options, Control& control) {
  return Server(options, control).run();
}

}  // namespace seawind
