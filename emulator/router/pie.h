// SPDX-License-Identifier: GPL-3.0-or-later
// PIE (RFC 8033), and FQ-PIE: the flows and the scheduler of RFC 8290 with PIE per flow, as RFC
// 8290 section 7 suggests and Linux's fq_pie and FreeBSD's dummynet implement. pie_law.h has the
// law and its timer. All laws of FQ-PIE share one time grid. Each law performs missed updates when
// its flow is accessed, with the same result as one timer for all.
#pragma once

#include "emulator/router/fair_queue.h"
#include "emulator/router/law_queue.h"
#include "emulator/router/pie_law.h"

namespace seawind {

using PieQueue = LawQueue<PieLaw>;
using FqPieQueue = FairQueue<PieLaw>;

}  // namespace seawind
