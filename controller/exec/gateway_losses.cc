// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/gateway_losses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "common/error.h"
#include "namespaces/netns.h"
#include "namespaces/nft.h"
#include "namespaces/outside.h"

namespace seawind {
namespace {

constexpr auto kForgotten = "forgotten";
/// A set of the interfaces by which nothing leaves any more.
constexpr auto kClosed = "closed";

/// The counters start here: a lower one was reset by others (`nft reset rules`). A run does not
/// have as many packets.
constexpr std::int64_t kStart = std::int64_t{1} << 48;

// Priorities in front of and behind those of others. At the very last one, the kernel confirms a
// connection (NF_IP_PRI_CONNTRACK_CONFIRM).
constexpr int kFirst = std::numeric_limits<int>::min() + 1;
constexpr int kWhole = -398;  // just behind where connection tracking puts fragments together
constexpr int kLast = std::numeric_limits<int>::max() - 1;

struct Place {
  const char* name;  // of its two counters, in the comments of their rules: NAME_in, NAME_out
  const char* text;
};
constexpr std::array kPlaces{
    Place{"arriving", "between the fixed host and the hook prerouting"},
    Place{"leaving", "between the hook postrouting and the fixed host"},
    Place{"prerouting", "at the hook prerouting"},
    Place{"forward", "at the hook forward or postrouting"},
    Place{"back", "on their way back, by routing or at the hook forward"},
    Place{"input", "at the hook input"},
    Place{"output", "at the hook output"},
};

std::string counter() {
  return fmt::format("counter packets {} bytes 0 comment", kStart);
}

/// While it exists, nothing passes between this machine and the fixed host: what crosses would hide
/// what was dropped.
class Closing {
 public:
  Closing(Nft& rules, std::string table, int fixed_host)
      : rules_(rules), table_(std::move(table)), fixed_host_(fixed_host) {
    run("add element", fmt::format(" {{ {} }}", table_),
        fmt::format(" {{ {} }}", kOutsideInterface));
  }
  Closing(const Closing&) = delete;
  Closing& operator=(const Closing&) = delete;
  ~Closing() {
    try {
      run("flush set", "", "");
    } catch (const Error&) {  // others have removed the rules
    }
  }

 private:
  void run(std::string_view command, const std::string& here, const std::string& there) {
    rules_.run(fmt::format("{} ip {} {}{}", command, table_, kClosed, here));
    in_network_namespace(fixed_host_, [&] {
      Nft().run(fmt::format("{} ip {} {}{}", command, kFixedHostTable, kClosed, there));
    });
  }

