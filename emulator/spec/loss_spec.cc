// SPDX-License-Identifier: GPL-3.0-or-later
// Loss patterns.
#include "emulator/spec/parts.h"

namespace seawind::spec {
namespace {

PositionPattern position_pattern(const PositionPatternSpec& from) {
  PositionPattern out;
  out.positions.assign(from.list().begin(), from.list().end());
  out.period = static_cast<std::uint64_t>(from.period());
  return out;
}

}  // namespace

LossPattern loss_pattern(const LossPatternSpec& from) {
  switch (from.kind_case()) {
    case LossPatternSpec::kGilbertElliott: {
      const GilbertElliottSpec& p = from.gilbert_elliott();
      return GilbertElliott{p.p(), p.has_r() ? p.r() : 1.0, p.has_loss_bad() ? p.loss_bad() : 1.0,
                            p.loss_good()};
    }
    case LossPatternSpec::kFourState: {
      const FourStateLossSpec& p = from.four_state();
      return FourStateLoss{p.p13(), p.has_p31() ? p.p31() : 1.0, p.p32(),
                           p.has_p23() ? p.p23() : 1.0, p.p14()};
    }
    case LossPatternSpec::kPositions:
      return position_pattern(from.positions());
    case LossPatternSpec::kTimes: {
      TimePattern out;
      for (const TimeInterval& one : from.times().intervals()) {
        out.intervals.emplace_back(Duration::nanoseconds(one.from()),
                                   Duration::nanoseconds(one.to()));
      }
      out.period = Duration::nanoseconds(from.times().period());
      return out;
    }
    case LossPatternSpec::KIND_NOT_SET:
      break;
  }
  return std::monostate{};
}

}  // namespace seawind::spec
