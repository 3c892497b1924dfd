// SPDX-License-Identifier: GPL-3.0-or-later
// The reader must take any bytes: shipped files with random changes, read as every kind of
// document. Bounded and from a fixed seed; its worth is in the debug preset, under the sanitizers.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "controller/testset/testset.pb.h"
#include "tests/common/config_fixture.h"
#include "tests/support/mutator.h"

#ifdef SEAWIND_SANITIZED
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "hard_rss_limit_mb=2000";
}
#endif

namespace seawind {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> shipped_texts() {
  std::vector<std::string> texts;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(SEAWIND_SOURCE_DIR) / "configs")) {
    if (entry.path().extension() != ".yaml") continue;
    std::ifstream in(entry.path());
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

// Pieces that mean something to YAML or to the reader.
constexpr std::string_view kPieces[] = {"{",        "}",       "[",
                                        "]",        ":",       ": ",
                                        "- ",       "\n",      "  ",
                                        "&a ",      "*a",      "!!str ",
                                        "|\n",      ">\n",     "? ",
                                        "#",        "\"",      "'",
                                        "%",        "off",     "extends: x\n",
                                        "states: ", "1e999s",  "-1",
                                        "\t",       {"\0", 1}, "\xff",
                                        "\xe2\x82", "---\n",   "<<: ",
                                        "null",     "~",       "99999999999999999999B",
                                        "@",        "`"};

// A parser in an endless loop or allocation must fail this test, not exhaust the machine.
void limit_memory_and_time() {
  ::alarm(300);
#ifndef SEAWIND_SANITIZED
  const rlimit limit{.rlim_cur = rlim_t{2} << 30U, .rlim_max = rlim_t{2} << 30U};
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &limit), 0);
#endif
}

/// Each problem has a place and a reason; what it quotes of the file cannot control a terminal.
void expect_readable(const Diagnostics& problems, int round) {
  for (const Diagnostic& one : problems.all()) {
    EXPECT_FALSE(one.at.file.empty() || one.message.empty()) << "round " << round;
    EXPECT_GE(one.at.line, 0) << "round " << round;
  }
  for (const char c : problems.render())
    EXPECT_TRUE(c == '\n' || c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f))
        << "round " << round << ": byte " << static_cast<int>(c);
}

TEST(ConfigMutation, NoInputCrashesTheReader) {
  limit_memory_and_time();
  const test::TempTree tree;
  const std::vector<std::string> texts = shipped_texts();
  ASSERT_FALSE(texts.empty());
  test::Mutator mutate({.pieces = kPieces, .seed = 2001, .most_erased = 20, .copied_below = 60});
  constexpr int kRounds = 1500;
  int zeros = 0;
  int accepted = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = mutate.change(texts[mutate.below(texts.size())]);
    const bool has_zero = text.find('\0') != std::string::npos;
    zeros += has_zero ? 1 : 0;
    const fs::path file = tree.write("profiles/x.yaml", text);
    LinkProfile link;
    TestSet set;
    Workload workload;
    Router router;
    TcpVariant tcp;
    for (google::protobuf::Message* out :
         std::initializer_list<google::protobuf::Message*>{&link, &set, &workload, &router, &tcp}) {
      Diagnostics problems;
      read_config(file, SearchPath{{tree.root(), fs::path(SEAWIND_SOURCE_DIR) / "configs"}}, *out,
                  problems);
      accepted += problems.empty() ? 1 : 0;
      EXPECT_FALSE(has_zero && problems.empty()) << "round " << round;
      expect_readable(problems, round);
    }
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(zeros, 10) << "the changes insert no zero byte";
  // Every text is that of one kind of document, and most changes make it invalid.
  EXPECT_GT(accepted, kRounds / 10);
  EXPECT_LT(accepted, kRounds);
}

}  // namespace
}  // namespace seawind
