// SPDX-License-Identifier: GPL-3.0-or-later
// CoDel (RFC 8289) and FQ-CoDel (RFC 8290); codel_law.h has the control law, which draws no random
// numbers. The "bytes remaining" of FQ-CoDel are those of the flow, since each flow queue is a
// CoDel queue of its own (section 4.2).
#pragma once

#include "emulator/router/codel_law.h"
#include "emulator/router/fair_queue.h"
#include "emulator/router/law_queue.h"

namespace seawind {

using CodelQueue = LawQueue<CodelLaw>;
using FqCodelQueue = FairQueue<CodelLaw>;

}  // namespace seawind
