// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/receive_settings.h"

#include <linux/ethtool.h>

#include "common/ethtool.h"

namespace seawind {
ReceiveSettings receive_settings(const std::string& interface) {
  Ethtool driver(interface);
  ReceiveSettings out;
  ethtool_value gro_or_lro{.cmd = ETHTOOL_GGRO, .data = 0};
  if (driver.request(gro_or_lro)) out.gro_or_lro = gro_or_lro.data != 0;
  ethtool_value flags{.cmd = ETHTOOL_GFLAGS, .data = 0};
  if (driver.request(flags)) out.gro_or_lro |= (flags.data & ETH_FLAG_LRO) != 0;
  ethtool_pauseparam pause_frames{};
  pause_frames.cmd = ETHTOOL_GPAUSEPARAM;
  if (driver.request(pause_frames))
    out.pause_frames = pause_frames.rx_pause != 0 || pause_frames.tx_pause != 0;
  ethtool_coalesce waits{};
  waits.cmd = ETHTOOL_GCOALESCE;
  if (driver.request(waits)) {
    out.adaptive_coalescing = waits.use_adaptive_rx_coalesce != 0;
    out.coalescing_us = waits.rx_coalesce_usecs;
  }
  return out;
}

}  // namespace seawind
