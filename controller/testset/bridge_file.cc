// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/bridge_file.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "common/config/names.h"
#include "common/error.h"
#include "common/to_number.h"
#include "controller/testset/link_change.h"
#include "controller/testset/read_document.h"
#include "controller/testset/timeline_script.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

/// The path, from the working directory, of a file named from `folder`; a name is not changed.
std::string from_here(const std::string& reference, const fs::path& folder) {
  if (reference.find('/') == std::string::npos && !reference.ends_with(".yaml")) return reference;
  return (folder / reference).string();
}

struct HostAddress {
  std::uint32_t address = 0;
  int prefix = 0;
};
constexpr int kAddressBits = 32;

std::optional<HostAddress> parse(const std::string& text) {
  const auto slash = text.find('/');
  in_addr parsed{};
  HostAddress out;
  if (slash == std::string::npos || inet_pton(AF_INET, text.substr(0, slash).c_str(), &parsed) != 1)
    return {};
  out.prefix = to_number<int>(text.substr(slash + 1)).value_or(0);
  if (out.prefix < 1 || out.prefix > kAddressBits) return {};
  out.address = ntohl(parsed.s_addr);
  return out;
}

bool is_in_network_of(const HostAddress& one, const HostAddress& other) {
  const int others = kAddressBits - other.prefix;
  return (std::uint64_t{one.address} >> others) == (std::uint64_t{other.address} >> others);
}

/// Longest prefix of a network that has addresses for devices.
constexpr int kLongestPrefix = 28;

bool is_interface(const std::string& end) {
  return end != "nat" && end.find(':') == std::string::npos;
}

SearchPath search_of(const fs::path& configs) {
  return {{".", configs}};
}

/// Returns the file at `key` of the link; empty: none.
fs::path check_reference(const Document<BridgedLink>& link, const std::string& key,
                         const std::string& kind, const std::string& reference,
                         const fs::path& configs, Diagnostics& problems) {
  if (reference.empty()) return {};
  const std::string here = from_here(reference, link.file.parent_path());
  fs::path found = find_reference(search_of(configs), kind, here, "");
  if (found.empty())
    report_missing_reference(search_of(configs), kind, here, "", link.at(key), problems);
  return found;
}

/// Why the text is not the MAC address of one device; empty: it is.
std::string device_mac_problem(const std::string& text) {
  constexpr std::size_t kLength = 17;
  constexpr std::size_t kOfByte = 3;  // two digits and a separator
  constexpr auto kDigits = "0123456789abcdef";
  const std::string mac = lower(text);
  bool is_mac = mac.size() == kLength;
  for (std::size_t i = 0; is_mac && i < kLength; ++i)
    is_mac = i % kOfByte == 2 ? mac[i] == ':'
                              : std::string_view(kDigits).find(mac[i]) != std::string_view::npos;
  if (!is_mac) return fmt::format("`{}` is not a MAC address: write \"02:00:00:00:00:07\"", text);
  if (std::string_view(kDigits).find(mac[1]) % 2 == 1)
    return fmt::format("{} is a multicast address, not that of a device", text);
  if (mac == "00:00:00:00:00:00") return "no device has the MAC address " + text;
  return {};
}

/// The profile in a file. Its problems are reported where it is run or checked.
LinkProfile profile_of(const fs::path& file, const fs::path& configs) {
  Diagnostics own;
  LinkProfile out =
      read_document<LinkProfile>(file, {{root_of(fs::absolute(file)), configs}}, own).message;
  name_after_file(file, out);
  return out;
}

void check_has_devices(const Document<BridgedLink>& link, const char* key, Diagnostics& problems) {
  const std::string& mobile = link.message.mobile();
  if (!mobile.empty() && !interface_of_devices(mobile))
    problems.add(link.at(key),
                 fmt::format("`{}` has no devices: write `mobile: lan:INTERFACE` or `ap:INTERFACE`",
                             mobile));
}

/// Most listed devices: each takes open files of the bridge and of its daemon.
constexpr std::uint64_t kMostListed = 252;

