// SPDX-License-Identifier: GPL-3.0-or-later
// CoDel (RFC 8289) and FQ-CoDel (RFC 8290); codel_aqm.h has the control law, which draws no random
// numbers. The "bytes remaining" of FQ-CoDel are those of the flow, since each flow queue is a
// CoDel queue of its own (section 4.2).
#pragma once

#include "emulator/router/aqm_queue.h"
#include "emulator/router/codel_aqm.h"
#include "emulator/router/fair_queue.h"

namespace seawind {

using CodelQueue = AqmQueue<CodelAqm>;
using FqCodelQueue = FairQueue<CodelAqm>;

}  // namespace seawind
