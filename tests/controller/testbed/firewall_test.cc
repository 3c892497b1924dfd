// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/firewall.h"

#include <gtest/gtest.h>

#include <string>

namespace seawind {
namespace {

std::string ruleset(const std::string& objects) {
  return R"({"nftables": [{"metainfo": {"version": "1.0.6", "json_schema_version": 1}})" +
         (objects.empty() ? objects : ", " + objects) + "]}";
}

std::string base(const std::string& name, const std::string& hook, const std::string& policy,
                 const std::string& table = R"("family": "ip", "table": "t")") {
  return R"({"chain": {)" + table + R"(, "name": ")" + name +
         R"(", "type": "filter", "prio": 0, "hook": ")" + hook + R"(", "policy": ")" + policy +
         R"("}})";
}

std::string rule(const std::string& chain, const std::string& expression) {
  return R"({"rule": {"family": "ip", "table": "t", "chain": ")" + chain + R"(", "expr": [)" +
         expression + "]}}";
}

constexpr auto kRegular = R"({"chain": {"family": "ip", "table": "t", "name": "more"}})";

TEST(Firewall, OfPoliciesOnlyThoseOfTheHookDrop) {
  EXPECT_EQ(dropping_chain(ruleset(""), {"forward"}), "");
  EXPECT_EQ(dropping_chain(ruleset(base("c", "forward", "accept")), {"forward"}), "");
  const std::string text = ruleset(base("c", "forward", "drop"));
  EXPECT_EQ(dropping_chain(text, {"forward"}), "table ip t, chain c: policy drop");
  EXPECT_EQ(dropping_chain(text, {"input"}), "");
  EXPECT_EQ(dropping_chain(text, {}), "");
}

TEST(Firewall, OtherFamiliesAndOwnTablesAreLeftOut) {
  for (const auto* table :
       {R"("family": "ip6", "table": "t")", R"("family": "bridge", "table": "t")",
        R"("family": "ip", "table": "seawind-0")"})
    EXPECT_EQ(dropping_chain(ruleset(base("c", "forward", "drop", table)), {"forward"}), "")
        << table;
  EXPECT_EQ(
      dropping_chain(ruleset(base("c", "forward", "drop", R"("family": "inet", "table": "t")")),
                     {"forward"}),
      "table inet t, chain c: policy drop");
}

TEST(Firewall, ARuleOfTheChainOrOfOneThatItMayJumpToMayDrop) {
  const std::string chains = base("c", "forward", "accept") + ", " + base("o", "output", "accept") +
                             ", " + kRegular + ", ";
  for (const auto* drops : {R"({"drop": null})", R"({"reject": {"type": "tcp reset"}})",
                            R"({"counter": {"packets": 0, "bytes": 0}}, {"xt": null})"}) {
    for (const auto* chain : {"c", "more"})
      EXPECT_EQ(dropping_chain(ruleset(chains + rule(chain, drops)), {"forward"}),
                "table ip t, chain c: a rule may drop")
          << chain << ' ' << drops;
    EXPECT_EQ(dropping_chain(ruleset(chains + rule("o", drops)), {"forward"}), "") << drops;
  }
  EXPECT_EQ(dropping_chain(ruleset(chains + rule("c", R"({"accept": null})")), {"forward"}), "");
  for (const char* map :
       {R"({"vmap": {"key": 1, "data": {"set": [["10.0.0.0", {"drop": null}]]}}})",
        R"({"vmap": {"key": 1, "data": "@verdicts"}})"})
    EXPECT_EQ(dropping_chain(ruleset(chains + rule("c", map)), {"forward"}),
              "table ip t, chain c: a rule may drop")
        << map;
  EXPECT_EQ(
      dropping_chain(
          ruleset(chains +
                  rule("c", R"({"vmap": {"key": 1, "data": {"set": [[2, {"accept": null}]]}}})")),
          {"forward"}),
      "");
}

}  // namespace
}  // namespace seawind
