// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/access_point.h"

#include <fmt/format.h>
#include <net/if.h>
#include <unistd.h>

#include <string_view>

#include "common/error.h"
#include "common/memory_file.h"
#include "common/print_error.h"
#include "namespaces/interface.h"
#include "namespaces/netns.h"

namespace seawind {
namespace {

constexpr auto kBridgePrefix = "seawind-ap";  // and the card's index

constexpr auto kCardFile = "/sys/class/net/{}/phy80211";

}  // namespace

std::string hostapd_configuration(const AccessPoint& network, const std::string& interface,
                                  const std::string& bridge) {
  constexpr std::uint64_t kSlow = 6;
  constexpr std::uint64_t kFast = 36;
  const bool fast = network.band() == BAND_5_GHZ;
  std::string out =
      fmt::format("interface={}\nbridge={}\ndriver=nl80211\nssid2=", interface, bridge);
  for (const char c : network.ssid()) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  out += fmt::format("\nutf8_ssid=1\nhw_mode={}\nchannel={}\n", fast ? "a" : "g",
                     network.channel() != 0 ? network.channel() : (fast ? kFast : kSlow));
  if (!network.country().empty())
    out += fmt::format("country_code={}\nieee80211d=1\n", network.country());
  out += fast ? "ieee80211n=1\nieee80211ac=1\nwmm_enabled=1\n" : "ieee80211n=1\nwmm_enabled=1\n";
  out += "auth_algs=1\nwpa=2\nrsn_pairwise=CCMP\n";
  switch (network.security()) {
    case WPA2:
      out += "wpa_key_mgmt=WPA-PSK\n";
      break;
    case WPA3:
      out += "wpa_key_mgmt=SAE\nieee80211w=2\n";
      break;
    default:
      out += "wpa_key_mgmt=WPA-PSK SAE\nieee80211w=1\nsae_require_mfp=1\n";
  }
  return out + fmt::format("wpa_passphrase={}\n", network.passphrase());
}

std::string hostapd_advice(const std::string& printed, const std::string& interface,
                           const AccessPoint& network) {
  const auto has = [&](std::string_view words) { return printed.find(words) != printed.npos; };
  if (has("rfkill")) return "the radio is switched off: `rfkill unblock wifi`";
  if (has("not allowed for AP mode") || has("NO_IR") ||
      has("Hardware does not support configured") || has("Channel not found") ||
      has("Failed to set beacon parameters"))
    return fmt::format(
        "the card or the rules of {} do not permit this channel: `iw phy` lists those without `no "
        "IR`, `disabled` and `radar detection`",
        network.country().empty() ? "the radio without a country (give one)" : network.country());
  if (has("Could not configure driver mode") || has("does not support configured mode"))
    return fmt::format(
        "the card cannot be an access point, or another program has it: `iw phy` must list `AP`, "
        "and NetworkManager must leave it alone (`nmcli device set {} managed no`)",
        interface);
  if (network.security() != WPA2 && (has("SAE") || has("ieee80211w")))
    return "a card without WPA3 needs the security wpa2";
  return {};
}

WifiAccessPoint::WifiAccessPoint(const AccessPoint& network, const std::string& interface,
                                 const Directory& logs, const std::stop_token& stop)
    : bridge_(fmt::format("{}{}", kBridgePrefix, if_nametoindex(interface.c_str()))),
      card_(interface) {
  const Fd here = current_network_namespace();
  remove_interface(here.get(), bridge_);  // left by a hostapd that was killed
  if (const std::string problem = use_problem(interface); !problem.empty())
    throw Error("cannot use the interface for an access point: " + problem);
  const Fd configuration =
      memory_file("configure hostapd", hostapd_configuration(network, interface, bridge_));
  try {
    program_.emplace(ServingStart{.program = "hostapd",
                                  .package = "hostapd",
                                  .arguments = {"/proc/self/fd/0"},
                                  .input = configuration.get(),
                                  .ready = "AP-ENABLED"},
                     logs, stop);
  } catch (const ProgramNotReady& error) {
    const bool is_card = access(fmt::format(kCardFile, interface).c_str(), F_OK) == 0;
    throw Error(error.what() +
                (is_card
                     ? hostapd_advice(error.what(), interface, network)
                     : fmt::format("{0} is not a Wi-Fi card; for what is behind its cable: lan:{0}",
                                   interface)));
  }
  bring_up_interface({.network_namespace = here.get(), .name = bridge_});
  disable_ipv6(bridge_);  // this machine is not a host of the network
}

WifiAccessPoint::~WifiAccessPoint() {
  program_.reset();
  try {  // if hostapd was killed
    const Fd here = current_network_namespace();
    remove_interface(here.get(), bridge_);
  } catch (const Error& error) {
    print_error("seawind: warning: {} is left: {}\n", bridge_, error.what());
  }
}

}  // namespace seawind
