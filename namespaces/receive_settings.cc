// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/receive_settings.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {
namespace {

/// Fills in an ethtool structure. False: the driver does not report it.
template <typename Structure>
bool query(int control, const std::string& interface, Structure& out) {
  ifreq request{};
  interface.copy(request.ifr_name, IFNAMSIZ - 1);
  request.ifr_data = reinterpret_cast<char*>(&out);
  return ioctl(control, SIOCETHTOOL, &request) == 0;
}

}  // namespace

ReceiveSettings receive_settings(const std::string& interface) {
  const Fd control(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!control) throw system_error("open a socket");
  ReceiveSettings out;
  ethtool_value gro_or_lro{.cmd = ETHTOOL_GGRO, .data = 0};
  if (query(control.get(), interface, gro_or_lro)) out.gro_or_lro = gro_or_lro.data != 0;
  ethtool_value flags{.cmd = ETHTOOL_GFLAGS, .data = 0};
  if (query(control.get(), interface, flags)) out.gro_or_lro |= (flags.data & ETH_FLAG_LRO) != 0;
  ethtool_pauseparam pause_frames{};
  pause_frames.cmd = ETHTOOL_GPAUSEPARAM;
  if (query(control.get(), interface, pause_frames))
    out.pause_frames = pause_frames.rx_pause != 0 || pause_frames.tx_pause != 0;
  ethtool_coalesce waits{};
  waits.cmd = ETHTOOL_GCOALESCE;
  if (query(control.get(), interface, waits)) {
    out.adaptive_coalescing = waits.use_adaptive_rx_coalesce != 0;
    out.coalescing_us = waits.rx_coalesce_usecs;
  }
  return out;
}

}  // namespace seawind
