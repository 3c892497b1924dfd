// SPDX-License-Identifier: GPL-3.0-or-later
// The behaviour of a link over a span of virtual time: states, rates, blocks, and the fate of a
// probe. The probe consists of UDP packets of one size at a fixed interval in both directions, the
// first at link time 0. The probe is traffic: a dense probe on a slow link measures its own queue.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "emulator/link/hop_config.h"

namespace seawind {

struct Probe {
  std::uint32_t bytes = 100;  // IP bytes, 28 to 65535
  Duration interval = Duration::milliseconds(100);
};

struct Preview {
  struct State {
    Time at;
    std::size_t state = 0;
  };
  struct Rate {
    Time at;
    std::int64_t rate = 0;  // bit/s
  };
  struct Blocked {
    Time from;
    std::optional<Time> to;  // none: until the end
    std::string reason;
  };
  struct DirectionSummary {
    std::vector<Rate> rates;
    std::vector<Blocked> blocked;
    /// One per probe packet, in sending order; none: lost, or not delivered within the drain.
    std::vector<std::optional<Duration>> delays;
    std::map<std::string, std::uint64_t> drops;  // dropped probe packets by reason
    std::uint64_t held = 0;                      // neither delivered nor dropped at the end
  };
  std::vector<State> states;                   // empty: a channel without states
  std::array<DirectionSummary, 2> directions;  // by Direction
};

/// Runs the hop for `duration`, then for as long as probe packets are held, at most one hour.
/// Timelines end at `duration`. Throws InputError for a link that executes more than `steps`
/// events, plus 10 000 for each pair of probe packets.
Preview preview(const HopConfig& config, Duration duration, const Probe& probe,
                std::uint64_t steps = 100'000'000);

}  // namespace seawind
