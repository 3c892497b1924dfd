// SPDX-License-Identifier: GPL-3.0-or-later
// Echo requests at a fixed interval from the "source", and their round-trip times by the kernel's
// arrival stamps. Uses ICMP through an unprivileged ping socket, or through a raw socket where only
// that is permitted (root of a network namespace). Where neither is permitted it uses UDP, which
// the flow's "sink" echoes. Lost requests do not fail the flow; a flow without any reply fails.
//
// Payload: request number, CLOCK_MONOTONIC of the sending in ns, 8 bytes each, in network order.
// Log: "sent" and "received" with "seq"; received has "rtt_ns"; "close" has min, mean and max.
#include <fmt/format.h>
#include <netinet/ip_icmp.h>
#include <poll.h>
#include <sys/socket.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <vector>

#include "common/error.h"
#include "common/wire/checksum.h"
#include "common/wire/network_order.h"
#include "workloads/flow_end.h"
#include "workloads/generator.h"
#include "workloads/monotonic.h"
#include "workloads/ping_reply.h"
#include "workloads/tcp_socket.h"
#include "workloads/udp_socket.h"

namespace seawind {
namespace {

constexpr std::size_t kIcmpHeader = sizeof(icmphdr);

struct PingOptions : FlowOptions {
  std::int64_t count = 10;
  std::int64_t interval = 1'000'000'000;  // ns
  std::int64_t payload = 56;
  std::string via = "auto";
  std::int64_t patience = 10'000'000'000;  // ns
};

/// The socket of the requests, its kind and the destination.
struct Carrier {
  Fd socket;
  sockaddr_in peer{};
  PingCarrier kind = PingCarrier::kUdp;
  const char* name() const {
    return kind == PingCarrier::kUdp    ? "udp"
           : kind == PingCarrier::kPing ? "icmp (ping socket)"
                                        : "icmp (raw)";
  }
  std::size_t header() const { return kind == PingCarrier::kUdp ? 0 : kIcmpHeader; }
};

Carrier open_carrier(const PingOptions& options) {
  if (options.via != "udp") {
    // A ping socket's port is the identifier of its requests.
    const sockaddr_in at = socket_address(options.local, options.port);
    for (const auto kind : {PingCarrier::kPing, PingCarrier::kRaw}) {
      const int type = kind == PingCarrier::kPing ? SOCK_DGRAM : SOCK_RAW;
      Fd socket(::socket(AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_ICMP));
      if (!socket) continue;
      if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0) {
        throw system_error("bind to " + options.local);
      }
      set_dscp(socket.get(), options.dscp);
      prepare_to_receive(socket.get());
      return {std::move(socket), socket_address(options.peer, 0), kind};
    }
    if (options.via == "icmp") throw system_error("open an ICMP socket");
  }
  return {bound_udp_socket(options.local, 0, options.dscp),
          socket_address(options.peer, options.port), PingCarrier::kUdp};
}

class Requester : public FlowEnd<PingOptions> {
 public:
  Requester(const PingOptions& options, Control& control)
      : FlowEnd("ping", options, control),
        carrier_(open_carrier(options)),
        packet_(carrier_.header() + static_cast<std::size_t>(options.payload), 'w'),
        buffer_(65'536),
        answered_(static_cast<std::size_t>(options.count)) {
    prepared_["via"] = carrier_.name();
  }

 private:
  void traffic() override {
    const Control::Start start = wait_start();
    log_start(start);
    for (; sent_ < options_.count; ++sent_) {
      const std::int64_t planned = start.intended + sent_ * options_.interval;
      listen_until(planned);
      send_one(planned);
    }
    const std::int64_t end =
        start.intended + (options_.count - 1) * options_.interval + options_.patience;
    listen_until(end);
    if (replies_ == 0) throw Error(fmt::format("none of {} requests was answered", options_.count));
  }

  Fields closing() override {
    outcome_.pacing = pacing_of(lateness_);
    return {{"requests", sent_},
            {"replies", replies_},
            {"rtt_min_ns", replies_ > 0 ? rtt_min_ : 0},
            {"rtt_mean_ns", replies_ > 0 ? rtt_sum_ / replies_ : 0},
            {"rtt_max_ns", rtt_max_}};
  }

  /// Receives replies until `until`, or until every request has been sent and answered.
  void listen_until(std::int64_t until) {
    while (monotonic_ns() < until && !(sent_ == options_.count && replies_ == options_.count)) {
      if (control_.wait(carrier_.socket.get(), POLLIN, until) == Control::Wake::kSocket) receive();
    }
  }

  void send_one(std::int64_t planned) {
    char* payload = packet_.data() + carrier_.header();
    const std::int64_t now = monotonic_ns();
    put_i64(payload, sent_);
    put_i64(payload + 8, now);
    if (carrier_.header() > 0) {
      icmphdr header{};
      header.type = ICMP_ECHO;
      header.un.echo.id = htons(options_.port);
      header.un.echo.sequence = htons(static_cast<std::uint16_t>(sent_));
      std::memcpy(packet_.data(), &header, sizeof header);
      header.checksum = htons(checksum_fold(
          checksum_add({reinterpret_cast<const std::uint8_t*>(packet_.data()), packet_.size()})));
      std::memcpy(packet_.data(), &header, sizeof header);
    }
    if (!send_datagram(carrier_.socket.get(), packet_, carrier_.peer) && errno != EAGAIN &&
        errno != ENOBUFS) {
      throw system_error(fmt::format("send request {} to {}", sent_, options_.peer));
    }
    lateness_.record(now - planned);
    log_.packet(now, "sent", "\"seq\":{},\"bytes\":{},\"late_ns\":{}", sent_, options_.payload,
                now - planned);
  }

  void receive() {
    const PingReplyRules rules{.carrier = carrier_.kind,
                               .identifier = options_.port,
                               .payload = static_cast<std::size_t>(options_.payload),
                               .count = options_.count};
    while (const auto got = receive_datagram_from(carrier_.peer, carrier_.socket.get(), buffer_,
                                                  "receive a reply")) {
      const auto reply = ping_reply(std::span<const char>(buffer_).first(got->size), rules);
      // A timestamp outside the time since boot belongs to a foreign packet.
      if (!reply || reply->sent < 0 || reply->sent > got->arrival) continue;
      take(reply->request, got->arrival - reply->sent, got->arrival);
    }
  }

  void take(std::int64_t request, std::int64_t rtt, std::int64_t arrival) {
    log_.packet(arrival, "received", "\"seq\":{},\"bytes\":{},\"rtt_ns\":{}", request,
                options_.payload, rtt);
    const auto index = static_cast<std::size_t>(request);
    if (answered_[index]) return;  // a duplicate
    answered_[index] = true;
    ++replies_;
    outcome_.bytes += options_.payload;
    rtt_sum_ += rtt;
    rtt_min_ = std::min(rtt_min_, rtt);
    rtt_max_ = std::max(rtt_max_, rtt);
  }

  Carrier carrier_;
  std::vector<char> packet_;
  std::vector<char> buffer_;
  std::vector<bool> answered_;
  Histogram lateness_;
  std::int64_t sent_ = 0;
  std::int64_t replies_ = 0;
  std::int64_t rtt_sum_ = 0;
  std::int64_t rtt_min_ = Control::kNever;
  std::int64_t rtt_max_ = 0;
};

/// Returns every datagram until the agent reports that the source has ended. With ICMP the kernel
/// answers instead.
class Echo : public FlowEnd<PingOptions> {
 public:
  Echo(const PingOptions& options, Control& control)
      : FlowEnd("ping", options, control),
        socket_(bound_udp_socket(options.local, options.port, options.dscp)),
        buffer_(65'536) {
    control.on_message([this](const AgentMessage& message) { finished_ |= message.finish; });
  }

