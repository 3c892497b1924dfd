// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <vector>

#include "common/error.h"
#include "workloads/flow_log.h"
#include "workloads/monotonic.h"
#include "workloads/network_order.h"
#include "workloads/stream.h"
#include "workloads/tcp_socket.h"
#include "workloads/udp_socket.h"

namespace seawind {
namespace {

constexpr std::int64_t kExactStretch = 200'000;  // ns before an instant that are slept exactly

StaleTreatment treatment(const std::string& name) {
  if (name == "discard") return StaleTreatment::kDiscard;
  return name == "truncate" ? StaleTreatment::kTruncate : StaleTreatment::kForward;
}

class StreamSource {
 public:
  StreamSource(const StreamOptions& options, Control& control)
      : options_(options),
        control_(control),
        log_(options.log),
        socket_(bound_udp_socket(options.local, 0, options.dscp)),
        schedule_(options.shape, options.seed, options.flow),
        packet_(65'536, 'w') {
    connect_udp(socket_.get(), options.peer, options.port);
    if (options.lifetime > 0) {
      set_lifetime_option(socket_.get(), treatment(options.stale),
                          static_cast<std::uint32_t>(options.lifetime / 1'000'000));
    }
  }

  Outcome run() {
    auto fields = prepared_fields("stream", options_);
    if (options_.lifetime > 0) fields["lifetime"] = options_.lifetime;
    log_.event(monotonic_ns(), "prepared", fields);
    control_.ready();
    Outcome outcome;
    try {
      send_all(outcome);
      outcome.ok = true;
    } catch (const Error& e) {
      outcome.error = e.what();
      log_.event(monotonic_ns(), "error", {{"error", outcome.error}, {"bytes", outcome.bytes}});
    }
    outcome.pacing = pacing_of(lateness_);
    log_.event(monotonic_ns(), "close",
               {{"packets", lateness_.total()},
                {"bytes", outcome.bytes},
                {"late_p50_ns", outcome.pacing->p50},
                {"late_p99_ns", outcome.pacing->p99},
                {"late_p999_ns", outcome.pacing->p999},
                {"late_max_ns", outcome.pacing->max},
                {"ok", outcome.ok}});
    log_.close();
    return outcome;
  }

 private:
  void send_all(Outcome& outcome) {
    const Control::Start start = control_.wait_start();
    outcome.start_late_ns = start.actual - start.intended;
    log_.event(start.actual, "start",
               {{"intended", start.intended}, {"late_ns", *outcome.start_late_ns}});
    while (const auto next = schedule_.next()) {
      const std::int64_t planned = start.intended + next->at;
      if (planned - kExactStretch > monotonic_ns()) {
        control_.wait(-1, 0, planned - kExactStretch);
      }
      if (planned > monotonic_ns()) Control::sleep_until(planned);
      send_one(*next, planned);
      outcome.bytes += next->size;
    }
  }

  void send_one(const StreamPacket& next, std::int64_t planned) {
    put_u64(packet_.data(), next.sequence);
    for (;;) {
      const std::int64_t now = monotonic_ns();
      put_i64(packet_.data() + 8, now);
      if (send(socket_.get(), packet_.data(), static_cast<std::size_t>(next.size), 0) >= 0) {
        lateness_.record(now - planned);
        log_.packet(now, "sent", "\"seq\":{},\"bytes\":{},\"late_ns\":{}", next.sequence, next.size,
                    now - planned);
        return;
      }
      if (errno == EINTR) continue;
      // A full send buffer makes this packet late, which shows; it is not left out.
      if (errno != EAGAIN && errno != ENOBUFS) {
        throw system_error(fmt::format("send packet {} to {}", next.sequence,
                                       endpoint_text(options_.peer, options_.port)));
      }
      control_.wait(socket_.get(), POLLOUT, now + 1'000'000);
    }
  }

  const StreamOptions& options_;
  Control& control_;
  FlowLog log_;
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
