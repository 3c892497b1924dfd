// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/offload.h"

#include <linux/ethtool.h>

#include <algorithm>
#include <array>

#include "common/error.h"
#include "common/ethtool.h"

namespace seawind {
namespace {

struct Offload {
  const char* name;
  __u32 get;
  __u32 set;
};

constexpr Offload kReceiveOffload{"gro", ETHTOOL_GGRO, ETHTOOL_SGRO};
// Segmentation depends on checksums: off in this order, on in the reverse order.
constexpr std::array kOffloads = {
    Offload{"tso", ETHTOOL_GTSO, ETHTOOL_STSO},
    Offload{"gso", ETHTOOL_GGSO, ETHTOOL_SGSO},
    kReceiveOffload,
    Offload{"tx-checksumming", ETHTOOL_GTXCSUM, ETHTOOL_STXCSUM},
    Offload{"rx-checksumming", ETHTOOL_GRXCSUM, ETHTOOL_SRXCSUM},
};

void switch_offload(const std::string& interface, const Offload& offload, bool on) {
  Ethtool driver(interface);
  ethtool_value value{.cmd = offload.set, .data = on ? 1U : 0U};
  const std::string what =
      std::string("switch ") + offload.name + " of " + interface + (on ? " on" : " off");
  if (!driver.request(value)) throw system_error(what);
  value.cmd = offload.get;
  if (!driver.request(value))
    throw system_error("read " + std::string(offload.name) + " of " + interface);
  if ((value.data != 0) != on) throw Error("cannot " + what + ": it stays as it was");
}

}  // namespace

void switch_offloads(const std::string& interface, bool on) {
  const auto set = [&](const Offload& offload) { switch_offload(interface, offload, on); };
  if (on) {
    std::for_each(kOffloads.rbegin(), kOffloads.rend(), set);
  } else {
    std::for_each(kOffloads.begin(), kOffloads.end(), set);
  }
}

void switch_receive_offload_off(const std::string& interface) {
  switch_offload(interface, kReceiveOffload, false);
}

}  // namespace seawind
