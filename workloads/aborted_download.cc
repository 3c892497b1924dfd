// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP download that its client resets, to see what becomes of the data still under way (Fast
// Reset, experiments B1.5). The server ("source") accepts one connection and hands the kernel
// `size` bytes; being reset is its success. The client ("sink") connects at its start instant,
// reads until it has `after_bytes` or `after_time` has passed, whichever is first, and closes with
// a RST (SO_LINGER 0). A RST that is lost is not repeated: the server's next retransmission draws
// another one from the client's kernel.
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <vector>

#include "common/error.h"
#include "workloads/flow_log.h"
#include "workloads/flow_options.h"
#include "workloads/generator.h"
#include "workloads/monotonic.h"
#include "workloads/tcp_socket.h"

namespace seawind {
namespace {

struct AbortedDownloadOptions : FlowOptions {
  std::int64_t size = 0;
  std::int64_t after_bytes = -1;  // -1: not by bytes
  std::int64_t after_time = 0;    // ns; 0: not by time
  std::int64_t write_size = 4288;
};

class Download {
 public:
  Download(const AbortedDownloadOptions& options, Control& control)
      : options_(options), control_(control), log_(options.log) {
    if (options.source()) {
      listener_ = bound_tcp_socket(options.local, options.port, options.dscp);
      if (listen(listener_.get(), 1) != 0) {
        throw system_error("listen on " + endpoint_text(options.local, options.port));
      }
    } else {
      socket_ = bound_tcp_socket(options.local, 0, options.dscp);
    }
  }

  Outcome run() {
    auto fields = prepared_fields("aborted_download", options_);
    fields["size"] = options_.size;
    log_.event(monotonic_ns(), "prepared", fields);
    control_.ready();
    Outcome outcome;
    try {
      if (options_.source()) {
        serve();
      } else {
        download(outcome);
      }
      outcome.ok = true;
    } catch (const Error& e) {
      outcome.error = e.what();
      log_.event(monotonic_ns(), "error", {{"error", outcome.error}, {"bytes", bytes_}});
    }
    socket_.reset();
    outcome.bytes = bytes_;
    log_.event(monotonic_ns(), "close", {{"bytes", bytes_}, {"ok", outcome.ok}});
    log_.close();
    return outcome;
  }

 private:
  void serve() {
    while (!socket_) {
      control_.wait(listener_.get(), POLLIN, Control::kNever);
      socket_ = Fd(accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (!socket_ && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
        throw system_error("accept on " + endpoint_text(options_.local, options_.port));
      }
    }
    listener_.reset();
    log_.event(monotonic_ns(), "connected", connection_facts(socket_.get()));
    const std::vector<char> payload(
        static_cast<std::size_t>(std::min(options_.write_size, options_.size)), 'w');
    bool reset = false;
    while (!reset && bytes_ < options_.size) {
      control_.wait(socket_.get(), POLLOUT | POLLRDHUP, Control::kNever);
      const auto want = static_cast<std::size_t>(
          std::min(options_.write_size - bytes_ % options_.write_size, options_.size - bytes_));
      const ssize_t n = send(socket_.get(), payload.data(), want, MSG_NOSIGNAL);
      if (n >= 0) {
        bytes_ += n;
      } else if (errno == EAGAIN || errno == EINTR) {
        reset = was_reset();
      } else {
        reset = expect_reset(errno);
      }
    }
    while (!reset) {
      control_.wait(socket_.get(), POLLIN, Control::kNever);
      reset = was_reset();
    }
    log_.event(monotonic_ns(), "reset", {{"bytes", bytes_}});
  }

  bool expect_reset(int error) const {
    if (error == ECONNRESET || error == EPIPE) return true;
    throw system_error(
        fmt::format("send to {} (after {} of {} bytes)", options_.peer, bytes_, options_.size),
        error);
  }

  bool was_reset() const {
    char byte = 0;
    const ssize_t n = recv(socket_.get(), &byte, 1, 0);
    if (n == 0) throw Error("the client closed in order, it did not reset");
    if (n > 0) throw Error("the client sent data, which it does not");
    return errno != EAGAIN && errno != EINTR && expect_reset(errno);
  }

  void download(Outcome& outcome) {
    const Control::Start start = control_.wait_start();
    outcome.start_late_ns = start.actual - start.intended;
    const std::int64_t end =
        options_.after_time > 0 ? start.intended + options_.after_time : Control::kNever;
    start_connect(socket_.get(), options_.peer, options_.port);
    log_.event(start.actual, "start",
               {{"intended", start.intended}, {"late_ns", *outcome.start_late_ns}});
    bool connected = false;
    std::vector<char> buffer(65'536);
    while (monotonic_ns() < end &&
           (options_.after_bytes < 0 || bytes_ < options_.after_bytes || !connected)) {
      const short events = connected ? POLLIN : POLLOUT;
      if (control_.wait(socket_.get(), events, end) != Control::Wake::kSocket) continue;
      if (!connected) {
        if (const int error = pending_error(socket_.get())) {
          throw system_error("connect to " + endpoint_text(options_.peer, options_.port), error);
        }
        connected = true;
        log_.event(monotonic_ns(), "connected", connection_facts(socket_.get()));
        continue;
      }
      std::size_t want = buffer.size();
      if (options_.after_bytes >= 0) {  // reads exactly so many, whatever has come already
        want = std::min(want, static_cast<std::size_t>(options_.after_bytes - bytes_));
      }
      const ssize_t n = recv(socket_.get(), buffer.data(), want, 0);
      if (n < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (n < 0) throw system_error("read from " + endpoint_text(options_.peer, options_.port));
      if (n == 0)
        throw Error(
            fmt::format("the download ended after {} bytes, before the client reset it", bytes_));
      bytes_ += n;
    }
    if (connected) log_.sample(monotonic_ns(), bytes_, read_tcp_info(socket_.get()));
    reset_on_close(socket_.get());
    socket_.reset();
    log_.event(monotonic_ns(), "reset", {{"bytes", bytes_}});
  }

  const AbortedDownloadOptions& options_;
  Control& control_;
  FlowLog log_;
  Fd listener_;
  Fd socket_;
  std::int64_t bytes_ = 0;
};

class AbortedDownload final : public Generator {
 public:
  void add_options(CLI::App& app) override {
    constexpr std::int64_t kMax = 1'000'000'000'000;
    add_flow_options(app, options_);
    app.add_option("--size", options_.size, "Bytes of the whole download")
        ->required()
        ->check(CLI::Range(std::int64_t{1}, kMax));
    app.add_option("--after-bytes", options_.after_bytes,
                   "Bytes after which the client resets the connection")
        ->check(CLI::Range(std::int64_t{0}, kMax));
    app.add_option("--after-time", options_.after_time,
                   "ns after which the client resets the connection")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{86'400'000'000'000}));
    app.add_option("--write-size", options_.write_size, "Bytes handed to each write call")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{16'777'216}));
  }

  Outcome run(Control& control) override {
    if (options_.after_bytes < 0 && options_.after_time == 0) {
      throw Error(
          "the instant of the reset is undefined: neither --after-bytes nor --after-time is given");
    }
    return Download(options_, control).run();
  }

 private:
  AbortedDownloadOptions options_;
};

[[maybe_unused]] const bool kAbortedDownloadRegistered = register_generator(
    {"aborted_download", "A TCP download that its client resets",
     []() -> std::unique_ptr<Generator> { return std::make_unique<AbortedDownload>(); }});

}  // namespace
}  // namespace seawind
