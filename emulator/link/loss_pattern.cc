// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/loss_pattern.h"

#include <algorithm>

namespace seawind {

LossPatternModel::LossPatternModel(const LossPattern& pattern, std::uint64_t seed,
                                   Direction direction)
    : pattern_(pattern), draws_(seed, stream_name(direction, "loss_pattern")) {}

bool LossPatternModel::corrupts(std::uint64_t number, Time now) {
  return std::visit([&](const auto& pattern) { return decide(pattern, number, now); }, pattern_);
}

void LossPatternModel::reconfigure(const LossPattern& pattern) {
  if (pattern == pattern_) return;
  pattern_ = pattern;
  bad_ = false;
  state_ = kGap;
}

bool LossPatternModel::decide(const GilbertElliott& chain, std::uint64_t, Time) {
  const bool was_bad = bad_;
  if (draws_.happens(was_bad ? chain.r : chain.p)) bad_ = !bad_;
  return draws_.happens(was_bad ? chain.loss_bad : chain.loss_good);
}

bool LossPatternModel::decide(const FourStateLoss& chain, std::uint64_t, Time) {
  const double u = draws_.uniform();
  switch (state_) {
    case kGap:
      if (u < chain.p14) {
        state_ = kIsolatedLoss;
      } else if (u < chain.p14 + chain.p13) {
        state_ = kBurstLoss;
      }
      break;
    case kBurstReceived:
      if (u < chain.p23) state_ = kBurstLoss;
      break;
    case kBurstLoss:
      if (u < chain.p32) {
        state_ = kBurstReceived;
      } else if (u < chain.p32 + chain.p31) {
        state_ = kGap;
      }
      break;
    case kIsolatedLoss:
      state_ = kGap;
      break;
  }
  return state_ == kBurstLoss || state_ == kIsolatedLoss;
}

bool LossPatternModel::decide(const PositionPattern& pattern, std::uint64_t number, Time) {
  return in_pattern(pattern, number);
}

bool LossPatternModel::decide(const TimePattern& pattern, std::uint64_t, Time now) {
  Duration offset = now - Time();
  if (pattern.period > Duration()) offset -= pattern.period * (offset / pattern.period);
  return std::any_of(pattern.intervals.begin(), pattern.intervals.end(),
                     [&](const auto& i) { return i.first <= offset && offset < i.second; });
}

bool in_pattern(const PositionPattern& pattern, std::uint64_t number) {
  if (pattern.period > 0) number = (number - 1) % pattern.period + 1;
  return std::binary_search(pattern.positions.begin(), pattern.positions.end(), number);
}

}  // namespace seawind
