// SPDX-License-Identifier: GPL-3.0-or-later
// PIE (RFC 8033), and FQ-PIE: the flows and the scheduler of RFC 8290 with PIE per flow, as RFC
// 8290 section 7 suggests and Linux's fq_pie and FreeBSD's dummynet implement. pie_aqm.h has the
// algorithm and its timer. All flows of FQ-PIE share one time grid. Each performs missed updates
// when it is accessed, with the same result as one timer for all.
#pragma once

#include "emulator/router/aqm_queue.h"
#include "emulator/router/fair_queue.h"
#include "emulator/router/pie_aqm.h"

namespace seawind {

using PieQueue = AqmQueue<PieAqm>;
using FqPieQueue = FairQueue<PieAqm>;

}  // namespace seawind
