// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/answer_text.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

TEST(AnswerText, ShortTextIsUnchanged) {
  EXPECT_EQ(answer_text(""), "");
  EXPECT_EQ(answer_text("name: is missing\nhop: is missing"), "name: is missing\nhop: is missing");
}

TEST(AnswerText, LongTextIsCutBetweenLines) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::string(99, 'x') + (i < 999 ? "\n" : "");
  const std::string cut = answer_text(text);
  EXPECT_LT(cut.size(), 2500u);
  EXPECT_TRUE(cut.starts_with(std::string(99, 'x') + "\n" + std::string(99, 'x') + "\n")) << cut;
  EXPECT_TRUE(cut.ends_with("x\nand 976 more problems")) << cut;
}

TEST(AnswerText, OneMoreProblemIsSingular) {
  std::string text;
  for (int i = 0; i < 25; ++i) text += std::string(99, 'x') + (i < 24 ? "\n" : "");
  EXPECT_TRUE(answer_text(text).ends_with("x\nand 1 more problem")) << answer_text(text);
}

TEST(AnswerText, ALongLineIsCut) {
  const std::string cut = answer_text(std::string(1'000'000, 'x') + "\nsecond");
  EXPECT_EQ(cut, std::string(400, 'x') + "...\nsecond");
}

TEST(AnswerText, EscapesControlCharacters) {
  EXPECT_EQ(answer_text("a\x1b[31m"), "a\\x1b[31m");
}

TEST(AnswerText, InALogItIsOneValue) {
  EXPECT_EQ(log_text("a\nlevel=error \"b\"\x1b"), "a; level=error 'b'\\x1b");
}

}  // namespace
}  // namespace seawind