 private:
  void traffic() override {
    while (!finished_) {
      control_.wait(socket_.get(), POLLIN, Control::kNever);
      while (const auto request = receive_datagram(socket_.get(), buffer_, "receive a request")) {
        // A reply that the kernel cannot queue counts as lost.
        const auto reply = std::span<const char>(buffer_).first(request->size);
        if (send_datagram(socket_.get(), reply, request->from)) {
          outcome_.bytes += static_cast<std::int64_t>(request->size);
        }
      }
    }
  }

  Fd socket_;
  std::vector<char> buffer_;
  bool finished_ = false;
};

class Ping final : public Generator {
 public:
  void add_options(CLI::App& app) override {
    constexpr std::int64_t kHour = 3'600'000'000'000;
    add_flow_options(app, options_);
    app.add_option("--count", options_.count, "Number of requests")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{10'000'000}));
    app.add_option("--interval", options_.interval, "ns from one request to the next")
        ->check(CLI::Range(std::int64_t{1'000'000}, kHour));
    app.add_option("--payload", options_.payload, "Bytes after the ICMP or UDP header")
        ->check(CLI::Range(std::int64_t{16}, std::int64_t{65'000}));
    app.add_option("--via", options_.via, "Protocol of the requests")
        ->check(CLI::IsMember({"auto", "icmp", "udp"}));
    app.add_option("--patience", options_.patience, "ns to wait for replies after the last request")
        ->check(CLI::Range(std::int64_t{1'000'000}, kHour));
  }

  Outcome run(Control& control) override {
    return options_.source() ? Requester(options_, control).run() : Echo(options_, control).run();
  }

 private:
  PingOptions options_;
};

[[maybe_unused]] const bool kPingRegistered =
    register_generator({"ping", "Echo requests at a fixed interval, by ICMP or UDP",
                        []() -> std::unique_ptr<Generator> { return std::make_unique<Ping>(); }});

}  // namespace
}  // namespace seawind
