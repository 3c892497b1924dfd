// SPDX-License-Identifier: GPL-3.0-or-later
// Long-run means of a link's parameters: what an estimate needs of a model that draws.
#pragma once

#include <vector>

#include "emulator/api/link.pb.h"

namespace seawind {

/// Mean of what is drawn, in the parameter's base unit. An unset distribution is 0; a Pareto law
/// without a mean counts with its median.
double mean_of(const Distribution& value);

/// Share of the time the channel spends in each of its states; one state without a channel.
std::vector<double> state_shares(const Channel& channel);

/// Bits per second of one direction that are left for packets of the measured user: the rate (or
/// the mean of its schedule or trace) times the channels, by the time in each state, without
/// corrupted attempts, delay spikes and recurring outages, and without what background users take.
double mean_rate(const LinkProfile& link, bool downlink);

/// Mean one-way delay in seconds.
double mean_delay(const LinkProfile& link, bool downlink);

}  // namespace seawind
