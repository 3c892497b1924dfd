// SPDX-License-Identifier: GPL-3.0-or-later
// Long-run means of a link's random parameters, for estimates.
#pragma once

#include <vector>

#include "emulator/api/link.pb.h"

namespace seawind {

/// Fraction of time that the channel spends in each of its states; without a channel there is one
/// state.
std::vector<double> state_shares(const Channel& channel);

/// Bits per second of one direction that are available to packets of the measured user. This is the
/// rate (or the mean of its schedule or trace) times the channels, weighted by the time in each
/// state, less corrupted attempts, delay spikes, recurring outages, and the load of background
/// users.
double mean_rate(const LinkProfile& link, bool downlink);

/// Mean one-way delay in seconds.
double mean_delay(const LinkProfile& link, bool downlink);

}  // namespace seawind
