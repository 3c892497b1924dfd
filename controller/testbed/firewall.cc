// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/firewall.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "namespaces/nft.h"

namespace seawind {
namespace {

using nlohmann::json;

/// Whether a rule, or a map of verdicts in it, may drop. The content of a named map changes without
/// its rules. `xt` is an extension of iptables, whose name nftables does not always give: REJECT is
/// one.
bool may_drop(const json& node) {
  if (node.is_object())
    for (const auto& [key, value] : node.items())
      if (key == "drop" || key == "reject" || key == "xt" ||
          (key == "vmap" && value.value("data", json()).is_string()) || may_drop(value))
        return true;
  return node.is_array() && std::any_of(node.begin(), node.end(), may_drop);
}

/// A rule of a base chain acts at that chain's hook only; a regular chain may be the target of any.
bool belongs_to(const json& rule, const json& chain, const json& objects) {
  if (rule.at("family") != chain.at("family") || rule.at("table") != chain.at("table"))
    return false;
  if (rule.at("chain") == chain.at("name")) return true;
  return std::any_of(objects.begin(), objects.end(), [&](const json& object) {
    if (!object.contains("chain")) return false;
    const json& other = object.at("chain");
    return other.at("family") == rule.at("family") && other.at("table") == rule.at("table") &&
           other.at("name") == rule.at("chain") && !other.contains("hook");
  });
}

}  // namespace

std::string dropping_chain(const std::string& ruleset, const std::vector<std::string>& hooks) {
  const json root = json::parse(ruleset);
  const json& objects = root.at("nftables");
  for (const json& object : objects) {
    if (!object.contains("chain")) continue;
    const json& chain = object.at("chain");
    const bool here = std::find(hooks.begin(), hooks.end(), chain.value("hook", "")) != hooks.end();
    const auto family = chain.at("family").get<std::string>();
    const auto table = chain.at("table").get<std::string>();
    if (!here || (family != "ip" && family != "inet") || table.starts_with(kOwnPrefix)) continue;
    const std::string name =
        fmt::format("table {} {}, chain {}", family, table, chain.at("name").get<std::string>());
    if (chain.value("policy", "") == "drop") return name + ": policy drop";
    for (const json& other : objects)
      if (other.contains("rule") && may_drop(other.at("rule").at("expr")) &&
          belongs_to(other.at("rule"), chain, objects))
        return name + ": a rule may drop";
  }
  return {};
}

std::string dropping_firewall(const std::vector<std::string>& hooks) {
  std::ifstream legacy("/proc/thread-self/net/ip_tables_names");
  for (std::string table; std::getline(legacy, table);)
    if (table == "filter") return "rules of iptables-legacy";
  // One by one: for a table with `flags owner`, as Seawind's, the JSON of libnftables 1.0.6 has
  // what is behind the names of flags in memory, and may be none.
  Nft nft;
  std::istringstream tables(nft.text("list tables"));
  for (std::string word, family, name; tables >> word >> family >> name;) {
    if ((family != "ip" && family != "inet") || name.starts_with(kOwnPrefix)) continue;
    if (std::string found =
            dropping_chain(nft.json(fmt::format("list table {} {}", family, name)), hooks);
        !found.empty())
      return found;
  }
  return {};
}

}  // namespace seawind
