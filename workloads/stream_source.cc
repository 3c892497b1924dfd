// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>

#include <cerrno>
#include <span>
#include <vector>

#include "common/error.h"
#include "common/wire/network_order.h"
#include "workloads/flow_end.h"
#include "workloads/monotonic.h"
#include "workloads/stream.h"
#include "workloads/tcp_socket.h"
#include "workloads/udp_socket.h"

namespace seawind {
namespace {

constexpr std::int64_t kExactStretch = 200'000;    // ns before an instant that are slept exactly
constexpr std::uint64_t kStreamSendsPerTurn = 64;  // packets before the stop signal is checked

StaleTreatment treatment(const std::string& name) {
  if (name == "discard") return StaleTreatment::kDiscard;
  return name == "truncate" ? StaleTreatment::kTruncate : StaleTreatment::kForward;
}

class StreamSource : public FlowEnd<StreamOptions> {
 public:
  StreamSource(const StreamOptions& options, Control& control)
      : FlowEnd("stream", options, control),
        peer_(socket_address(options.peer, options.port)),
        socket_(bound_udp_socket(options.local, 0, options.dscp)),
        schedule_(options.shape, options.seed, options.flow),
        packet_(65'536, 'w') {
    if (options.lifetime > 0) {
      prepared_["lifetime"] = options.lifetime;
      set_lifetime_option(socket_.get(), treatment(options.stale),
                          static_cast<std::uint32_t>(options.lifetime / 1'000'000));
    }
  }

 private:
  void traffic() override {
    const Control::Start start = wait_start();
    log_start(start);
    while (const auto next = schedule_.next()) {
      const std::int64_t planned = start.intended + next->at;
      if (planned - kExactStretch > monotonic_ns() || next->sequence % kStreamSendsPerTurn == 0) {
        control_.wait(-1, 0, planned - kExactStretch);
      }
      if (planned > monotonic_ns()) Control::sleep_until(planned);
      send_one(*next, planned);
      outcome_.bytes += next->size;
    }
  }

  Fields closing() override {
    const Pacing pacing = pacing_of(lateness_);
    outcome_.pacing = pacing;
    return {{"packets", lateness_.total()}, {"bytes", outcome_.bytes},
            {"late_p50_ns", pacing.p50},    {"late_p99_ns", pacing.p99},
            {"late_p999_ns", pacing.p999},  {"late_max_ns", pacing.max}};
  }

  void send_one(const StreamPacket& next, std::int64_t planned) {
    put_u64(packet_.data(), next.sequence);
    for (;;) {
      const std::int64_t now = monotonic_ns();
      put_i64(packet_.data() + 8, now);
      const std::span<const char> packet(packet_.data(), static_cast<std::size_t>(next.size));
      if (send_datagram(socket_.get(), packet, peer_)) {
        lateness_.record(now - planned);
        log_.packet(now, "sent", "\"seq\":{},\"bytes\":{},\"late_ns\":{}", next.sequence, next.size,
                    now - planned);
        return;
      }
      if (errno == EINTR) continue;
      // When the send buffer is full this packet is late. The lateness is logged; the packet is not
      // skipped.
      if (errno != EAGAIN && errno != ENOBUFS) {
        throw system_error(fmt::format("send packet {} to {}", next.sequence,
                                       endpoint_text(options_.peer, options_.port)));
      }
      control_.wait(socket_.get(), POLLOUT, now + 1'000'000);
    }
  }

  const sockaddr_in peer_;
  Fd socket_;
  StreamSchedule schedule_;
  std::vector<char> packet_;
  Histogram lateness_;
};

}  // namespace

Outcome run_stream_source(const StreamOptions& options, Control& control) {
  return StreamSource(options, control).run();
}

}  // namespace seawind