/// Number of addresses in the network of `address` without the first, the last, the fixed end's and
/// the DHCP server's; at most kMostListed.
std::uint64_t addresses_for_devices(const std::string& address) {
  constexpr int kChosenPrefix = 24;
  constexpr std::uint64_t kOthers = 4;
  const auto parsed = parse(address);
  const std::uint64_t all = std::uint64_t{1}
                            << (kAddressBits - (parsed ? parsed->prefix : kChosenPrefix));
  return all > kOthers ? std::min(all - kOthers, kMostListed) : 0;
}

void check_devices(const Document<BridgedLink>& link, const fs::path& configs,
                   Diagnostics& problems) {
  const BridgedLink& one = link.message;
  const std::string name = one.name().empty() ? link.file.stem().string() : one.name();
  if (one.devices().empty()) return;
  check_has_devices(link, "devices", problems);
  if (!one.fixed().empty() && one.fixed() != "nat")
    problems.add(link.at("devices"), "devices with links of their own need `fixed: nat`");
  if (const auto most = addresses_for_devices(one.mobile_address());
      static_cast<std::uint64_t>(one.devices_size()) > most)
    problems.add(link.at("devices"),
                 fmt::format("{} devices; at most {} of this network can have links of their own",
                             one.devices_size(), most));
  std::set<std::string> names;
  std::set<std::string> macs;
  for (int i = 0; i < one.devices_size(); ++i) {
    const ListedDevice& device = one.devices(i);
    const std::string path = fmt::format("devices[{}].", i);
    const auto add = [&](const char* key, const std::string& problem) {
      if (!problem.empty()) problems.add(link.at(path + key), problem);
    };
    if (!device.name().empty() && config::name_problem(name, PLAIN_NAME).empty() &&
        config::name_problem(device.name(), PLAIN_NAME).empty())
      add("name", config::name_problem(device_link_name(name, device.name()), PLAIN_NAME));
    if (!device.name().empty() && !names.insert(device.name()).second)
      add("name", fmt::format("another device is named {}, too", device.name()));
    if (!device.mac().empty()) add("mac", device_mac_problem(device.mac()));
    if (!device.mac().empty() && !macs.insert(lower(device.mac())).second)
      add("mac", fmt::format("another device has the MAC address {}, too", device.mac()));
    check_reference(link, path + "router", "routers", device.router(), configs, problems);
    const fs::path profile =
        check_reference(link, path + "link", "profiles", device.link(), configs, problems);
    if (!profile.empty() && has_nat(profile_of(profile, configs)))
      add("link",
          fmt::format("`{}` has a NAT, which the link of a single device cannot have: the NAT of "
                      "`link` is that of the others",
                      device.link()));
  }
}

void check_page(const Document<BridgedLink>& link, const fs::path& configs, Diagnostics& problems) {
  const BridgedLink& one = link.message;
  if (!one.has_page()) return;
  check_has_devices(link, "page", problems);
  std::vector<LinkProfile> links;  // the shared one first
  const auto add_link = [&](const std::string& name) {
    const fs::path file = find_reference(search_of(configs), "profiles",
                                         from_here(name, link.file.parent_path()), "");
    if (!file.empty()) links.push_back(profile_of(file, configs));
  };
  add_link(one.link());
  for (const ListedDevice& device : one.devices()) add_link(device.link());
  if (one.page().profiles_size() > kMostOffered)
    problems.add(link.at("page.profiles"), fmt::format("{} profiles; at most {} can be chosen from",
                                                       one.page().profiles_size(), kMostOffered));
  std::set<std::string> names;
  for (int i = 0; i < one.page().profiles_size(); ++i) {
    const std::string path = fmt::format("page.profiles[{}]", i);
    const std::string& name = one.page().profiles(i);
    if (!names.insert(name).second)
      problems.add(link.at(path), fmt::format("`{}` is in the list twice", name));
    const fs::path profile = check_reference(link, path, "profiles", name, configs, problems);
    if (profile.empty()) continue;
    if (const std::string problem = offer_problem(name, profile_of(profile, configs), links);
        !problem.empty())
      problems.add(link.at(path), problem);
  }
}

}  // namespace

