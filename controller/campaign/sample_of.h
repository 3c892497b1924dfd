// SPDX-License-Identifier: GPL-3.0-or-later
// From what the relay daemon reports to a sample.
#pragma once

#include "controller/campaign/link_sample.h"

namespace seawind {

class LinkReport;

/// Its unix_ns is now.
LinkSample sample_of(const LinkReport& report);

}  // namespace seawind
