// SPDX-License-Identifier: GPL-3.0-or-later
// A small complete test set in a temporary folder; tests replace files of it.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "controller/testset/plan.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {

class PlanTest : public testing::Test {
 protected:
  PlanTest() {
    tree_.write(
        "profiles/slow.yaml",
        "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B, queue_max_length: 1pkt}\n"
        "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n");
    tree_.write("profiles/fast.yaml",
                "extends: slow\ndownlink: {rate_base: 1Mbit/s}\nuplink: {rate_base: 1Mbit/s}\n");
    tree_.write("routers/q.yaml", "root: {tail_drop: {limit: 11520B}}\n");
    tree_.write("tcp/reno.yaml", "sysctl: {tcp_sack: 1}\n");
    tree_.write("tcp/cubic.yaml", "extends: reno\nsysctl: {tcp_ecn: 0}\n");
    tree_.write("workloads/w.yaml",
                "flows:\n"
                "  - {name: a, bulk_tcp: {size: 1kB}}\n"
                "  - {name: b, start_spread: {to: 36s}, bulk_tcp: {size: 1kB}}\n");
    tree_.write(
        "workloads/u.yaml",
        "flows:\n"
        "  - {name: b, start_spread: {from: 10s, to: 20s, rule: uniform}, bulk_tcp: {size: 1kB}}\n"
        "  - {name: c, start_spread: {from: 10s, to: 20s, rule: uniform}, bulk_tcp: {size: "
        "1kB}}\n");
  }

  std::optional<Plan> load(const std::string& text) {
    const auto file = tree_.write("testsets/t.yaml", text);
    Diagnostics problems;
    auto plan = load_plan(file, tree_.root(), problems);
    rendered_ = tree_.without_root(problems.render());
    EXPECT_EQ(plan.has_value(), problems.empty());
    return plan;
  }

  /// The messages for a test set that cannot run.
  std::string problems_of(const std::string& text) {
    EXPECT_FALSE(load(text).has_value());
    return rendered_;
  }

  Plan good(const std::string& text) {
    auto plan = load(text);
    EXPECT_EQ(rendered_, "");
    return plan.value_or(Plan{});
  }

  static std::vector<std::string> ids(const Plan& plan) {
    std::vector<std::string> all;
    for (const Case& c : plan.cases()) all.push_back(c.id());
    return all;
  }

  TempTree tree_;
  std::string rendered_;
};

}  // namespace seawind::test
