// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/interface.h"

#include <fmt/format.h>
#include <linux/ethtool.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <netlink/errno.h>
#include <netlink/route/link.h>

#include <cerrno>
#include <string_view>
#include <vector>

#include "common/ethtool.h"
#include "common/netlink/socket.h"

namespace seawind {
namespace {

/// A structure of ethtool that ends in an array of `more` bytes.
template <typename Head>
class Answer {
 public:
  explicit Answer(std::size_t more) : words_((sizeof(Head) + more + 7) / 8) {}
  Head* operator->() { return &**this; }
  Head& operator*() { return *reinterpret_cast<Head*>(words_.data()); }

 private:
  std::vector<std::uint64_t> words_;
};

bool offload(Ethtool& driver, std::uint32_t what) {
  ethtool_value value{what, 0};
  return driver.request(value) && value.data != 0;
}

/// Whether the feature with this name (netdev_features_strings of the kernel) is on.
bool feature(Ethtool& driver, std::string_view name) {
  Answer<ethtool_sset_info> sets(sizeof(std::uint32_t));
  sets->cmd = ETHTOOL_GSSET_INFO;
  sets->sset_mask = 1ULL << ETH_SS_FEATURES;
  if (!driver.request(*sets) || sets->sset_mask == 0) return false;
  const std::uint32_t count = sets->data[0];
  Answer<ethtool_gstrings> strings(std::size_t{count} * ETH_GSTRING_LEN);
  strings->cmd = ETHTOOL_GSTRINGS;
  strings->string_set = ETH_SS_FEATURES;
  strings->len = count;
  const std::uint32_t words = (count + 31) / 32;
  Answer<ethtool_gfeatures> features(words * sizeof(ethtool_get_features_block));
  features->cmd = ETHTOOL_GFEATURES;
  features->size = words;
  if (!driver.request(*strings) || !driver.request(*features)) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (reinterpret_cast<const char*>(strings->data + i * ETH_GSTRING_LEN) == name) {
      return (features->features[i / 32].active >> i % 32 & 1) != 0;
    }
  }
  return false;
}

using Link = Netlink<rtnl_link, rtnl_link_put>;
/// The kernel's description of an interface; null if there is none with this index.
Link link_of(int index) {
  const NetlinkSocket socket(NETLINK_ROUTE);
  rtnl_link* found = nullptr;
  const int code = rtnl_link_get_kernel(socket.get(), index, nullptr, &found);
  if (code == -NLE_NODEV || code == -NLE_OBJ_NOTFOUND) return {};
  check_netlink(code, fmt::format("query interface {}", index));
  return Link(found);
}

}  // namespace

Interface find_interface(const std::string& name) {
  Interface found;
  errno = ENODEV;
  found.index = name.size() < IFNAMSIZ ? static_cast<int>(::if_nametoindex(name.c_str())) : 0;
  if (found.index == 0 && errno != ENODEV) throw system_error("find interface " + name);
  const Link link = found.index == 0 ? Link() : link_of(found.index);
  if (!link) throw NoSuchInterface("cannot use interface " + name + ": no interface has this name");
  if (rtnl_link_get_arptype(link.get()) != ARPHRD_ETHER)
    throw Error("cannot use interface " + name + ": it is not Ethernet");
  if ((rtnl_link_get_flags(link.get()) & IFF_UP) == 0)
    throw Error("cannot use interface " + name + ": it is not up");
  found.name = rtnl_link_get_name(link.get());
  found.mtu = static_cast<int>(rtnl_link_get_mtu(link.get()));
  Ethtool driver(found.name);
  found.tcp_segmentation = offload(driver, ETHTOOL_GTSO);
  found.udp_segmentation = feature(driver, "tx-udp-segmentation");
  found.super_packets =
      found.tcp_segmentation || offload(driver, ETHTOOL_GGSO) || offload(driver, ETHTOOL_GGRO);
  return found;
}

std::optional<InterfaceCounters> interface_counters(int index) {
  Link link;
  try {
    link = link_of(index);
  } catch (const Error&) {
  }
  if (!link) return {};
  InterfaceCounters out;
  if (rtnl_link_get_carrier_changes(link.get(), &out.carrier_changes) < 0) return {};
  out.dropped = rtnl_link_get_stat(link.get(), RTNL_LINK_RX_DROPPED) +
                rtnl_link_get_stat(link.get(), RTNL_LINK_TX_DROPPED) +
                rtnl_link_get_stat(link.get(), RTNL_LINK_TX_ERRORS);
  return out;
}

}  // namespace seawind
