// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/firewall.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "controller/testbed/nft.h"

namespace seawind {
namespace {

using nlohmann::json;

/// `xt` is an extension of iptables, whose name nftables does not always give: REJECT is one.
bool may_drop(const json& rule) {
  const json& expressions = rule.at("expr");
  return std::any_of(expressions.begin(), expressions.end(), [](const json& one) {
    return one.contains("drop") || one.contains("reject") || one.contains("xt");
  });
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
      if (other.contains("rule") && may_drop(other.at("rule")) &&
          belongs_to(other.at("rule"), chain, objects))
        return name + ": a rule may drop";
  }
  return {};
}

std::string dropping_firewall(const std::vector<std::string>& hooks) {
  std::ifstream legacy("/proc/thread-self/net/ip_tables_names");
  for (std::string table; std::getline(legacy, table);)
    if (table == "filter") return "rules of iptables-legacy";
  return dropping_chain(Nft().json("list ruleset"), hooks);
}

}  // namespace seawind
