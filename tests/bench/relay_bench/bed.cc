// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/bed.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstdio>

#include "common/error.h"
#include "namespaces/netns.h"
#include "namespaces/veth.h"

namespace seawind::bench {
namespace {

InterfaceEnd host_end(int network_namespace, const std::string& name, bool fixed, bool offloads) {
  using A = HostAddresses;
  const Neighbour mobile_neighbour{A::kMobile, A::kMobileMac};
  const Neighbour fixed_neighbour{A::kFixed, A::kFixedMac};
  InterfaceEnd end;
  end.network_namespace = network_namespace;
  end.name = name;
  end.address = std::string(fixed ? A::kFixed : A::kMobile) + A::kPrefix;
  end.mac = fixed ? A::kFixedMac : A::kMobileMac;
  end.offloads = offloads;
  end.neighbours = {fixed ? mobile_neighbour : fixed_neighbour};
  return end;
}

InterfaceEnd bare_end(int network_namespace, const std::string& name, bool offloads) {
  InterfaceEnd end;
  end.network_namespace = network_namespace;
  end.name = name;
  end.offloads = offloads;
  return end;
}

}  // namespace

Bed::Bed()
    : fixed_(make_network_namespace()),
      relay_(make_network_namespace()),
      mobile_(make_network_namespace()) {}

// The file is opened inside the namespace, so that later reads return the counters of that
// namespace.
void Bed::watch_counters() {
  in_network_namespace(mobile(), [&] {
    counters_ = Fd(open("/proc/thread-self/net/dev", O_RDONLY | O_CLOEXEC));
    if (!counters_) throw system_error("open /proc/thread-self/net/dev");
  });
}

Bed Bed::direct(bool offloads) {
  Bed bed;
  bed.links_ = {{"fixed", "", "", "mobile"}};
  make_veth_pair(host_end(bed.fixed(), "fixed", true, offloads),
                 host_end(bed.mobile(), "mobile", false, offloads));
  bed.watch_counters();
  return bed;
}

Bed Bed::relayed(bool offloads) {
  Bed bed;
  bed.links_ = {{kFixedInterface, "relay-f", "relay-m", kMobileInterface}};
  make_link_interfaces(bed.fixed(), bed.mobile(), bed.relay(), "relay-f", "relay-m", 1500,
                       offloads);
  bed.watch_counters();
  return bed;
}

Bed Bed::many(int links, bool offloads) {
  Bed bed;
  for (int i = 0; i < links; ++i) {
    bed.links_.push_back({fmt::format("f{}", i), fmt::format("rf{}", i), fmt::format("rm{}", i),
                          fmt::format("m{}", i)});
    const auto& names = bed.links_.back();
    make_veth_pair(bare_end(bed.fixed(), names.fixed_host, offloads),
                   bare_end(bed.relay(), names.relay_fixed, offloads));
    make_veth_pair(bare_end(bed.mobile(), names.mobile_host, offloads),
                   bare_end(bed.relay(), names.relay_mobile, offloads));
  }
  bed.watch_counters();
  return bed;
}

std::uint64_t Bed::mobile_received() const {
  std::string text(1 << 20, '\0');
  const auto length = pread(counters_.get(), text.data(), text.size(), 0);
  if (length <= 0) throw system_error("read /proc/net/dev");
  text.resize(static_cast<std::size_t>(length));
  const auto key = links_.at(0).mobile_host + ":";
  const auto at = text.find(key);
  if (at == std::string::npos) throw Error("cannot find " + key + " in /proc/net/dev");
  unsigned long long bytes = 0;
  unsigned long long packets = 0;
  if (std::sscanf(text.c_str() + at + key.size(), "%llu %llu", &bytes, &packets) != 2)
    throw Error("cannot read the counters of " + key);
  return packets;
}

}  // namespace seawind::bench
