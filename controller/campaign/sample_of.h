// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a report of the relay daemon to a sample.
#pragma once

#include "controller/campaign/link_sample.h"

namespace seawind {

class LinkReport;

/// The sample's unix_ns is the current time.
LinkSample sample_of(const LinkReport& report);

}  // namespace seawind
