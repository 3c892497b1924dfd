// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/router_flows.h"

#include <gmock/gmock.h>

#include "tests/support/proto_text.h"

namespace seawind {
namespace {

using test::parsed;

Workload workload() {
  return parsed<Workload>(
      R"(flows { name: "bulk1" } flows { name: "http" } flows { name: "stream" })");
}

TEST(RouterFlows, NamesBecomePortsHoweverDeep) {
  auto router = parsed<Router>(R"(root { priority {
      classes { name: "a" match { flow: "stream" flow: "http" } }
      classes { name: "b" discipline { htb { classes { name: "c" match { flow: "bulk1" } } } } } } })");
  resolve_flows(router, workload(), 5001);
  const auto& classes = router.root().priority().classes();
  EXPECT_THAT(classes[0].match(0).port(), testing::ElementsAre("5003", "5002"));
  EXPECT_EQ(classes[0].match(0).flow_size(), 0);
  const auto& inner = classes[1].discipline().htb().classes(0);
  EXPECT_THAT(inner.match(0).port(), testing::ElementsAre("5001"));
}

// It must not become a filter without conditions, which matches every packet.
TEST(RouterFlows, AFlowThatIsNotThereTakesNothing) {
  auto router = parsed<Router>(
      R"(root { priority { classes { name: "a" match { flow: "gone" protocol: "udp" } } } })");
  resolve_flows(router, workload(), 5001);
  const Filter& filter = router.root().priority().classes(0).match(0);
  EXPECT_EQ(filter.flow_size(), 0);
  EXPECT_THAT(filter.protocol(), testing::ElementsAre("255"));
}

TEST(RouterFlows, ATypoIsAnError) {
  Document<Router> router;
  router.file = "r.yaml";
  router.message = parsed<Router>(R"(root { priority {
      classes { name: "a" match { flow: "strem" } }
      classes { name: "b" match { flow: "http" port: "80" } } } })");
  const Workload flows = workload();
  Diagnostics problems;
  check_router_flows(router, {&flows}, problems);
  ASSERT_EQ(problems.all().size(), 2u);
  EXPECT_THAT(problems.all()[0].message, testing::HasSubstr("has a flow `strem`"));
  EXPECT_THAT(problems.all()[0].hint, testing::HasSubstr("stream"));
  EXPECT_THAT(problems.all()[1].message, testing::HasSubstr("`flow` stands for ports"));
}

}  // namespace
}  // namespace seawind
