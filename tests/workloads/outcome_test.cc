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
  EXPECT_EQ(parse_start("{\"start\":9007199254740993}"), 9007199254740993);
}

TEST(OutcomeLines, EveryFieldSurvives) {
  const Outcome sent{.ok = false, .bytes = 77, .start_late_ns = 5, .error = "line\n\"two\""};
  const std::string line = outcome_line(sent);
  EXPECT_EQ(line.find('\n'), line.size() - 1) << "one line only";
  const auto read = parse_generator_line(line.substr(0, line.size() - 1)).outcome;
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->ok, sent.ok);
  EXPECT_EQ(read->bytes, sent.bytes);
  EXPECT_EQ(read->start_late_ns, sent.start_late_ns);
  EXPECT_EQ(read->error, sent.error);
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
              std::string("cannot understand what the generator wrote: ") + GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadLine,
                         testing::Values("", "hello", "[]", "{}", "{\"ready\":false}",
                                         "{\"ready\":true,\"ok\":true}", "{\"ok\":true}",
                                         "{\"ok\":1,\"bytes\":1}", "{\"ok\":true,\"bytes\":\"1\"}",
                                         "{\"ok\":false,\"bytes\":1}",
                                         "{\"ok\":true,\"bytes\":1,\"error\":\"x\"}"));

TEST(StartLine, AnythingElseIsRefused) {
  for (const char* line :
       {"", "start 5", "{\"start\":1.5}", "{\"start\":\"1\"}", "{}", "{\"start\":1,\"more\":2}"}) {
    EXPECT_EQ(parse_start(line), std::nullopt) << line;
  }
}

}  // namespace
}  // namespace seawind
