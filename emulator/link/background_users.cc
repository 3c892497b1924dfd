// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/background_users.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

namespace seawind {
namespace {

using Type = BackgroundLoad::Type;

constexpr double kLargestBurst = 1e15;  // bytes

double exponential(Draws& draws, double mean) {
  return -mean * std::log1p(-draws.uniform());
}

double positive_ns(Draws& draws, const ValueConfig& law) {
  return std::max(static_cast<double>(draws.duration(law).ns()), 1.0);
}

}  // namespace

BackgroundUsers::BackgroundUsers(std::uint64_t seed, Direction direction, Scheduler& scheduler,
                                 Arrivals arrivals)
    : seed_(seed), direction_(direction), scheduler_(scheduler), arrivals_(std::move(arrivals)) {}

void BackgroundUsers::start(const BackgroundLoad& load) {
  ++generation_;
  load_ = load;
  if (load.users == 0) return;
  assert(load.average_rate > 0 && load.packet_size > 0);
  spacing_ = static_cast<double>(load.packet_size) * 8e9 / static_cast<double>(load.average_rate);
  on_share_ = 1;
  if (load.type == Type::kOnOff) {
    const double on = mean_of(load.on);
    on_share_ = on / (on + mean_of(load.off));
    spacing_ *= on_share_;
  }
  const auto users = static_cast<std::size_t>(load.users);
  while (users_.size() < users) {
    const std::string name = "background/" + std::to_string(users_.size());
    users_.push_back({.draws = Draws(seed_, stream_name(direction_, name))});
  }
  for (std::size_t i = 0; i < users; ++i) {
    begin(users_[i]);
    plan(i);
  }
}

void BackgroundUsers::stop() {
  ++generation_;
}

void BackgroundUsers::begin(User& user) {
  const double now = static_cast<double>(scheduler_.now().ns());
  user.carried = 0;
  switch (load_.type) {
    case Type::kConstant:
      user.next = now + user.draws.uniform() * spacing_;
      break;
    case Type::kOnOff:
      user.on = !user.draws.happens(on_share_);  // toggle() inverts it
      user.carried = user.draws.uniform() * spacing_;
      user.next = now + user.carried;
      user.toggle = now;
      toggle(user);
      break;
    case Type::kPoisson:
      user.next = now + exponential(user.draws, spacing_);
      break;
    case Type::kPareto:
      assert(load_.pareto_shape > 1);
      user.next =
          now + exponential(user.draws, spacing_ * load_.pareto_shape / (load_.pareto_shape - 1));
      break;
  }
}

// Toggles on and off, at time user.toggle.
void BackgroundUsers::toggle(User& user) {
  if (user.on) {
    user.carried = user.next - user.toggle;
    user.next = kUnbounded;  // the next call sets it
  } else {
    user.next = user.toggle + user.carried;
  }
  user.on = !user.on;
  user.toggle += positive_ns(user.draws, user.on ? load_.on : load_.off);
}

void BackgroundUsers::plan(std::size_t index) {
  User& user = users_[index];
  const double when = load_.type == Type::kOnOff ? std::min(user.next, user.toggle) : user.next;
  constexpr double kEnd = 9e18;  // ns; the largest Time is 9.2e18
  if (when > kEnd) return;
  ++pending_;
  const std::uint64_t handle = std::uint64_t{generation_} << 32U | index;
  scheduler_.at(std::max(Time::from_ns(std::llround(when)), scheduler_.now()), [this, handle] {
    --pending_;
    if (handle >> 32U == generation_) act(handle & 0xffffffffU);
  });
}

void BackgroundUsers::act(std::size_t index) {
  User& user = users_[index];
  std::int64_t packets = 0;
  if (load_.type == Type::kOnOff && user.toggle <= user.next) {
    toggle(user);
  } else if (load_.type == Type::kPoisson) {
    packets = 1;
    user.next += exponential(user.draws, spacing_);
  } else if (load_.type == Type::kPareto) {
    const auto size = static_cast<double>(load_.packet_size);
    const ParetoValue burst{.scale = size, .shape = load_.pareto_shape, .max = kLargestBurst};
    user.carried += user.draws.value(burst);
    packets = static_cast<std::int64_t>(user.carried / size);
    user.carried -= static_cast<double>(packets) * size;
    user.next += exponential(user.draws, spacing_ * load_.pareto_shape / (load_.pareto_shape - 1));
  } else {
    packets = 1;
    user.next += spacing_;
  }
  plan(index);
  if (packets > 0) arrivals_(static_cast<std::int64_t>(index), packets);
}

}  // namespace seawind
