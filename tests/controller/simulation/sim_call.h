// SPDX-License-Identifier: GPL-3.0-or-later
// One call to a simulated program, with its faults.
#pragma once

#include <grpcpp/support/status.h>

#include <algorithm>
#include <memory>

#include "tests/controller/simulation/sim_programs.h"

namespace seawind::test {

enum class CallFault { kNone, kRequestLost, kAnswerLost, kLate, kDoubled, kDies, kStalls };

template <typename Program>
class SimCaller {
 public:
  /// `name`: used by the test bed's report when the program dies; `slot`: -1: the whole bed is lost
  /// then.
  SimCaller(SimWorld& world, std::shared_ptr<Program> program, bool& alive, int slot,
            std::string name, std::stop_token stop)
      : world_(world),
        program_(std::move(program)),
        alive_(alive),
        slot_(slot),
        name_(std::move(name)),
        stop_(std::move(stop)) {}

  bool stopped() const { return stop_.stop_requested(); }
  SimWorld& world() const { return world_; }
  Program& program() const { return *program_; }
  void sleep(std::int64_t ns) const {
    world_.clock.sleep(std::chrono::nanoseconds(ns), [this] { return stopped(); });
  }

  /// `carry_out(reply)`: the program's action; returns a status.
  template <typename Reply, typename Action>
  grpc::Status call(const char* method, std::int64_t deadline_ns, Reply* reply, Action carry_out) {
    ++world_.calls;
    if (world_.on_call) world_.on_call(method);
    sleep(latency());
    if (stopped()) return {grpc::StatusCode::CANCELLED, "cancelled"};
    world_.carry_out_due();
    const CallFault fault = draw_fault();
    world_.faults += fault != CallFault::kNone;
    if (fault == CallFault::kDies || fault == CallFault::kStalls) die(fault);
    if (!alive_ && fault != CallFault::kStalls)
      return {grpc::StatusCode::UNAVAILABLE, "connection refused"};
    // A delayed action is carried out by the same process or not at all.
    const auto later = [&alive = alive_, carry_out, program = program_] {
      Reply unused;
      if (alive) (void)carry_out(unused);
    };
    switch (fault) {
      case CallFault::kNone:
        return carry_out(*reply);
      case CallFault::kDoubled:
        world_.later(pause(20'000), later);
        return carry_out(*reply);
      case CallFault::kLate: {
        const std::int64_t late = pause(2 * deadline_ns / 1'000'000);
        if (late > deadline_ns) {
          world_.later(late, later);
          break;
        }
        sleep(late);
        if (stopped()) return {grpc::StatusCode::CANCELLED, "cancelled"};
        world_.carry_out_due();
        if (!alive_) return {grpc::StatusCode::UNAVAILABLE, "connection reset"};
        return carry_out(*reply);
      }
      case CallFault::kAnswerLost:
        later();
        break;
      default:
        break;
    }
    sleep(deadline_ns);
    if (stopped()) return {grpc::StatusCode::CANCELLED, "cancelled"};
    return {grpc::StatusCode::DEADLINE_EXCEEDED, "no answer"};
  }

 private:
  std::int64_t latency() const { return static_cast<std::int64_t>(1 + world_.draw(3000)) * 1'000; }
  std::int64_t pause(std::int64_t most_ms) const {
    const auto most = static_cast<std::uint64_t>(std::max<std::int64_t>(1, most_ms));
    return static_cast<std::int64_t>(1 + world_.draw(most)) * 1'000'000;
  }
  CallFault draw_fault() const {
    if (!world_.happens(world_.trouble)) return CallFault::kNone;
    return static_cast<CallFault>(1 + world_.draw(6));
  }
  void die(CallFault fault) {
    alive_ = false;
    if (fault == CallFault::kStalls) return;  // only its callers notice
    world_.later(pause(3000), [program = program_, slot = slot_, name = name_, &world = world_] {
      if (!program->gone) world.lose(slot, name + " was killed by signal 9");
    });
  }

  SimWorld& world_;
  std::shared_ptr<Program> program_;
  bool& alive_;
  int slot_;
  std::string name_;
  std::stop_token stop_;
};

}  // namespace seawind::test
