// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/firewall.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "common/error.h"
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

/// Whether packets of IPv4 pass this chain at one of the hooks, and it is not Seawind's.
bool acts_at(const json& chain, const std::vector<std::string>& hooks) {
  const auto family = chain.at("family").get<std::string>();
  return std::find(hooks.begin(), hooks.end(), chain.value("hook", "")) != hooks.end() &&
         (family == "ip" || family == "inet") &&
         !chain.at("table").get<std::string>().starts_with(kOwnPrefix);
}

std::string text_of(const json& chain) {
  return fmt::format("table {} {}, chain {}", chain.at("family").get<std::string>(),
                     chain.at("table").get<std::string>(), chain.at("name").get<std::string>());
}

/// Whether a command of nft(8) can name the table.
bool is_word(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && letter(name[0]) && std::ranges::all_of(name, [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
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
    if (!acts_at(chain, hooks)) continue;
    const std::string name = text_of(chain);
    if (chain.value("policy", "") == "drop") return name + ": policy drop";
    for (const json& other : objects)
      if (other.contains("rule") && may_drop(other.at("rule").at("expr")) &&
          belongs_to(other.at("rule"), chain, objects))
        return name + ": a rule may drop";
  }
  return {};
}

namespace {

/// dropping_chain() of the calling thread's network namespace. Lists only tables with a chain at
/// the hooks, one by one: for a table with `flags owner`, such as Seawind's, libnftables 1.0.6
/// reads behind its array of flag names, and its output may be no JSON.
std::string dropping_chain_here(const std::vector<std::string>& hooks) {
  Nft nft;
  std::set<std::pair<std::string, std::string>> tables;
  const json chains = json::parse(nft.json("list chains"));
  for (const json& object : chains.at("nftables")) {
    if (!object.contains("chain") || !acts_at(object.at("chain"), hooks)) continue;
    const json& chain = object.at("chain");
    const auto table = chain.at("table").get<std::string>();
    if (!is_word(table)) return text_of(chain) + ": its rules cannot be listed";
    tables.emplace(chain.at("family").get<std::string>(), table);
  }
  for (const auto& [family, table] : tables)
    if (std::string found =
            dropping_chain(nft.json(fmt::format("list table {} {}", family, table)), hooks);
        !found.empty())
      return found;
  return {};
}

}  // namespace

std::string dropping_firewall(const std::vector<std::string>& hooks) {
  std::ifstream legacy("/proc/thread-self/net/ip_tables_names");
  for (std::string table; std::getline(legacy, table);)
    if (table == "filter") return "rules of iptables-legacy";
  constexpr int kTries = 3;  // a table may vanish between two commands
  for (int i = 1;; ++i) {
    try {
      return dropping_chain_here(hooks);
    } catch (const Error&) {
      if (i == kTries) throw;
    } catch (const json::exception& error) {
      throw Error(fmt::format("cannot read nftables: {}", error.what()));
    }
  }
}

}  // namespace seawind
