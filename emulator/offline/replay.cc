// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/replay.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "common/directory.h"
#include "emulator/link/hop.h"
#include "emulator/offline/capture_reader.h"
#include "emulator/offline/event_recorder.h"
#include "emulator/offline/input_error.h"
#include "emulator/offline/replay_capture.h"
#include "emulator/offline/step_budget.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

/// The hop with its sinks, recorders and counters.
class Replay final : public LinkObserver {
 public:
  Replay(const HopConfig& config, const ReplayCapture::Options& capture,
         const std::string& event_log, std::uint64_t steps)
      : budget_(steps), capture_(capture) {
    if (!event_log.empty()) {
      log_.emplace(event_log, LogHeader{.snap_limit = EventRecorder::kSnapBytes,
                                        .start_realtime_ns = capture.start_ns,
                                        .seed = config.seed});
      recorder_.emplace(*log_);
    }
    hop_.emplace(config, scheduler_, *this, sinks_[0], sinks_[1]);
  }

  void receive(Direction direction, Time when, std::span<const std::uint8_t> whole,
               std::size_t captured) {
    budget_.packet();
    budget_.run_until(scheduler_, when);
    capture_.expect(captured);
    hop_->enter(direction, Packet::copy_of(pool_, ++packets_, when, whole, 0));
  }

  void drain() {
    const Time latest = scheduler_.now() + Duration::seconds(3600);
    while (capture_.held() > 0 && scheduler_.next_event() <= latest) {
      budget_.run_until(scheduler_, scheduler_.next_event());
    }
  }

  void finish(ReplaySummary& summary) {
    summary.link_time_ns = scheduler_.now().ns();
    summary.directions = directions_;
    for (const Direction direction : {Direction::kDownlink, Direction::kUplink}) {
      const DirectionOccupancy inside = hop_->occupancy(direction);
      summary.directions[static_cast<std::size_t>(direction)].held = {inside.held_packets,
                                                                      inside.held_bytes};
    }
    capture_.close(scheduler_.now());
    if (log_) log_->close();
  }

  Time now() const { return scheduler_.now(); }

 private:
  struct Sink final : PacketSink {
    Sink(Replay& o, Direction d) : owner(o), direction(d) {}
    void deliver(Packet packet) override {
      owner.capture_.delivered(direction, packet, owner.scheduler_.now());
    }
    Replay& owner;
    Direction direction;
  };

  void on_event(const LinkEvent& event, const Packet* packet) override {
    if (recorder_) recorder_->on_event(event, packet);
    capture_.on_event(event, packet);
    ReplaySummary::DirectionSummary& counts =
        directions_[static_cast<std::size_t>(event.direction)];
    if (event.kind == EventKind::kArrival) counts.received.add(event.size);
    if (event.kind == EventKind::kGenerated) counts.generated.add(event.size);
    if (event.kind == EventKind::kDelivered) counts.delivered.add(event.size);
    if (event.kind == EventKind::kDrop) {
      counts.drops[std::string(to_string(static_cast<DropReason>(event.code)))].add(event.size);
    }
  }

  PacketPool pool_;  // first: outlives all packets
  Scheduler scheduler_;
  StepBudget budget_;
  ReplayCapture capture_;
  std::optional<EventLogWriter> log_;
  std::optional<EventRecorder> recorder_;
  std::array<ReplaySummary::DirectionSummary, 2> directions_;
  std::array<Sink, 2> sinks_{Sink{*this, Direction::kDownlink}, Sink{*this, Direction::kUplink}};
  std::optional<Hop> hop_;
  std::uint64_t packets_ = 0;
};

std::vector<std::string> names_of(const ChannelConfig& channel) {
  std::vector<std::string> names;
  for (const auto& state : channel.states) names.push_back(state.name);
  return names;
}

void refuse_same_file(const std::string& capture, const std::string& output) {
  std::error_code ignored;
  if (fs::equivalent(capture, output, ignored)) {
    throw InputError(fmt::format("{} is the input capture: choose another output file", output));
  }
}

fs::path path_of(const std::string& file) {
  std::error_code ignored;
  return fs::weakly_canonical(file, ignored);
}

ReplaySummary replay_within(HopConfig config, const ReplayOptions& options) {
  if (options.output.empty()) throw InputError("the output file has no name");
  refuse_same_file(options.capture, options.output);
  refuse_same_file(options.capture, options.event_log);
  if (!options.event_log.empty() && path_of(options.output) == path_of(options.event_log)) {
    throw InputError(
        fmt::format("{} cannot be both the output and the event log: choose another "
                    "file for one of them",
                    options.output));
  }
  CaptureReader in(options.capture);
  TemporaryFile output(options.output);
  std::optional<TemporaryFile> events;
  if (!options.event_log.empty()) events.emplace(options.event_log);
  ReplaySummary summary;
  std::optional<Replay> run;
  std::vector<std::uint8_t> whole;
  while (const auto packet = in.next()) {
    const auto direction = options.sides.direction_of(packet->bytes);
    if (!direction) {
      ++summary.other;
      continue;
    }
    if (!run) {
      constexpr std::int64_t kDay = 86'400'000'000'000;
      summary.start_ns = packet->time_ns;
      config.time_of_day = Duration::nanoseconds(packet->time_ns % kDay);
      run.emplace(config,
                  ReplayCapture::Options{.path = output.path(),
                                         .comment = options.comment,
                                         .start_ns = packet->time_ns,
                                         .state_names = names_of(config.channel)},
                  events ? events->path() : "", options.steps);
    }
    constexpr std::int64_t kLongest = std::int64_t{720} * 3600 * 1'000'000'000;
    if (packet->time_ns - summary.start_ns > kLongest) {
      throw InputError(fmt::format(
          "cannot replay {}: a packet comes {} s after the first one; at most 720 h are replayed",
          options.capture, (packet->time_ns - summary.start_ns) / 1'000'000'000));
    }
    Time when = Time::from_ns(packet->time_ns - summary.start_ns);
    if (when < run->now()) {
      ++summary.stepped_back;
      when = run->now();
    }
    if (packet->bytes.size() < packet->original_length) ++summary.cut_short;
    whole.assign(packet->bytes.begin(), packet->bytes.end());
    whole.resize(packet->original_length);
    run->receive(*direction, when, whole, packet->bytes.size());
  }
  summary.not_ip = in.not_ip();
  summary.exit_records = in.exit_records();
  if (!run) {
    throw InputError(
        fmt::format("cannot replay {}: none of its {} IP packets is from or to the side given",
                    options.capture, summary.other));
  }
  run->drain();
  run->finish(summary);
  output.publish();
  if (events) events->publish();
  return summary;
}

}  // namespace

ReplaySummary replay(HopConfig config, const ReplayOptions& options) {
  try {
    return replay_within(std::move(config), options);
  } catch (const StepsExceeded& error) {
    throw InputError(fmt::format("cannot replay {}: {}; cut the capture (editcap -A -B)",
                                 options.capture, error.what()));
  }
}

}  // namespace seawind