std::string offer_problem(const std::string& name, const LinkProfile& profile,
                          const std::vector<LinkProfile>& links) {
  if (has_nat(profile) && !(links.size() == 1 && has_nat(links.front())))
    return fmt::format(
        "`{}` has a NAT: a device may choose it only if `link` has one, too, and no device has a "
        "link of its own",
        name);
  for (const LinkProfile& link : links)
    if (!fits_channel(profile, link.channel()))
      return fmt::format(
          "the channel of `{}` differs from that of `{}`, and a running link keeps its channel: a "
          "device may choose a profile with the same channel, or without channel states",
          name, link.name());
  return {};
}

std::vector<fs::path> find_references_of(const BridgedLink& link, const std::string& kind,
                                         const fs::path& configs) {
  std::vector<fs::path> out;
  const auto add = [&](const std::string& reference) {
    fs::path found = find_reference(search_of(configs), kind, reference, "");
    if (!found.empty()) out.push_back(std::move(found));
  };
  const bool profiles = kind == "profiles";
  add(profiles ? link.link() : link.router());
  for (const ListedDevice& device : link.devices()) add(profiles ? device.link() : device.router());
  if (profiles)
    for (const std::string& profile : link.page().profiles()) add(profile);
  return out;
}

std::string device_link_name(const std::string& link, const std::string& device) {
  return fmt::format("{}-{}", link, device);
}

std::optional<std::string> interface_of_devices(const std::string& end) {
  for (const std::string kind : {"lan:", "ap:"})
    if (end.starts_with(kind)) return end.substr(kind.size());
  return {};
}

