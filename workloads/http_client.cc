// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "workloads/epoll.h"
#include "workloads/flow_end.h"
#include "workloads/http.h"
#include "workloads/monotonic.h"
#include "workloads/tcp_socket.h"

namespace seawind {
namespace {

class Client : public FlowEnd<HttpOptions> {
 public:
  Client(const HttpOptions& options, Control& control)
      : FlowEnd("http", options, control), buffer_(65'536) {
    for (std::int64_t object = 0; object <= options.objects; ++object) {
      http_request(object, options.request_size(object));  // rejects a size before traffic starts
    }
    prepared_["size"] = options.page_size();
  }

 private:
  struct Connection {
    Fd socket;
    bool connected = false;
    std::string request;  // the part that the kernel has not accepted
    std::int64_t received = 0;
  };

  void traffic() override {
    const Control::Start start = wait_start();
    first_open_ = monotonic_ns();
    open(first_open_);
    log_start(start);
    while (!open_.empty()) {
      control_.wait(epoll_.get(), POLLIN, Control::kNever);
      for (const epoll_event& event : epoll_.ready()) {
        const auto found = open_.find(static_cast<std::int64_t>(event.data.u64));
        if (found != open_.end()) turn(found->first, found->second);
      }
    }
  }

  Fields closing() override {
    if (outcome_.ok) {
      log_.event(last_byte_, "page",
                 {{"response_ns", last_byte_ - first_open_}, {"bytes", outcome_.bytes}});
    }
    return FlowEnd::closing();
  }

  /// Opens the connection of the next object.
  void open(std::int64_t now) {
    const std::int64_t object = next_++;
    Connection c;
    c.socket = bound_tcp_socket(options_.local, 0, options_.dscp);
    start_connect(c.socket.get(), options_.peer, options_.port);
    log_.event(now, "open", {{"object", object}});
    epoll_.add(c.socket.get(), EPOLLOUT, static_cast<std::uint64_t>(object));
    open_[object] = std::move(c);
  }

  void open_up_to_limit() {
    while (next_ <= options_.objects &&
           static_cast<std::int64_t>(open_.size()) < options_.connections) {
      open(monotonic_ns());
    }
  }

  Error failure(std::int64_t object, const Connection& c, const std::string& what,
                int error) const {
    return system_error(fmt::format("{} object {} from {} (after {} of {} bytes)", what, object,
                                    endpoint_text(options_.peer, options_.port), c.received,
                                    options_.response_size(object)),
                        error);
  }

  void turn(std::int64_t object, Connection& c) {
    if (!c.connected) finish_connect(object, c);
    if (!c.request.empty()) return send_request(object, c);
    for (;;) {
      const ssize_t n = recv(c.socket.get(), buffer_.data(), buffer_.size(), 0);
      if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
      if (n < 0) throw failure(object, c, "read", errno);
      const std::int64_t now = monotonic_ns();
      if (n == 0) return finish(object, now);
      const bool first = c.received == 0;
      c.received += n;
      outcome_.bytes += n;
      if (first) log_.event(now, "first_byte", {{"object", object}});
      if (c.received > options_.response_size(object)) {
        throw Error(fmt::format("object {} has more than its {} bytes", object,
                                options_.response_size(object)));
      }
      if (c.received == options_.response_size(object)) {
        last_byte_ = now;
        log_.event(now, "last_byte", {{"object", object}, {"bytes", c.received}});
      }
      // The first segment of the body names the inline objects.
      if (first && object == 0) open_up_to_limit();
    }
  }

  void finish_connect(std::int64_t object, Connection& c) {
    if (const int error = pending_error(c.socket.get()))
      throw failure(object, c, "connect for", error);
    c.connected = true;
    auto fields = connection_facts(c.socket.get());
    fields["object"] = object;
    log_.event(monotonic_ns(), "connected", fields);
    c.request = http_request(object, options_.request_size(object));
  }

  /// The send buffer of a new socket may be smaller than the request.
  void send_request(std::int64_t object, Connection& c) {
    const ssize_t n = send(c.socket.get(), c.request.data(), c.request.size(), MSG_NOSIGNAL);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n < 0) throw failure(object, c, "request", errno);
    c.request.erase(0, static_cast<std::size_t>(n));
    if (!c.request.empty()) return;
    epoll_.change(c.socket.get(), EPOLLIN, static_cast<std::uint64_t>(object));
  }

  void finish(std::int64_t object, std::int64_t now) {
    const std::int64_t received = open_.at(object).received;
    if (received != options_.response_size(object)) {
      throw Error(fmt::format("object {} ended after {} of {} bytes", object, received,
                              options_.response_size(object)));
    }
    open_.erase(object);
    log_.event(now, "close_object", {{"object", object}});
    open_up_to_limit();
  }

  Epoll epoll_;
  std::map<std::int64_t, Connection> open_;
  std::vector<char> buffer_;
  std::int64_t next_ = 0;
  std::int64_t first_open_ = 0;
  std::int64_t last_byte_ = 0;
};

}  // namespace

Outcome run_http_client(const HttpOptions& options, Control& control) {
  return Client(options, control).run();
}

}  // namespace seawind
