// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <vector>

#include "common/error.h"
#include "common/wire/network_order.h"
#include "workloads/flow_end.h"
#include "workloads/monotonic.h"
#include "workloads/tcp_socket.h"
#include "workloads/tfrc.h"
#include "workloads/tfrc_sender.h"
#include "workloads/udp_socket.h"

namespace seawind {
namespace {

class TfrcSource : public FlowEnd<TfrcOptions> {
 public:
  TfrcSource(const TfrcOptions& options, Control& control)
      : FlowEnd("tfrc", options, control),
        peer_(socket_address(options.peer, options.port)),
        socket_(bound_udp_socket(options.local, 0, options.dscp)),
        packet_(static_cast<std::size_t>(options.packet_size), 'w'),
        buffer_(65'536) {
    if (options.lifetime > 0) {
      set_lifetime_option(socket_.get(), StaleTreatment::kDiscard,
                          static_cast<std::uint32_t>(options.lifetime / 1'000'000));
    }
  }

 private:
  void traffic() override {
    const Control::Start start = wait_start();
    log_start(start);
    TfrcSender sender({.packet_size = options_.packet_size,
                       .self_clocking = options_.self_clocking,
                       .minimum_per_rtt = options_.minimum_per_rtt},
                      start.intended);
    const std::int64_t end = start.intended + options_.duration;
    for (std::int64_t now = monotonic_ns(); now < end; now = monotonic_ns()) {
      const std::int64_t planned = sender.next_send();
      const std::int64_t next = std::min({planned, sender.timer(), end});
      if (control_.wait(socket_.get(), POLLIN, next) == Control::Wake::kSocket) {
        take_feedback(sender);
      }
      now = monotonic_ns();
      if (now >= sender.timer()) {
        sender.on_timer(now);
        log_.packet(now, "no_feedback", "\"rate\":{}", sender.rate());
      }
      if (now >= sender.next_send() && now < end) send_one(sender, now);
    }
  }

  Fields closing() override {
    outcome_.pacing = pacing_of(lateness_);
    return {{"packets", sent_}, {"bytes", outcome_.bytes}};
  }

  void send_one(TfrcSender& sender, std::int64_t now) {
    put_u64(packet_.data(), sent_);
    put_i64(packet_.data() + 8, now);
    put_i64(packet_.data() + 16, sender.rtt());
    if (!send_datagram(socket_.get(), packet_, peer_)) {
      if (errno == EINTR) return;
      // the packet is sent late, and the lateness is logged
      if (errno == EAGAIN || errno == ENOBUFS) {
        control_.wait(socket_.get(), POLLOUT, now + 1'000'000);
        return;
      }
      throw system_error(
          fmt::format("send packet {} to {}", sent_, endpoint_text(options_.peer, options_.port)));
    }
    const std::int64_t late = now - sender.due();
    lateness_.record(late);
    log_.packet(now, "sent", "\"seq\":{},\"bytes\":{},\"late_ns\":{}", sent_, options_.packet_size,
                late);
    sender.on_sent(now);
    ++sent_;
    outcome_.bytes += options_.packet_size;
  }

  void take_feedback(TfrcSender& sender) {
    while (const auto datagram =
               receive_datagram_from(peer_, socket_.get(), buffer_, "receive feedback")) {
      if (datagram->size != kTfrcFeedback) continue;
      const std::uint64_t counts = get_u64(buffer_.data() + 40);
      const TfrcFeedback feedback{.data_sent = get_i64(buffer_.data()),
                                  .data_delay = get_i64(buffer_.data() + 8),
                                  .receive_rate = get_double(buffer_.data() + 16),
                                  .loss_rate = get_double(buffer_.data() + 24),
                                  .new_rtt = get_i64(buffer_.data() + 32),
                                  .number = static_cast<std::uint32_t>(counts),
                                  .handovers = static_cast<std::uint32_t>(counts >> 32)};
      if (!sender.on_feedback(datagram->arrival, feedback)) continue;
      log_.packet(datagram->arrival, "feedback",
                  "\"rate\":{},\"rtt_ns\":{},\"loss_rate\":{},\"receive_rate\":{},\"handovers\":{}",
                  sender.rate(), sender.rtt(), feedback.loss_rate, feedback.receive_rate,
                  feedback.handovers);
    }
  }

  const sockaddr_in peer_;
  Fd socket_;
  std::vector<char> packet_;
  std::vector<char> buffer_;
  Histogram lateness_;
  std::uint64_t sent_ = 0;
};

}  // namespace

Outcome run_tfrc_source(const TfrcOptions& options, Control& control) {
  return TfrcSource(options, control).run();
}

}  // namespace seawind
