// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/bridge_file.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <net/if.h>
#include <netinet/in.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "common/error.h"
#include "controller/testset/read_document.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

/// A file's path instead of one from `folder`; a name stays as it is.
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
  const char* const end = text.data() + text.size();
  if (slash == std::string::npos ||
      inet_pton(AF_INET, text.substr(0, slash).c_str(), &parsed) != 1 ||
      std::from_chars(text.data() + slash + 1, end, out.prefix).ptr != end || out.prefix < 1 ||
      out.prefix > kAddressBits)
    return {};
  out.address = ntohl(parsed.s_addr);
  return out;
}

bool is_in_network_of(const HostAddress& one, const HostAddress& other) {
  const int others = kAddressBits - other.prefix;
  return (std::uint64_t{one.address} >> others) == (std::uint64_t{other.address} >> others);
}

bool is_interface(const std::string& end) {
  return end != "nat" && end.find(':') == std::string::npos;
}

SearchPath search_of(const fs::path& configs) {
  return {{".", configs}};
}

void check_reference(const Document<BridgedLink>& link, const std::string& key,
                     const std::string& kind, const fs::path& configs, Diagnostics& problems) {
  BridgedLink here = link.message;
  resolve_references(here, link.file.parent_path());
  const std::string& reference = key == "link" ? here.link() : here.router();
  if (!reference.empty() && find_reference_of(here, kind, configs).empty())
    report_missing_reference(search_of(configs), kind, reference, "", link.at(key), problems);
}

}  // namespace

fs::path find_reference_of(const BridgedLink& link, const std::string& kind,
                           const fs::path& configs) {
  return find_reference(search_of(configs), kind, kind == "profiles" ? link.link() : link.router(),
                        "");
}

std::string bridge_end_problem(const std::string& end) {
  const auto colon = end.find(':');
  if (colon == std::string::npos) {
    if (end.empty() || end.size() >= IFNAMSIZ || end.find_first_of("/ \t\n") != std::string::npos)
      return fmt::format("`{}` is no name of an interface", end);
    return {};
  }
  const std::string kind = end.substr(0, colon);
  const std::string name = end.substr(colon + 1);
  if (kind != "netns" && kind != "container" && kind != "compose" && kind != "pod" && kind != "pid")
    return fmt::format(
        "`{}` is none of an interface, netns:NAME, container:NAME, compose:PROJECT:SERVICE, "
        "pod:NAMESPACE/NAME, pid:N, nat",
        end);
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
    return fmt::format("`{}` is no address of a host on a link", text);
  return {};
}

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
  return {};
}

void check_bridged_link(const Document<BridgedLink>& link, const fs::path& configs,
                        Diagnostics& problems) {
  const BridgedLink& one = link.message;
  check_reference(link, "link", "profiles", configs, problems);
  check_reference(link, "router", "routers", configs, problems);
  for (const auto& [key, end] :
       {std::pair{"fixed", &one.fixed()}, std::pair{"mobile", &one.mobile()}})
    if (std::string problem = end->empty() ? "" : bridge_end_problem(*end); !problem.empty())
      problems.add(link.at(key), std::move(problem));
  if (one.mobile() == "nat")
    problems.add(link.at("mobile"), "`nat` is possible as the fixed end only");
  else if (!one.fixed().empty() && one.fixed() == one.mobile())
    problems.add(link.at("mobile"), fmt::format("both ends are {}", one.fixed()));
  for (const auto& [key, address] : {std::pair{"fixed_address", &one.fixed_address()},
                                     std::pair{"mobile_address", &one.mobile_address()}})
    if (!address->empty())
      if (std::string problem = host_address_problem(*address); !problem.empty())
        problems.add(link.at(key), std::move(problem));
  if (std::string problem = host_addresses_problem(one);
      !problem.empty() && !one.fixed().empty() && !one.mobile().empty())
    problems.add(link.at(one.mobile_address().empty() ? "fixed_address" : "mobile_address"),
                 std::move(problem));
}

BridgedLink read_bridged_link(const fs::path& file, const fs::path& configs) {
  Diagnostics problems;
  auto link = read_document<BridgedLink>(file, {}, problems);
  check_bridged_link(link, configs, problems);
  if (!problems.empty()) throw UsageError(problems.render());
  BridgedLink& one = link.message;
  if (one.name().empty()) one.set_name(file.stem().string());
  resolve_references(one, file.parent_path());
  return std::move(one);
}

void resolve_references(BridgedLink& link, const fs::path& folder) {
  link.set_link(from_here(link.link(), folder));
  if (!link.router().empty()) link.set_router(from_here(link.router(), folder));
}

}  // namespace seawind
