// SPDX-License-Identifier: GPL-3.0-or-later
#include <poll.h>

#include <algorithm>
#include <array>
#include <vector>

#include "common/error.h"
#include "common/wire/network_order.h"
#include "workloads/flow_end.h"
#include "workloads/monotonic.h"
#include "workloads/tfrc.h"
#include "workloads/tfrc_receiver.h"
#include "workloads/udp_socket.h"

namespace seawind {
namespace {

constexpr int kTfrcReadsPerTurn = 64;  // reads before the timer and the stop signal are checked

class TfrcSink : public FlowEnd<TfrcOptions> {
 public:
  TfrcSink(const TfrcOptions& options, Control& control)
      : FlowEnd("tfrc", options, control),
        socket_(bound_udp_socket(options.local, options.port, options.dscp)),
        receiver_({.packet_size = options.packet_size,
                   .discounting = options.discounting,
                   .per_rtt = options.feedback_per_rtt}),
        buffer_(65'536) {
    control.on_message([this](const AgentMessage& message) { on_notification(message); });
  }

 private:
  void traffic() override {
    while (monotonic_ns() < end_) {
      control_.wait(socket_.get(), POLLIN, std::min(receiver_.timer(), end_));
      receive();
      const std::int64_t now = monotonic_ns();
      if (now >= receiver_.timer()) report(now, receiver_.on_timer(now));
    }
  }

  Fields closing() override { return {{"packets", packets_}, {"bytes", outcome_.bytes}}; }

  void on_notification(const AgentMessage& message) {
    if (message.start) end_ = *message.start + options_.duration + options_.drain;
    if (!message.notify) return;
    const std::int64_t now = monotonic_ns();
    try {
      const TfrcHandover handover = parse_handover(*message.notify, options_.packet_size);
      receiver_.on_handover(now, handover.rate, handover.rtt);
      log_.event(now, "handover", {{"rate", handover.rate}, {"rtt_ns", handover.rtt}});
    } catch (const Error& e) {  // a notification for another generator
      log_.event(now, "not_understood", {{"error", e.what()}});
    }
  }

  void receive() {
    for (int i = 0; i < kTfrcReadsPerTurn; ++i) {
      const auto datagram = receive_datagram(socket_.get(), buffer_, "receive data");
      if (!datagram) return;
      if (datagram->size < kTfrcDataHeader) continue;
      const TfrcReceiver::Data data{.sequence = get_u64(buffer_.data()),
                                    .sent = get_i64(buffer_.data() + 8),
                                    .rtt = get_i64(buffer_.data() + 16),
                                    .size = static_cast<std::int64_t>(datagram->size)};
      from_ = datagram->from;
      ++packets_;
      outcome_.bytes += data.size;
      log_.packet(datagram->arrival, "received", "\"seq\":{},\"bytes\":{},\"sent\":{}",
                  data.sequence, data.size, data.sent);
      report(datagram->arrival, receiver_.on_data(datagram->arrival, data));
    }
  }

  void report(std::int64_t now, const std::optional<TfrcFeedback>& feedback) {
    if (!feedback || from_.sin_port == 0) return;
    std::array<char, kTfrcFeedback> packet{};
    put_i64(packet.data(), feedback->data_sent);
    // The time since the kernel received the data is part of the delay.
    put_i64(packet.data() + 8,
            feedback->data_delay + std::max<std::int64_t>(monotonic_ns() - now, 0));
    put_double(packet.data() + 16, feedback->receive_rate);
    put_double(packet.data() + 24, feedback->loss_rate);
    put_i64(packet.data() + 32, feedback->new_rtt);
    put_u64(packet.data() + 40, std::uint64_t{feedback->handovers} << 32 | feedback->number);
    // Feedback that the kernel cannot queue counts as lost.
    (void)send_datagram(socket_.get(), packet, from_);
    log_.packet(now, "report", "\"receive_rate\":{},\"loss_rate\":{},\"new_rtt_ns\":{}",
                feedback->receive_rate, feedback->loss_rate, feedback->new_rtt);
  }

  Fd socket_;
  TfrcReceiver receiver_;
  std::vector<char> buffer_;
  sockaddr_in from_{};
  std::int64_t end_ = Control::kNever;
  std::uint64_t packets_ = 0;
};

}  // namespace

Outcome run_tfrc_sink(const TfrcOptions& options, Control& control) {
  return TfrcSink(options, control).run();
}

}  // namespace seawind
