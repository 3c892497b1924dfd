// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the lifetime option of a packet (common/wire/lifetime_option.h) and evaluates it.
#pragma once

#include <optional>

#include "common/time.h"
#include "common/wire/lifetime_option.h"
#include "emulator/core/packet.h"

namespace seawind {

/// Returns nothing if the option is absent or malformed: a length other than 8, an options field
/// that ends before it, or a time of day beyond 24 hours.
std::optional<LifetimeOption> lifetime_option(const Packet& packet);

/// The remaining lifetime; negative once expired. `waited`: time since the arrival; `of_day`: the
/// current time of day. An absolute lifetime is resolved to the instant nearest to now, at most 12
/// hours away.
Duration remaining(const LifetimeOption& option, Duration waited, Duration of_day);

}  // namespace seawind
