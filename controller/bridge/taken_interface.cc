// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/taken_interface.h"

#include <fmt/format.h>
#include <net/if.h>

#include <utility>

#include "common/error.h"
#include "common/print_error.h"
#include "common/units.h"
#include "namespaces/netns.h"

namespace seawind {

using std::chrono::steady_clock;

TakenInterface::TakenInterface(InterfaceEnd link, std::string name)
    : link_(std::move(link)),
      name_(std::move(name)),
      lock_(InterfaceLock(name_)),
      index_(if_nametoindex(name_.c_str())),
      between_(make_network_namespace()),
      seen_(interface_state(index_)),
      queue_drops_(seen_.queue_drops) {
  make_wire(link_, between_.get(), name_);
  guard_.emplace(name_);
  if (!seen_.running) wait("has no carrier");
}

TakenInterface::~TakenInterface() {
  try {
    remove_wire(between_.get());
  } catch (const Error&) {  // the kernel removes it with the namespace
  }
}

void TakenInterface::check() {
  InterfaceState state = interface_state(index_);
  // Without the macvlan above it, the index belongs to another interface. After a rename, the name
  // may belong to another one.
  const bool renamed = index_ != 0 && if_nametoindex(name_.c_str()) != index_;
  if (state.mac.empty() || renamed || wire_state(between_.get()).mac.empty()) {
    if (std::exchange(index_, 0) != 0) {
      wait("has gone");
      release_wire(between_.get());  // it may be in another namespace
      guard_.reset();
      lock_.reset();
    }
    const unsigned back = if_nametoindex(name_.c_str());
    state = interface_state(back);
    if (state.mac.empty()) return;
    try {
      if (!lock_) lock_.emplace(name_);
      renew_wire(link_, between_.get(), name_);
      guard_.emplace(name_);
    } catch (const Error& error) {  // it may be set up in several steps
      if (std::exchange(problem_, error.what()) != error.what())
        print_error("seawind: {} is back: {}\n", name_, problem_);
      return;
    }
    index_ = back;
    problem_.clear();
    seen_ = state;
    queue_drops_ = RestartingCounter(state.queue_drops);
  }
  const bool narrow = note_losses(state);
  constexpr std::chrono::seconds kPollInterval{1};
  if (const auto now = steady_clock::now(); now >= next_check_ || narrow) {
    next_check_ = now + kPollInterval;
    try {
      problem_ = wire_problem(name_, link_.offloads, link_.mtu);
      if (narrow && problem_.empty()) renew_wire(link_, between_.get(), name_);
    } catch (const Error&) {  // it has just gone
      return;
    }
    if (!problem_.empty()) wait("cannot carry the link: " + problem_);
  }
  if (state.carrier_changes != seen_.carrier_changes)
    wait(state.running ? "lost its carrier" : "has no carrier");
  seen_ = state;
  if (waits_since_ && state.running && problem_.empty()) connect();
}

const std::string& TakenInterface::lost() {
  const InterfaceState now = interface_state(index_);
  note_losses(now);
  // Since the last check(). Earlier losses are counted by the link itself.
  if (lost_.empty() && index_ != 0 && !waits_since_ && now.carrier_changes != seen_.carrier_changes)
    lost_ = name_ + " lost its carrier, or went away, at the end";
  return lost_;
}

bool TakenInterface::note_losses(const InterfaceState& now) {
  const InterfaceState wire = wire_state(between_.get());
  const bool gone = wire.mac.empty();
  queue_drops_.read(now.queue_drops);
  const auto mtu = static_cast<int>(wire.mtu);
  const bool narrow = !gone && mtu < link_.mtu;
  if (narrow)
    lost_ = fmt::format("{} carried {} bytes for a time, and no larger frames", name_, mtu);
  else if (!gone && lost_.empty() &&
           (wire.unsent > 0 || wire.queue_drops > 0 || now.unsent > seen_.unsent ||
            queue_drops_.total() > 0))
    lost_ = fmt::format("{} did not send all frames: it was down, or its queue was full", name_);
  return narrow;
}

void TakenInterface::wait(const std::string& why) {
  if (waits_since_) return;
  print_error("seawind: {} {}; the link waits for it\n", name_, why);
  set_carrier(between_.get(), false);
  waits_since_ = steady_clock::now();
}

void TakenInterface::connect() {
  set_carrier(between_.get(), true);
  print_error(
      "seawind: {} carries the link again, after {}\n", name_,
      short_duration(std::chrono::nanoseconds(steady_clock::now() - *waits_since_).count()));
  waits_since_.reset();
}

}  // namespace seawind
