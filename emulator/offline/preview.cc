// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/preview.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"
#include "emulator/link/hop.h"
#include "emulator/offline/input_error.h"
#include "emulator/offline/step_budget.h"

namespace seawind {
namespace {

/// Bounds the memory of a preview to about 100 MB; a picture shows fewer.
constexpr std::size_t kMaxChanges = 1'000'000;
constexpr std::array<Direction, 2> kDirections{Direction::kDownlink, Direction::kUplink};

std::vector<std::uint8_t> probe_bytes(std::uint32_t size) {
  std::vector<std::uint8_t> bytes(size);
  bytes[0] = 0x45;
  write16(bytes, 2, size);
  bytes[8] = 64;
  bytes[9] = ip_protocol::kUdp;
  write16(bytes, 20, 9);  // the discard port
  write16(bytes, 22, 9);
  write16(bytes, 24, size - 20);
  return bytes;
}

/// The rate of a direction until the first kRateChange: that of its state, if it is fixed.
std::int64_t fixed_rate(const DirectionConfig& config, std::size_t state) {
  const StateParameters& now = config.states[std::min(state, config.states.size() - 1)];
  return static_cast<std::int64_t>(now.rate.fixed_value()) * now.user_max_rate;
}

class Run final : public LinkObserver {
 public:
  Run(const HopConfig& config, Duration duration, const Probe& probe, std::uint64_t steps)
      : end_(Time() + duration), probe_(probe), bytes_(probe_bytes(probe.bytes)), budget_(steps) {
    hop_.emplace(config, scheduler_, *this, sinks_[0], sinks_[1]);
    begin(config);
  }

  Preview finish() {
    for (Time at; at < end_; at += probe_.interval) {
      budget_.packet();
      budget_.run_until(scheduler_, at);
      for (const Direction direction : kDirections) send(direction);
    }
    budget_.run_until(scheduler_, end_);
    const Time latest = end_ + Duration::seconds(3600);
    while (held_ > 0 && scheduler_.next_event() <= latest) {
      budget_.run_until(scheduler_, scheduler_.next_event());
    }
    for (Preview::DirectionSummary& summary : out_.directions) {
      std::uint64_t known = 0;
      for (const auto& [reason, count] : summary.drops) known += count;
      for (const auto& delay : summary.delays) known += delay ? 1 : 0;
      summary.held = summary.delays.size() - known;
    }
    return std::move(out_);
  }

 private:
  struct Sink final : PacketSink {
    Sink(Run& o, Direction d) : owner(o), direction(d) {}
    void deliver(Packet packet) override { owner.delivered(direction, packet); }
    Run& owner;
    Direction direction;
  };

  Preview::DirectionSummary& summary_of(Direction direction) {
    return out_.directions[static_cast<std::size_t>(direction)];
  }

  /// Records the initial state and rates that were not emitted as events.
  void begin(const HopConfig& config) {
    const std::size_t state = hop_->state();
    if (!config.channel.states.empty() && out_.states.empty()) out_.states.push_back({{}, state});
    for (const Direction direction : kDirections) {
      auto& rates = summary_of(direction).rates;
      const auto& of = direction == Direction::kDownlink ? config.downlink : config.uplink;
      if (rates.empty()) rates.push_back({{}, fixed_rate(of, state)});
    }
  }

  void send(Direction direction) {
    // An id encodes direction and index: even for the downlink, odd for the uplink.
    auto& delays = summary_of(direction).delays;
    const std::uint64_t id = 2 * (delays.size() + 1) + static_cast<std::uint64_t>(direction);
    delays.emplace_back();
    ++held_;
    hop_->enter(direction, Packet::copy_of(pool_, id, scheduler_.now(), bytes_, 0));
  }
  /// False for packets that the base station generated; their ids have no index.
  bool is_probe(Direction direction, std::uint64_t id) {
    return id >= 2 && id / 2 <= summary_of(direction).delays.size();
  }

  void delivered(Direction direction, const Packet& packet) {
    if (!is_probe(direction, packet.id())) return;
    summary_of(direction).delays[packet.id() / 2 - 1] = scheduler_.now() - packet.arrival();
    --held_;
  }

  void on_event(const LinkEvent& event, const Packet*) override {
    Preview::DirectionSummary& in = summary_of(event.direction);
    if (event.kind == EventKind::kDrop && is_probe(event.direction, event.packet)) {
      ++in.drops[std::string(to_string(static_cast<DropReason>(event.code)))];
      --held_;
    }
    if (event.time > end_) return;
    if (out_.states.size() + in.rates.size() + in.blocked.size() > kMaxChanges) {
      throw InputError(fmt::format(
          "the link changes its state or its rate, or is blocked, more than {} times in its first "
          "{}.{:03} s; give a shorter --duration",
          kMaxChanges, event.time.ns() / 1'000'000'000, event.time.ns() / 1'000'000 % 1000));
    }
    switch (event.kind) {
      case EventKind::kStateChange:
        out_.states.push_back({event.time, event.code});
        break;
      case EventKind::kRateChange:
        in.rates.push_back({event.time, event.value});
        break;
      case EventKind::kBlocked:
        in.blocked.push_back(
            {event.time, {}, std::string(to_string(static_cast<BlockReason>(event.code)))});
        break;
      case EventKind::kUnblocked: {
        const auto reason = to_string(static_cast<BlockReason>(event.code));
        const auto last = std::find_if(in.blocked.rbegin(), in.blocked.rend(),
                                       [&](const auto& b) { return !b.to && b.reason == reason; });
        if (last != in.blocked.rend()) last->to = event.time;
        break;
      }
      default:
        break;
    }
  }

  const Time end_;
  const Probe probe_;
  const std::vector<std::uint8_t> bytes_;
  PacketPool pool_;  // first: outlives all packets
  Scheduler scheduler_;
  StepBudget budget_;
  Preview out_;
  std::uint64_t held_ = 0;
  std::array<Sink, 2> sinks_{Sink{*this, Direction::kDownlink}, Sink{*this, Direction::kUplink}};
  std::optional<Hop> hop_;
};

}  // namespace

Preview preview(const HopConfig& config, Duration duration, const Probe& probe,
                std::uint64_t steps) {
  constexpr std::int64_t kMaxProbes = 1'000'000;
  const std::int64_t probes = duration.ns() / probe.interval.ns();
  if (probes > kMaxProbes) {
    throw InputError(
        fmt::format("{} probe packets; at most {}: give a longer --probe-interval or a shorter "
                    "--duration",
                    probes, kMaxProbes));
  }
  try {
    return Run(config, duration, probe, steps).finish();
  } catch (const StepsExceeded& error) {
    throw InputError(fmt::format("{}; give a shorter --duration", error.what()));
  }
}

}  // namespace seawind
