// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/spec/router_spec.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "common/config_reader.h"
#include "emulator/api/router.pb.h"
#include "tests/support/proto_text.h"

namespace seawind {
namespace {

Router router_of(const std::string& text) {
  return test::parsed<Router>("root {" + text + "}");
}

TEST(RouterSpec, TheTreeOfTheReferenceExperiments) {
  std::vector<std::string> problems;
  const auto config = router_config(router_of(R"(priority {
      classes { name: "audio" match { port: "5003" }
        discipline { token_bucket { rate: 32000 burst: 576
          discipline { tail_drop { limit { bytes: 11520 } overfill: true } } } } }
      classes { name: "intermediate"
        discipline { htb { rate: 100000000 burst: 12000
          classes { name: "http" match { port: "5002" } burst: 12000 }
          classes { name: "tcp" phb: PHB_AF1 prio: 1 ceil: 2000 } } } } })"),
                                    "downlink_router", problems);
  EXPECT_THAT(problems, testing::ElementsAre());
  const auto& root = std::get<PriorityConfig>(config->root);
  ASSERT_EQ(root.classes.size(), 2u);
  EXPECT_EQ(root.classes[0].match[0].port[0].first, 5003);
  const auto& audio = std::get<TokenBucketConfig>(root.classes[0].discipline);
  EXPECT_EQ(audio.rate, 32'000);
  EXPECT_EQ(audio.burst, 576);
  EXPECT_EQ(std::get<TailDropConfig>(*audio.discipline).limit.bytes, 11'520);
  EXPECT_TRUE(std::get<TailDropConfig>(*audio.discipline).overfill);
  const auto& htb = std::get<HtbConfig>(root.classes[1].discipline);
  EXPECT_EQ(htb.burst, 12'000);
  EXPECT_EQ(htb.classes[1].ceil, 2000);
  EXPECT_EQ(htb.classes[1].prio, 1);
  EXPECT_EQ(htb.classes[1].match[0].dscp, (std::vector<std::uint8_t>{10, 12, 14}));
  EXPECT_TRUE(std::holds_alternative<WredConfig>(htb.classes[1].discipline));
  EXPECT_EQ(htb.classes[1].number, 4);
}

TEST(RouterSpec, EveryProblemAtOnceWithItsPlace) {
  std::vector<std::string> problems;
  router_config(router_of(R"(priority {
      classes { name: "a" phb: PHB_EF match { dscp: "EFF" port: "9-3" source: "10.0.0.0/33" flow: "x" } }
      classes { name: "a" meter { algorithm: SRTCM committed_rate: 8 committed_burst: 1 peak_rate: 9 red: "no" } }
      classes { name: "b" discipline { red { adaptive_delay: 5 min_threshold: 9 max_threshold: 9 } } }
      classes { name: "c" discipline { drr { flows: 3 classes { name: "d" } } } }
      classes { name: "e" discipline { htb { classes { name: "f" quantum: 300 rate: 9 ceil: 8
          classes { name: "g" } } } } }
      classes { name: "h" discipline { red { adaptive: true linux_arithmetic: true } } } })"),
                "downlink_router", problems);
  const std::string at = "downlink_router.root.priority.classes";
  EXPECT_THAT(
      problems,
      testing::UnorderedElementsAre(
          at + "[0].phb: replaces match: give one of them",
          testing::StartsWith(at + "[0].match[0].dscp[0]: `EFF` is not a code point"),
          testing::StartsWith(at + "[0].match[0].port[0]: `9-3` is not a port"),
          testing::StartsWith(at + "[0].match[0].source[0]: `10.0.0.0/33` is not an address"),
          testing::StartsWith(at + "[0].match[0].flow[0]: `x`: the controller replaces flow names"),
          at + "[1]: two classes are named `a`",
          at + "[1].meter.excess_burst: is missing: srtcm needs it",
          at + "[1].meter.peak_rate: belongs to trtcm alone",
          at + "[1].meter.red: `no` is not pass, drop, or a code point",
          at + "[2].discipline.red.max_threshold: must be above min_threshold",
          at + "[2].discipline.red.adaptive_delay: needs adaptive: true",
          at + "[3].discipline.drr: needs either classes or flows",
          at + "[4].discipline.htb.classes[0].ceil: is below rate",
          at + "[4].discipline.htb.classes[0].quantum: is valid only for a class without nested "
               "classes",
          at + "[5].discipline.red.linux_arithmetic: has no effect with adaptive: true, which "
               "adjusts max_p itself"));
}

TEST(RouterSpec, QueuesAreCountedThroughTheWholeTree) {
  std::vector<std::string> problems;
  router_config(router_of("drr { flows: 65536 flow_discipline { tail_drop { } } }"), "r", problems);
  router_config(
      router_of(R"(priority { classes { name: "a" discipline { fq_codel { flows: 65536 } } }
                                        classes { name: "b" } })"),
      "r", problems);
  EXPECT_THAT(problems, testing::IsEmpty());
  router_config(router_of("wfq { flows: 65536 flow_discipline { fq_codel { flows: 65536 } } }"),
                "r", problems);
  EXPECT_THAT(problems, testing::Contains("r.root: 4294967296 queues; at most 262144"));
}

TEST(RouterSpec, RedsArithmetic) {
  std::vector<std::string> problems;
  const auto red = [&](const std::string& text) {
    return std::get<RedConfig>(
        router_config(router_of("red { " + text + " }"), "r", problems)->root);
  };
  EXPECT_FALSE(red("").linux_arithmetic);
  EXPECT_TRUE(red("linux_arithmetic: true").linux_arithmetic);
  EXPECT_THAT(problems, testing::ElementsAre());
}

// Every file of configs/routers can be built (except names of flows, which the controller
// resolves).
TEST(RouterSpec, ShippedRouters) {
  const std::filesystem::path configs = std::filesystem::path(SEAWIND_SOURCE_DIR) / "configs";
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(configs / "routers")) {
    Router router;
    Diagnostics diagnostics;
    read_config(file.path(), SearchPath{{configs}}, router, diagnostics);
    ASSERT_TRUE(diagnostics.all().empty()) << file.path();
    std::vector<std::string> problems;
    router_config(router, "router", problems);
    std::erase_if(problems, [](const std::string& line) {
      return line.find("the controller replaces flow names") != std::string::npos;
    });
    EXPECT_THAT(problems, testing::ElementsAre()) << file.path();
    ++count;
  }
  EXPECT_GE(count, 32);
}

}  // namespace
}  // namespace seawind
