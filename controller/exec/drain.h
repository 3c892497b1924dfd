// SPDX-License-Identifier: GPL-3.0-or-later
// After the command has ended, delivers what it has sent before the link is removed.
#pragma once

#include <functional>
#include <string>

#include "controller/testbed/local.h"

namespace seawind {

struct DrainSources {
  const LocalTestBed::Namespaces& hosts;
  /// Packets inside the uplink.
  std::function<std::int64_t()> uplink_packets;
  /// Whether services elsewhere have acknowledged what has arrived at the fixed host for them.
  std::function<bool()> passed_on;
  /// Whether to give up now.
  std::function<bool()> interrupted;
};

/// Waits until the TCP connections of the mobile host have everything acknowledged, the uplink is
/// empty, and the programs of the fixed host have read what arrived. Gives up when nothing has
/// moved for a minute, after ten minutes, or when interrupted. Reports a long wait on standard
/// error unless `quiet`. Returns what was not delivered; empty: nothing. Throws Error.
std::string drain(const DrainSources& from, bool quiet);

}  // namespace seawind
