// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind bridge`: a link between interfaces, network namespaces and containers that exist.
//
//   fixed end --veth or macvlan-- relay's namespace (seawindd) --veth or macvlan-- mobile end
//
// All that is made has its other end in the relay's namespace, which ends with its processes, so
// that the kernel removes it, whatever is killed. A device with a link of its own has another such
// row, from the fixed end to the interface that it is behind (namespaces/taken_wire.h).
#pragma once

#include <stop_token>

#include "controller/bridge/bridge_options.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// Runs until the end of `duration`, a stop, or the end of the process of an end. A container or a
/// named namespace that has gone is attached again when it is back. `plan`: of the shared link. All
/// links have the smallest MTU of their plans. Returns whether the timing of all was valid. Must be
/// called by the main thread. Throws UsageError, Error.
bool run_bridge(Plan plan, BridgeOptions options, const std::stop_token& stop);

}  // namespace seawind
