// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/outcome.h"

#include <gtest/gtest.h>

#include "common/error.h"

namespace seawind {
namespace {

TEST(OutcomeLines, ReadyAndStartAreExact) {
  EXPECT_EQ(ready_line(), "{\"ready\":true}\n");
  EXPECT_EQ(start_line(123), "{\"start\":123}\n");
  EXPECT_TRUE(parse_generator_line("{\"ready\":true}").ready);
  EXPECT_EQ(parse_agent_line("{\"start\":9007199254740993}")->start, 9007199254740993);
  EXPECT_EQ(parse_agent_line(start_line(-5))->start, -5);
  EXPECT_EQ(parse_agent_line(notify_line("handover \"x\"\n"))->notify, "handover \"x\"\n");
  EXPECT_FALSE(parse_agent_line(notify_line("finish"))->finish);
  EXPECT_TRUE(parse_agent_line(finish_line())->finish);
}

TEST(OutcomeLines, EveryFieldSurvives) {
  const Outcome sent{.ok = false,
                     .bytes = 77,
                     .start_late_ns = 5,
                     .error = "line\n\"two\"",
                     .pacing = Pacing{.packets = 9, .p50 = 1, .p99 = 2, .p999 = 3, .max = 4},
                     .lost_datagrams = 12};
  const std::string line = outcome_line(sent);
  EXPECT_EQ(line.find('\n'), line.size() - 1) << "one line only";
  const auto read = parse_generator_line(line.substr(0, line.size() - 1)).outcome;
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->ok, sent.ok);
  EXPECT_EQ(read->bytes, sent.bytes);
  EXPECT_EQ(read->start_late_ns, sent.start_late_ns);
  EXPECT_EQ(read->error, sent.error);
  EXPECT_EQ(read->pacing, sent.pacing);
  EXPECT_EQ(read->lost_datagrams, sent.lost_datagrams);
}

TEST(OutcomeLines, PacingIsTheQuantilesOfTheLateness) {
  Histogram lateness;
  for (int i = 0; i < 999; ++i) lateness.record(10);
  lateness.record(1'000'000);
  const Pacing pacing = pacing_of(lateness);
  EXPECT_EQ(pacing.packets, 1000u);
  EXPECT_EQ(pacing.p50, 10);
  EXPECT_EQ(pacing.p99, 10);
  EXPECT_EQ(pacing.p999, 1'000'000);
  EXPECT_EQ(pacing.max, 1'000'000);
}

TEST(OutcomeLines, ASinkHasNoLateness) {
  const std::string line = outcome_line({.ok = true, .bytes = 1, .start_late_ns = {}, .error = ""});
  EXPECT_EQ(line, "{\"bytes\":1,\"ok\":true}\n");
  EXPECT_EQ(parse_generator_line(line).outcome->start_late_ns, std::nullopt);
}

class BadLine : public testing::TestWithParam<const char*> {};

TEST_P(BadLine, IsQuoted) {
  try {
    parse_generator_line(GetParam());
    FAIL() << "was understood";
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()),
              std::string("cannot parse what the generator wrote: ") + GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BadLine,
    testing::Values("", "hello", "[]", "{}", "{\"ready\":false}", "{\"ready\":true,\"ok\":true}",
                    "{\"ok\":true}", "{\"ok\":1,\"bytes\":1}", "{\"ok\":true,\"bytes\":\"1\"}",
                    "{\"ok\":false,\"bytes\":1}", "{\"ok\":true,\"bytes\":1.5}",
                    "{\"ok\":true,\"bytes\":1e40}", "{\"ok\":true,\"bytes\":9223372036854775808}",
                    "{\"ok\":true,\"bytes\":1,\"error\":\"x\"}"));

TEST(AgentLine, AnythingElseIsRefused) {
  for (const char* line :
       {"", "start 5", "{\"start\":1.5}", "{\"start\":9223372036854775808}", "{\"start\":\"1\"}",
        "{}", "{\"start\":1,\"more\":2}", "{\"notify\":1}", "{\"finish\":false}", "[1]"}) {
    EXPECT_FALSE(parse_agent_line(line).has_value()) << line;
  }
}

}  // namespace
}  // namespace seawind
