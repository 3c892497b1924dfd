// SPDX-License-Identifier: GPL-3.0-or-later
// A rate model with channel, scheduler, recorder and a sender.
#pragma once

#include <memory>
#include <vector>

#include "emulator/link/rate_control.h"
#include "tests/support/test_hop.h"

namespace seawind::test {

struct RateRig : Progress {
  explicit RateRig(const DirectionConfig& config, const ChannelConfig& states = {},
                   std::uint64_t seed = 1)
      : channel(states, seed, scheduler, recorder),
        rate(std::make_shared<const DirectionConfig>(config),
             {seed, channel, scheduler, emit, *this,
              [this](std::uint32_t bytes) { background.emplace_back(scheduler.now(), bytes); }}) {}

  void make_progress() override {
    ++wakes;
    serve();
  }

  /// A frame of `bytes` joins the queue at `when`.
  void offer(Time when, std::int64_t bytes) {
    scheduler.run_until(when);
    queue.push_back({when, bytes});
    serve();
  }
  void serve() {
    if (busy || queue.empty()) return;
    const Time now = scheduler.now();
    const auto [arrived, bytes] = queue.front();
    answer = rate.earliest_start(now, arrived);
    if (answer > now) return;
    queue.erase(queue.begin());
    busy = true;
    starts.push_back(now);
    ends.push_back(rate.end_of(now, bytes, arrived));
    scheduler.at(ends.back(), [this] {
      busy = false;
      serve();
    });
  }
  void reconfigure(const DirectionConfig& config) {
    rate.reconfigure(std::make_shared<const DirectionConfig>(config));
  }
  /// Emitted events of `kind`: time in ms and value.
  std::vector<std::pair<std::int64_t, std::int64_t>> events_of(EventKind kind) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (const LinkEvent& e : recorder.events) {
      if (e.kind == kind) all.emplace_back(e.time.ns() / 1'000'000, e.value);
    }
    return all;
  }

  Scheduler scheduler;
  Recorder recorder;
  EventEmitter emit{kDown, scheduler, recorder};
  ChannelProcess channel;
  std::vector<std::pair<Time, std::int64_t>> queue;
  bool busy = false;
  Time answer;  // of the last earliest_start
  std::vector<Time> starts, ends;
  std::vector<std::pair<Time, std::uint32_t>> background;
  int wakes = 0;
  RateControl rate;
};

using TimedValues = std::vector<std::pair<std::int64_t, std::int64_t>>;

}  // namespace seawind::test