  Nft& rules_;
  std::string table_;
  int fixed_host_;
};

struct Losses {
  std::array<std::int64_t, kPlaces.size()> dropped{};
  std::int64_t forgotten = 0;
};

Losses read_losses(const std::string& table, int fixed_host) {
  // A packet may be between two counters that are read.
  constexpr int kReadings = 3;
  constexpr std::chrono::milliseconds kPause{5};
  Losses out;
  out.dropped.fill(std::numeric_limits<std::int64_t>::max());
  for (int i = 0; i < kReadings; ++i) {
    std::this_thread::sleep_for(kPause);
    auto counters = counters_of_rules(table, kStart);
    std::map<std::string, std::int64_t> others;
    in_network_namespace(fixed_host,
                         [&others] { others = counters_of_rules(kFixedHostTable, kStart); });
    if (counters.empty() || others.empty()) throw Error("its counters of nftables are gone");
    counters.merge(others);
    const auto count = [&counters](const std::string& name) {
      const auto found = counters.find(name);
      return found == counters.end() ? 0 : found->second;
    };
    out.forgotten = count(kForgotten);
    for (std::size_t p = 0; p < kPlaces.size(); ++p) {
      const std::string name = kPlaces[p].name;
      out.dropped[p] = std::min(out.dropped[p], count(name + "_in") - count(name + "_out"));
    }
    if (std::ranges::all_of(out.dropped, [](std::int64_t packets) { return packets <= 0; })) break;
  }
  return out;
}

}  // namespace

std::string counting_rules(const CountedGateway& gateway) {
  // The set has the run's connections of UDP, by their addresses in both directions, until shortly
  // before connection tracking itself deletes them.
  std::string out = fmt::format(
      "  set datagrams {{\n"
      "    type ipv4_addr . inet_service . ipv4_addr . inet_service\n"
      "    size 1000000; timeout {}s; flags dynamic, timeout\n"
      "  }}\n"
      "  set {} {{ type ifname; }}\n",
      kUdpTimeout - 10, kClosed);
  std::string forgotten;
  if (!gateway.old_connections)
    forgotten = fmt::format(
        "    iifname {} ct state {{ invalid, new }} tcp flags & (syn | rst) == 0 {} {}\n",
        gateway.interface, counter(), kForgotten);
  // The run itself drops packets that connection tracking finds invalid; those that get so far are
  // resets that the server would not accept either. `back` excludes packets whose time to live ends
  // here, that may be too large, or that this machine sends (iif 0).
  out += fmt::format(
      "  chain prerouting_first {{\n"
      "    type filter hook prerouting priority {9}\n"
      "    iifname {0} meta pkttype host {8} arriving_out\n"
      "    iifname {0} meta l4proto udp fib daddr type broadcast return\n"
      "    iifname {0} ip daddr != 127.0.0.0/8 {8} prerouting_in\n"
      "  }}\n"
      "  chain prerouting_tracked {{\n"
      "    type filter hook prerouting priority -199\n"
      "    iifname {0} ct state invalid {8} prerouting_out\n"
      // The first packet of what connection tracking takes for a new connection.
      "    ct status ! confirmed ip saddr . udp sport . ip daddr . udp dport @datagrams "
      "{8} {7}\n"
      "{4}"
      "  }}\n"
      "  chain prerouting_last {{\n"
      "    type filter hook prerouting priority {6}\n"
      "    iifname {0} ct state != invalid {8} prerouting_out\n"
      "    iifname != {0} ip daddr {1} ip ttl > 1 meta length <= {2} "
      "ct state established,related {8} back_in\n"
      "  }}\n"
      "  chain forward_first {{\n"
      "    type filter hook forward priority {5}\n"
      "    iifname {0} ct state != invalid {8} forward_in\n"
      "  }}\n"
      "  chain postrouting_last {{\n"
      "    type filter hook postrouting priority {10}\n"
      "    iifname {0} ct state != invalid {8} forward_out\n"
      "    oifname {0} ip daddr {1} meta length <= {2} ct state established,related iif != 0 "
      "{8} back_out\n"
      "    oifname {0} ip daddr {1} ct state established,related iif 0 {8} output_out\n"
      "    ct original ip saddr != {1} return\n"
      "    meta l4proto udp update @datagrams {{ ct original ip saddr . ct original proto-src . "
      "ct original ip daddr . ct original proto-dst }}\n"
      "    meta l4proto udp update @datagrams {{ ct reply ip saddr . ct reply proto-src . "
      "ct reply ip daddr . ct reply proto-dst }}\n"
      "  }}\n"
      "  chain crossing_out {{\n"
      "    type filter hook postrouting priority {6}\n"
      "    oifname @{11} drop\n"
      "    oifname {0} ip daddr {1} {8} leaving_in\n"
      "  }}\n"
      "  chain input_first {{\n"
      "    type filter hook input priority {5}\n"
      "    iifname {0} {3} {8} input_in\n"
      "  }}\n"
      "  chain input_last {{\n"
      "    type filter hook input priority {6}\n"
      "    iifname {0} {3} {8} input_out\n"
      "  }}\n"
      // Answers of this machine's services, whose destination is translated later.
      "  chain output_tracked {{\n"
      "    type filter hook output priority -199\n"
      "    ct original ip saddr {1} ct direction reply ct state established,related "
      "{8} output_in\n"
      "  }}\n",
      gateway.interface, gateway.client, gateway.mtu,
      gateway.nat ? "meta pkttype host ct state != invalid" : "ct status dnat", forgotten, kFirst,
      kLast, kForgotten, counter(), kWhole, kLast - 1, kClosed);
  return out;
}

std::string fixed_host_counting_rules(const CountedGateway& gateway) {
  // Of packets to groups, a host may get a copy itself. Nobody has the network's first address.
  return fmt::format(
      "  set {5} {{ type ifname; }}\n"
      "  chain crossing_out {{\n"
      "    type filter hook postrouting priority {3}\n"
      "    oifname @{5} drop\n"
      "    oifname {0} fib daddr type unicast ip daddr != {6} {2} arriving_in\n"
      "  }}\n"
      "  chain crossing_in {{\n"
      "    type filter hook prerouting priority {4}\n"
      "    iifname {0} meta pkttype host ip daddr {1} {2} leaving_out\n"
      "  }}\n",
      kOutsideInterface, gateway.client, counter(), kLast, kWhole, kClosed, gateway.network);
}

std::string dropped_beside_the_link(Nft& rules, const std::string& table, int fixed_host) {
  const Losses losses = [&] {
    const Closing closed(rules, table, fixed_host);
    return read_losses(table, fixed_host);
  }();
  std::vector<std::string> out;
  const auto add = [&out](std::int64_t packets, std::string_view what) {
    if (packets > 0)
      out.push_back(
          fmt::format("{} {} {}", packets, packets == 1 ? "packet was" : "packets were", what));
  };
  for (std::size_t p = 0; p < kPlaces.size(); ++p)
    add(losses.dropped[p], fmt::format("dropped {}", kPlaces[p].text));
  add(losses.forgotten,
      "sent in connections that this machine's connection tracking had forgotten");
  return fmt::format("{}", fmt::join(out, ", "));
}

}  // namespace seawind
