// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of hop_config(). Each converts one section of a message. The section is valid, or its
// problems are reported elsewhere.
#pragma once

#include "emulator/api/link.pb.h"
#include "emulator/link/hop_config.h"

namespace seawind::spec {

ChannelConfig channel_config(const Channel& channel);
/// All of a direction except its router.
DirectionConfig direction_config(const LinkDirection& direction, const Channel& channel);
StateParameters state_parameters(const LinkDirection& in_one_state);
std::vector<StageConfig> stages(const LinkDirection& direction);
RateSource rate_source(const LinkDirection& direction);
BackgroundLoad background_load(const LinkDirection& direction);
LossPattern loss_pattern(const LossPatternSpec& pattern);
std::vector<SpikeProcess> spikes(const LinkProfile& link);
std::vector<Outage> outages(const LinkProfile& link);

}  // namespace seawind::spec