std::string bridge_end_problem(const std::string& end) {
  const auto colon = end.find(':');
  const auto devices = interface_of_devices(end);
  if (colon == std::string::npos || devices) {
    const std::string interface = devices.value_or(end);
    if (interface.empty() || interface.size() >= IFNAMSIZ ||
        interface.find_first_of(":/ \t\n") != std::string::npos)
      return fmt::format("`{}` is not a name of an interface{}", interface,
                         interface.size() >= IFNAMSIZ ? ", which has at most 15 characters" : "");
    return {};
  }
  const std::string kind = end.substr(0, colon);
  const std::string name = end.substr(colon + 1);
  if (kind != "netns" && kind != "container" && kind != "compose" && kind != "pod" && kind != "pid")
    return fmt::format("`{}` is none of an interface, {}", end, kNamedEnds);
  if (kind == "pod") {
    const auto slash = name.find('/');
    if (slash == 0 || slash == std::string::npos || slash + 1 == name.size() ||
        name.find('/', slash + 1) != std::string::npos ||
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-/") != std::string::npos)
      return fmt::format("`{}`: pod:NAMESPACE/NAME is expected, as Kubernetes names them", end);
    return {};
  }
  if (name.empty() || name.find('/') != std::string::npos)
    return fmt::format("`{}`: a name without `/` is expected after `{}:`", end, kind);
  const auto second = name.find(':');
  if (kind == "compose" &&
      (second == 0 || second == std::string::npos || second + 1 == name.size()))
    return fmt::format("`{}`: compose:PROJECT:SERVICE is expected", end);
  return {};
}

namespace {

std::string host_address_problem(const std::string& text) {
  const auto parsed = parse(text);
  if (!parsed)
    return fmt::format(
        "`{}` is not an IPv4 address with the length of its network's prefix: write "
        "192.0.2.1/24",
        text);
  const std::uint32_t first = parsed->address >> 24U;
  constexpr std::uint32_t kMulticast = 224;
  if (first == 0 || first == IN_LOOPBACKNET || first >= kMulticast)
    return fmt::format("`{}` is not an address of a host on a link", text);
  return {};
}

/// Why hosts with these addresses (empty: chosen) cannot reach each other, or devices get none.
std::string host_addresses_problem(const BridgedLink& link) {
  const std::string& fixed = link.fixed_address();
  const std::string& mobile = link.mobile_address();
  if (is_interface(link.fixed()) || is_interface(link.mobile())) return {};
  if (fixed.empty() && mobile.empty()) return {};
  if (fixed.empty() || mobile.empty())
    return fmt::format("the {} end needs an address of the same network, too",
                       fixed.empty() ? "fixed" : "mobile");
  const auto one = parse(fixed);
  const auto other = parse(mobile);
  if (!one || !other) return {};  // reported by host_address_problem()
  if (one->address == other->address) return "both ends have the address " + fixed;
  if (!is_in_network_of(*one, *other) || !is_in_network_of(*other, *one))
    return fmt::format("{} and {} are in different networks", fixed, mobile);
  if (interface_of_devices(link.mobile()) && std::max(one->prefix, other->prefix) > kLongestPrefix)
    return fmt::format("the network of {} has no addresses for devices: a prefix of at most {} has",
                       mobile, kLongestPrefix);
  return {};
}

std::string fixed_end_problem(const std::string& fixed, const std::string& mobile) {
  if (interface_of_devices(fixed))
    return fmt::format("`{}` is possible as the mobile end only", fixed);
  const auto devices = interface_of_devices(mobile);
  if (devices && is_interface(fixed))
    return fmt::format(
        "the devices of {0} get addresses of a fixed end that is `nat` or a namespace; if those of "
        "the network behind {1} are to give them, the mobile end is the interface {2} itself",
        mobile, fixed, *devices);
  return {};
}

std::string mobile_end_problem(const std::string& fixed, const std::string& mobile) {
  if (mobile == "nat") return "`nat` is possible as the fixed end only";
  if (fixed == mobile) return fmt::format("both ends are {}", fixed);
  if (fixed == "nat" && is_interface(mobile))
    return fmt::format(
        "with `nat` as the fixed end, the mobile end is a namespace, a container, or an interface "
        "whose devices get addresses: lan:{}",
        mobile);
  return {};
}

}  // namespace

std::vector<KeyProblem> bridge_ends_problems(const BridgedLink& link) {
  std::vector<KeyProblem> out;
  const auto add = [&](const char* key, std::string problem) {
    if (!problem.empty()) out.push_back({key, std::move(problem)});
  };
  const bool has_fixed = !link.fixed().empty();
  const bool has_mobile = !link.mobile().empty();
  const std::string fixed = has_fixed ? bridge_end_problem(link.fixed()) : "";
  const std::string mobile = has_mobile ? bridge_end_problem(link.mobile()) : "";
  add("fixed", fixed);
  add("mobile", mobile);
  if (has_fixed && fixed.empty()) add("fixed", fixed_end_problem(link.fixed(), link.mobile()));
  if (has_mobile && mobile.empty()) add("mobile", mobile_end_problem(link.fixed(), link.mobile()));
  const std::size_t before = out.size();
  for (const auto& [key, end, address] :
       {std::tuple{"fixed_address", &link.fixed(), &link.fixed_address()},
        std::tuple{"mobile_address", &link.mobile(), &link.mobile_address()}})
    if (!address->empty())
      add(key,
          !end->empty() && is_interface(*end)
              ? fmt::format("{} is an interface, whose addresses are those of the hosts behind it",
                            *end)
              : host_address_problem(*address));
  if (has_fixed && has_mobile && out.size() == before)
    add(link.mobile_address().empty() ? "fixed_address" : "mobile_address",
        host_addresses_problem(link));
  return out;
}

std::string passphrase_problem(const std::string& text) {
  constexpr std::size_t kLeast = 8;
  constexpr std::size_t kMost = 63;
  if (text.size() < kLeast || text.size() > kMost)
    return fmt::format("the passphrase has {} characters; WPA needs {} to {}", text.size(), kLeast,
                       kMost);
  if (std::any_of(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }))
    return "the passphrase has a character that is none of ASCII's printable ones";
  return {};
}

