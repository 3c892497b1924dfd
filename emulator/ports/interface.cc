// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/interface.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <netlink/route/link.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "common/fds.h"
#include "common/netlink/socket.h"

namespace seawind {
namespace {

class Query {
 public:
  explicit Query(const std::string& name)
      : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    if (!socket_) throw system_error("open a socket to query interface " + name);
    std::strncpy(request_.ifr_name, name.c_str(), IFNAMSIZ - 1);
  }
  bool query(unsigned long what) { return ::ioctl(socket_.get(), what, &request_) == 0; }
  bool offload(std::uint32_t what) {
    ethtool_value value{what, 0};
    request_.ifr_data = reinterpret_cast<char*>(&value);
    return query(SIOCETHTOOL) && value.data != 0;
  }
  /// Whether the feature with this name (netdev_features_strings of the kernel) is on.
  bool feature(std::string_view name) {
    Answer<ethtool_sset_info> sets(sizeof(std::uint32_t));
    sets->cmd = ETHTOOL_GSSET_INFO;
    sets->sset_mask = 1ULL << ETH_SS_FEATURES;
    if (!query(sets) || sets->sset_mask == 0) return false;
    const std::uint32_t count = sets->data[0];
    Answer<ethtool_gstrings> strings(std::size_t{count} * ETH_GSTRING_LEN);
    strings->cmd = ETHTOOL_GSTRINGS;
    strings->string_set = ETH_SS_FEATURES;
    strings->len = count;
    const std::uint32_t words = (count + 31) / 32;
    Answer<ethtool_gfeatures> features(words * sizeof(ethtool_get_features_block));
    features->cmd = ETHTOOL_GFEATURES;
    features->size = words;
    if (!query(strings) || !query(features)) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (reinterpret_cast<const char*>(strings->data + i * ETH_GSTRING_LEN) == name) {
        return (features->features[i / 32].active >> i % 32 & 1) != 0;
      }
    }
    return false;
  }
  const ifreq& answer() const { return request_; }

 private:
  /// A structure that ends in an array of `more` bytes.
  template <typename Head>
  class Answer {
   public:
    explicit Answer(std::size_t more) : words_((sizeof(Head) + more + 7) / 8) {}
    Head* operator->() { return reinterpret_cast<Head*>(words_.data()); }

   private:
    std::vector<std::uint64_t> words_;
  };
  template <typename Head>
  bool query(Answer<Head>& answer) {
    request_.ifr_data = reinterpret_cast<char*>(answer.operator->());
    return query(SIOCETHTOOL);
  }

  Fd socket_;
  ifreq request_{};
};

}  // namespace

Interface find_interface(const std::string& name) {
  Interface found;
  errno = ENODEV;
  found.index = name.size() < IFNAMSIZ ? static_cast<int>(::if_nametoindex(name.c_str())) : 0;
  if (found.index == 0 && errno != ENODEV) throw system_error("find interface " + name);
  char canonical[IF_NAMESIZE];
  if (found.index == 0 || !::if_indextoname(static_cast<unsigned>(found.index), canonical)) {
    throw NoSuchInterface("cannot use interface " + name + ": no interface has this name");
  }
  found.name = canonical;
  Query query(found.name);
  if (!query.query(SIOCGIFHWADDR)) throw system_error("query interface " + name);
  if (query.answer().ifr_hwaddr.sa_family != ARPHRD_ETHER) {
    throw Error("cannot use interface " + name + ": it is not Ethernet");
  }
  if (!query.query(SIOCGIFFLAGS)) throw system_error("query interface " + name);
  if ((query.answer().ifr_flags & IFF_UP) == 0) {
    throw Error("cannot use interface " + name + ": it is not up");
  }
  if (!query.query(SIOCGIFMTU)) throw system_error("query interface " + name);
  found.mtu = query.answer().ifr_mtu;
  for (const std::uint32_t feature : {ETHTOOL_GTSO, ETHTOOL_GGSO, ETHTOOL_GGRO}) {
    found.super_packets = found.super_packets || query.offload(feature);
  }
  found.tcp_segmentation = query.offload(ETHTOOL_GTSO);
  found.udp_segmentation = query.feature("tx-udp-segmentation");
  return found;
}

std::optional<InterfaceCounters> interface_counters(int index) {
  rtnl_link* found = nullptr;
  try {
    const NetlinkSocket socket(NETLINK_ROUTE);
    if (rtnl_link_get_kernel(socket.get(), index, nullptr, &found) < 0) return {};
  } catch (const Error&) {
    return {};
  }
  const Netlink<rtnl_link, rtnl_link_put> link(found);
  InterfaceCounters out;
  if (rtnl_link_get_carrier_changes(link.get(), &out.carrier_changes) < 0) return {};
  out.dropped = rtnl_link_get_stat(link.get(), RTNL_LINK_RX_DROPPED) +
                rtnl_link_get_stat(link.get(), RTNL_LINK_TX_DROPPED) +
                rtnl_link_get_stat(link.get(), RTNL_LINK_TX_ERRORS);
  return out;
}

}  // namespace seawind
