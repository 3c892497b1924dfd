// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>

#include <vector>

#include "common/error.h"
#include "common/wire/network_order.h"
#include "workloads/flow_end.h"
#include "workloads/monotonic.h"
#include "workloads/stream.h"
#include "workloads/udp_socket.h"

namespace seawind {
namespace {

constexpr std::uint64_t kMaxStreamPackets = 100'000'000;  // seen_ has a bit for each
constexpr int kStreamReadsPerTurn = 64;  // reads before the timer and the stop signal are checked

class StreamSink : public FlowEnd<StreamOptions> {
 public:
  StreamSink(const StreamOptions& options, Control& control)
      : FlowEnd("stream", options, control),
        socket_(bound_udp_socket(options.local, options.port, options.dscp)),
        buffer_(65'536) {
    StreamSchedule schedule(options.shape, options.seed, options.flow);
    while (const auto packet = schedule.next()) {
      last_ = *packet;
      if (last_.sequence >= kMaxStreamPackets) {
        throw Error(
            fmt::format("cannot receive a stream of more than {} packets: fewer packets or "
                        "bursts, or longer intervals",
                        kMaxStreamPackets));
      }
    }
    seen_.resize(last_.sequence + 1);
    control.on_message([this](const AgentMessage& message) {
      if (message.start) deadline_ = *message.start + last_.at + options_.drain;
    });
  }

 private:
  void traffic() override {
    while (distinct_ < seen_.size() && monotonic_ns() < deadline_) {
      if (control_.wait(socket_.get(), POLLIN, deadline_) == Control::Wake::kSocket) receive();
    }
  }

  Fields closing() override {
    return {{"packets", packets_},
            {"distinct", distinct_},
            {"missing", seen_.size() - distinct_},
            {"foreign", foreign_},
            {"bytes", outcome_.bytes}};
  }

  void receive() {
    for (int i = 0; i < kStreamReadsPerTurn; ++i) {
      const auto datagram = receive_datagram(socket_.get(), buffer_, "receive the stream");
      if (!datagram) return;
      const std::uint64_t sequence = datagram->size >= 16 ? get_u64(buffer_.data()) : seen_.size();
      // truncated to its headers on the way, or a packet of another program
      if (sequence >= seen_.size()) {
        ++foreign_;
        log_.packet(datagram->arrival, "foreign", "\"bytes\":{}", datagram->size);
        continue;
      }
      ++packets_;
      outcome_.bytes += static_cast<std::int64_t>(datagram->size);
      if (!seen_[sequence]) ++distinct_;
      seen_[sequence] = true;
      log_.packet(datagram->arrival, "received", "\"seq\":{},\"bytes\":{},\"sent\":{}", sequence,
                  datagram->size, get_i64(buffer_.data() + 8));
    }
  }

  Fd socket_;
  std::vector<char> buffer_;
  StreamPacket last_;
  std::vector<bool> seen_;
  std::int64_t deadline_ = Control::kNever;
  std::size_t distinct_ = 0;
  std::uint64_t packets_ = 0;
  std::uint64_t foreign_ = 0;
};

}  // namespace

Outcome run_stream_sink(const StreamOptions& options, Control& control) {
  return StreamSink(options, control).run();
}

}  // namespace seawind
