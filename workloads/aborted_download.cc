// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP download that its client resets, to measure what happens to data in flight (Fast Reset,
// experiments B1.5). The server ("source") accepts one connection and passes `size` bytes to the
// kernel; it succeeds when it is reset. The client ("sink") connects at its start instant, reads
// until it has `after_bytes` or `after_time` has passed, whichever is first, and closes with a RST
// (SO_LINGER 0). A lost RST is not repeated: the server's next retransmission causes the client's
// kernel to send another one. If the client gives up before the handshake, or the handshake's last
// packet is lost, there is no connection; the server then ends some time after the client. It does
// the same when all data are acknowledged and the RST was lost.
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <vector>

#include "common/error.h"
#include "workloads/flow_end.h"
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

class Download : public FlowEnd<AbortedDownloadOptions> {
 public:
  Download(const AbortedDownloadOptions& options, Control& control)
      : FlowEnd("aborted_download", options, control) {
    if (options.source()) {
      listener_ = listening_tcp_socket(options.local, options.port, options.dscp, 1);
    } else {
      socket_ = bound_tcp_socket(options.local, 0, options.dscp);
    }
    control.on_message([this](const AgentMessage& message) { finished_ |= message.finish; });
    prepared_["size"] = options.size;
  }

 private:
  void traffic() override { options_.source() ? serve() : download(); }

  Fields closing() override {
    socket_.reset();
    return FlowEnd::closing();
  }

  static constexpr std::int64_t kTimeout = 2'000'000'000;  // ns; time for the last packets

  /// The connection; nothing if none has arrived within kTimeout after the client has ended.
  Fd await_connection() {
    std::int64_t until = Control::kNever;
    while (until == Control::kNever || monotonic_ns() < until) {
      control_.wait(listener_.get(), POLLIN, until);
      if (Fd socket = accept_connection(listener_.get(), options_.local, options_.port))
        return socket;
      if (finished_ && until == Control::kNever) until = monotonic_ns() + kTimeout;
    }
    return {};
  }

  void serve() {
    socket_ = await_connection();
    listener_.reset();
    if (!socket_) return;
    log_.event(monotonic_ns(), "connected", connection_facts(socket_.get()));
    const std::vector<char> payload(
        static_cast<std::size_t>(std::min(options_.write_size, options_.size)), 'w');
    bool reset = false;
    while (!reset && outcome_.bytes < options_.size) {
      control_.wait(socket_.get(), POLLOUT | POLLRDHUP, Control::kNever);
      const auto want = static_cast<std::size_t>(
          std::min(options_.write_size - outcome_.bytes % options_.write_size,
                   options_.size - outcome_.bytes));
      const ssize_t n = send(socket_.get(), payload.data(), want, MSG_NOSIGNAL);
      if (n >= 0) {
        outcome_.bytes += n;
      } else if (errno == EAGAIN || errno == EINTR) {
        reset = was_reset();
      } else {
        reset = expect_reset(errno);
      }
    }
    constexpr std::int64_t kPoll = 200'000'000;  // ns; an acknowledgement does not wake poll()
    std::int64_t waits_since = monotonic_ns();   // for a reset that may have been lost
    while (!reset && monotonic_ns() - waits_since < kTimeout) {
      control_.wait(socket_.get(), POLLIN, finished_ ? monotonic_ns() + kPoll : Control::kNever);
      reset = was_reset();
      if (!finished_ || unacknowledged_bytes(socket_.get()) > 0) waits_since = monotonic_ns();
    }
    log_.event(monotonic_ns(), reset ? "reset" : "no_reset", {{"bytes", outcome_.bytes}});
  }

  bool expect_reset(int error) const {
    if (error == ECONNRESET || error == EPIPE) return true;
    throw system_error(fmt::format("send to {} (after {} of {} bytes)", options_.peer,
                                   outcome_.bytes, options_.size),
                       error);
  }

  bool was_reset() const {
    char byte = 0;
    const ssize_t n = recv(socket_.get(), &byte, 1, 0);
    if (n == 0) throw Error("the client closed the connection with a FIN instead of a RST");
    if (n > 0) throw Error("the client sent unexpected data");
    return errno != EAGAIN && errno != EINTR && expect_reset(errno);
  }

  void download() {
    const Control::Start start = wait_start();
    const std::int64_t end =
        options_.after_time > 0 ? start.intended + options_.after_time : Control::kNever;
    start_connect(socket_.get(), options_.peer, options_.port);
    log_start(start);
    bool connected = false;
    std::vector<char> buffer(65'536);
    while (monotonic_ns() < end &&
           (options_.after_bytes < 0 || outcome_.bytes < options_.after_bytes || !connected)) {
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
      // reads exactly this number of bytes, even if more have arrived
      if (options_.after_bytes >= 0) {
        want = std::min(want, static_cast<std::size_t>(options_.after_bytes - outcome_.bytes));
      }
      const ssize_t n = recv(socket_.get(), buffer.data(), want, 0);
      if (n < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (n < 0) throw system_error("read from " + endpoint_text(options_.peer, options_.port));
      if (n == 0)
        throw Error(fmt::format("the download ended after {} bytes, before the client reset it",
                                outcome_.bytes));
      outcome_.bytes += n;
    }
    if (connected) log_.sample(monotonic_ns(), outcome_.bytes, read_tcp_info(socket_.get()));
    reset_on_close(socket_.get());
    socket_.reset();
    log_.event(monotonic_ns(), "reset", {{"bytes", outcome_.bytes}});
  }

  Fd listener_;
  Fd socket_;
  bool finished_ = false;  // the agent has sent `finish`: the client has ended
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