std::vector<KeyProblem> access_point_problems(const AccessPoint& access_point) {
  constexpr std::size_t kMostOfSsid = 32;  // IEEE Std 802.11, 9.4.2.2
  std::vector<KeyProblem> out;
  const auto add = [&](const char* key, std::string problem) {
    if (!problem.empty()) out.push_back({key, std::move(problem)});
  };
  if (const std::size_t bytes = access_point.ssid().size(); bytes == 0 || bytes > kMostOfSsid)
    add("ssid", fmt::format("the SSID has {} bytes; 1 to {} are possible", bytes, kMostOfSsid));
  if (!access_point.passphrase().empty())
    add("passphrase", passphrase_problem(access_point.passphrase()));
  const bool fast = access_point.band() == BAND_5_GHZ;
  const std::string& country = access_point.country();
  if (!country.empty() && (country.size() != 2 ||
                           country.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != country.npos))
    add("country", fmt::format("`{}` is not a country of ISO 3166-1: write DE", country));
  if (fast && country.empty())
    add("country", "the band 5GHz needs a country, whose rules permit its channels");
  constexpr std::array<std::uint64_t, 9> kWithoutRadar{36, 40, 44, 48, 149, 153, 157, 161, 165};
  constexpr std::uint64_t kLastSlow = 13;
  const std::uint64_t channel = access_point.channel();
  if (channel != 0 && fast &&
      std::find(kWithoutRadar.begin(), kWithoutRadar.end(), channel) == kWithoutRadar.end())
    add("channel", fmt::format("{} is none of {}, the channels of 5GHz without a search for radars",
                               channel, fmt::join(kWithoutRadar, ", ")));
  if (channel > kLastSlow && !fast)
    add("channel", fmt::format("{} is none of 1 to {}, the channels of 2.4GHz; is `band: 5GHz` "
                               "missing?",
                               channel, kLastSlow));
  return out;
}

void check_bridged_link(const Document<BridgedLink>& link, const fs::path& configs,
                        Diagnostics& problems) {
  const BridgedLink& one = link.message;
  check_reference(link, "link", "profiles", one.link(), configs, problems);
  check_reference(link, "router", "routers", one.router(), configs, problems);
  for (KeyProblem& found : bridge_ends_problems(one))
    problems.add(link.at(found.key), std::move(found.problem));
  const bool is_access_point = one.mobile().starts_with("ap:");
  if (is_access_point && !one.has_access_point())
    problems.add(link.at("mobile"),
                 "an access point needs `access_point: {ssid: NAME}`, and a passphrase");
  if (one.has_access_point() && !is_access_point && !one.mobile().empty())
    problems.add(link.at("access_point"),
                 "the mobile end is not an access point: write `mobile: ap:INTERFACE`");
  if (one.has_access_point())
    for (KeyProblem& found : access_point_problems(one.access_point()))
      problems.add(link.at("access_point." + found.key), std::move(found.problem));
  check_devices(link, configs, problems);
  check_page(link, configs, problems);
}

BridgedLink read_bridged_link(const fs::path& file, const fs::path& configs) {
  Diagnostics problems;
  auto link = read_document<BridgedLink>(file, {}, problems);
  check_bridged_link(link, configs, problems);
  if (!problems.empty()) throw UsageError(problems.render());
  BridgedLink& one = link.message;
  if (one.name().empty()) one.set_name(file.stem().string());
  resolve_references(one, file.parent_path());
  for (ListedDevice& device : *one.mutable_devices()) device.set_mac(lower(device.mac()));
  return std::move(one);
}

void resolve_references(BridgedLink& link, const fs::path& folder) {
  const auto resolve = [&folder](auto& one) {
    one.set_link(from_here(one.link(), folder));
    if (!one.router().empty()) one.set_router(from_here(one.router(), folder));
  };
  resolve(link);
  for (ListedDevice& device : *link.mutable_devices()) resolve(device);
  if (!link.has_page()) return;
  for (std::string& profile : *link.mutable_page()->mutable_profiles())
    profile = from_here(profile, folder);
}

}  // namespace seawind
