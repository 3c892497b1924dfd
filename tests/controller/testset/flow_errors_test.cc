// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes in the flows of a workload, as a test set that uses it reports them.
#include "tests/controller/testset/plan_fixture.h"

namespace seawind {
namespace {

constexpr const char* kOneWorkload = "matrix: {link: slow, router: q, tcp: reno, workload: w}\n";

using FlowErrorsTest = test::PlanTest;

TEST_F(FlowErrorsTest, CodePointsOfFlows) {
  tree_.write("workloads/w.yaml",
              "flows:\n"
              "  - {name: a, dscp: AF5, bulk_tcp: {size: 1kB}}\n"
              "  - {name: b, dscp: EF, command: {duration: 1s, source: {argv: [x]}}}\n");
  EXPECT_EQ(
      problems_of(kOneWorkload),
      R"(workloads/w.yaml:2:21: error: `AF5` is not a code point: 0 to 63, EF, AF11 to AF43, CS0 to CS7, VA, LE, BE
      - {name: a, dscp: AF5, bulk_tcp: {size: 1kB}}
                        ^~~
workloads/w.yaml:3:21: error: an external program marks its own packets
      - {name: b, dscp: EF, command: {duration: 1s, source: {argv: [x]}}}
                        ^~
  hint: leave `dscp` out and set the code point in the program
)");
}

TEST_F(FlowErrorsTest, TimeoutBeforeTheEndOfADuration) {
  tree_.write("workloads/w.yaml", "flows: [{name: a, start: 5s, bulk_tcp: {duration: 20s}}]\n");
  EXPECT_EQ(
      problems_of(std::string("timeout: 25s\n") + kOneWorkload),
      R"(testsets/t.yaml:1:10: error: `timeout` is 25s, but the flow `a` of the workload `w` sends until 25500ms after the link
    timeout: 25s
             ^~~
)");
  good(std::string("timeout: 26s\n") + kOneWorkload);
}

TEST_F(FlowErrorsTest, AFlowThatStartsBeforeTheHostsKnowWhen) {
  const std::string two =  // told once
      "flows: [{name: a, bulk_tcp: {duration: 20s}}, {name: b, bulk_tcp: {duration: 20s}}]\n";
  tree_.write("workloads/w.yaml", two);
  EXPECT_EQ(
      problems_of(std::string("settle: 0s\n") + kOneWorkload),
      R"(testsets/t.yaml:1:9: error: flow `a` of `w.yaml` would start before the hosts know when
    settle: 0s
            ^~
  hint: at least 1ms, or a later start of the flow
)");
  good(std::string("settle: 1ms\n") + kOneWorkload);
  tree_.write("workloads/w.yaml", "flows: [{name: a, start: 1ms, bulk_tcp: {duration: 20s}}]\n");
  good(std::string("settle: 0s\n") + kOneWorkload);
  const auto write_spread = [&](const std::string& from) {
    tree_.write("workloads/w.yaml", "flows: [{name: a, start_spread: {from: " + from +
                                        ", to: 5s}, bulk_tcp: {duration: 20s}}]\n");
  };
  write_spread("0s");
  EXPECT_THAT(problems_of(std::string("settle: 0s\n") + kOneWorkload),
              testing::HasSubstr("before the hosts know when"));
  write_spread("1ms");
  good(std::string("settle: 0s\n") + kOneWorkload);
}

TEST_F(FlowErrorsTest, ATransferHasASizeOrADuration) {
  tree_.write("workloads/w.yaml",
              "flows:\n"
              "  - {name: a, bulk_tcp: {write_size: 1kB}}\n"
              "  - {name: b, bulk_tcp: {size: 1kB, duration: 20s}}\n");
  EXPECT_EQ(problems_of(kOneWorkload),
            R"(workloads/w.yaml:2:15: error: `bulk_tcp`: needs one of `size`, `duration`
      - {name: a, bulk_tcp: {write_size: 1kB}}
                  ^~~~~~~~
workloads/w.yaml:3:37: error: `size` and `duration` exclude each other: give exactly one
      - {name: b, bulk_tcp: {size: 1kB, duration: 20s}}
                                        ^~~~~~~~
)");
}

TEST_F(FlowErrorsTest, Placeholders) {
  tree_.write("workloads/w.yaml",
              "flows:\n"
              "  - name: a\n"
              "    command:\n"
              "      duration: 1s\n"
              "      source: {argv: [x, 'http://{peer}:{prot}/', '%{port_}', '{print $1}', '{}']}\n"
              "      sink: {argv: [x], env: {WHERE: '{DIR}'}, files: {y: '{prot}'}}\n");
  EXPECT_EQ(problems_of(kOneWorkload),
            R"(workloads/w.yaml:5:26: error: unknown placeholder `{prot}`
          source: {argv: [x, 'http://{peer}:{prot}/', '%{port_}', '{print $1}', '{}']}
                             ^~~~~~~~~~~~~~~~~~~~~~~
  hint: did you mean `{port}`?
workloads/w.yaml:6:31: error: unknown placeholder `{DIR}`
          sink: {argv: [x], env: {WHERE: '{DIR}'}, files: {y: '{prot}'}}
                                  ^~~~~
  hint: did you mean `{dir}`?
)");
}

}  // namespace
}  // namespace seawind
