// SPDX-License-Identifier: GPL-3.0-or-later
// The rule of names, where it holds, and what of a text may reach a terminal.
#include "common/config/names.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "common/printable.h"
#include "controller/testset/testset.pb.h"
#include "emulator/api/link.pb.h"
#include "tests/common/config_fixture.h"

namespace seawind::test {
namespace {

using config::name_problem;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Names, CommonNamesAreAccepted) {
  for (const char* name : {"good", "deep fade", "e0", "LTE-1.8", "a+b", "_x", "hyvä", "Ömer",
                           "плохой", "3G", "圏外", "a"}) {
    EXPECT_EQ(name_problem(name, NAME), "") << name;
  }
  for (const char* name : {"w3-legacy-marked", "LTE_1.8", "_x", "3G"}) {
    EXPECT_EQ(name_problem(name, PLAIN_NAME), "") << name;
  }
}

TEST(Names, TextsThatATerminalInterpretsAreNotNames) {
  const std::string longest(64, 'a');
  EXPECT_EQ(name_problem(longest, NAME), "");
  EXPECT_EQ(name_problem(longest, PLAIN_NAME), "");
  for (const std::string& name : {std::string(),
                                  longest + "a",
                                  std::string("`touch pwned`"),
                                  std::string("a'b"),
                                  std::string("a\"b"),
                                  std::string("../x"),
                                  std::string("a/b"),
                                  std::string(".hidden"),
                                  std::string("-rf"),
                                  std::string(" a"),
                                  std::string("a "),
                                  std::string("=1+1"),
                                  std::string("+1"),
                                  std::string("@x"),
                                  std::string("<b>"),
                                  std::string("a\nb"),
                                  std::string("a\x1b[2J"),
                                  std::string("a\0b", 3),
                                  std::string("a\x7f"),
                                  std::string("a\xc2\x9b"),
                                  std::string("a\xff"),
                                  std::string("a\xc0\xaf"),
                                  std::string("a\u202eb"),
                                  std::string("a\u200bb"),
                                  std::string("a|b"),
                                  std::string("a;b"),
                                  std::string("$x"),
                                  std::string("a\\b"),
                                  std::string("50%"),
                                  std::string("a\u00a0b")}) {
    EXPECT_NE(name_problem(name, NAME), "") << name;
    EXPECT_NE(name_problem(name, PLAIN_NAME), "") << name;
  }
  for (const char* name : {"deep fade", "a+b", "hyvä"}) {
    EXPECT_NE(name_problem(name, PLAIN_NAME), "") << name;
  }
}

TEST(Printable, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(printable("tab\tline\nhyvä 圏"), "tab\tline\nhyvä 圏");
  EXPECT_EQ(printable("\x1b]0;x\x07\r\x7f"), "\\x1b]0;x\\x07\\x0d\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m\xff\u202e"),
            "\\x9b31m\\xff\\u202e");
  EXPECT_EQ(excerpt("abcdef", 4), "abcd...");
  EXPECT_EQ(excerpt("abcd", 4), "abcd");
  EXPECT_EQ(excerpt("abä", 3), "ab...");
}

class NamesInFiles : public ConfigTest {
 protected:
  std::string problems(const std::string& text) {
    LinkProfile profile;
    return read("p.yaml", kBase + text, profile);
  }
};

TEST_F(NamesInFiles, AreCheckedWhereTheyStand) {
  EXPECT_EQ(problems("channel: {states: [{name: \"`touch pwned`\", dwell: 1s}]}\n"),
            "p.yaml:3:27: error: `name`: ``touch pwned`` is not a name: use 1 to 64 letters, "
            "digits, spaces, `.`, `_`, `-`, `+`; a letter, a digit or `_` first\n"
            "    channel: {states: [{name: \"`touch pwned`\", dwell: 1s}]}\n"
            "                              ^~~~~~~~~~~~~~~\n");
  EXPECT_EQ(problems("channel: {states: [{name: deep fade, dwell: 1s}]}\n"), "");
}

TEST_F(NamesInFiles, TheFilesOwnNameIsOneToo) {
  LinkProfile profile;
  EXPECT_THAT(read("$(id).yaml", kBase, profile),
              HasSubstr("the file's name: `$(id)` is not a name: use 1 to 64"));
  EXPECT_EQ(read("$(id).yaml", std::string(kBase) + "name: id\n", profile), "");
}

TEST_F(NamesInFiles, NoTextHoldsControlCharacters) {
  const std::string shown = problems("description: \"a\\e[2J\"\n");
  EXPECT_THAT(shown, HasSubstr("p.yaml:3:14: error: `a\\x1b[2J` holds a control character"));
  EXPECT_THAT(problems("\"a\\eb\": 1\n"), HasSubstr("`a\\x1bb` holds a control character"));
}

TEST_F(NamesInFiles, NoProblemIsShownWithControlCharacters) {
  for (const char* text : {"name: a\x1b[2J\n", "nam\x1b[1me: 1\n", "# \x1b[2J\nx: \xff\n"}) {
    EXPECT_TRUE(is_printable(problems(text))) << text;
  }
}

TEST(CheckNames, MessagesObeyTheSameRule) {
  LinkProfile profile;
  for (LinkDirection* d : {profile.mutable_downlink(), profile.mutable_uplink()}) {
    d->mutable_rate_base()->set_fixed(64'000);
    d->mutable_link_send_buffer_size()->set_bytes(12'000);
  }
  auto& state = *profile.mutable_channel()->add_states();
  state.set_name("`x`");
  state.mutable_dwell()->set_fixed(1e9);
  profile.set_description("a\x1b[2J");
  EXPECT_THAT(check_message(profile),
              ElementsAre("description: `a\\x1b[2J` holds a control character",
                          "channel.states[0].name: ``x`` is not a name: use 1 to 64 letters, "
                          "digits, spaces, `.`, `_`, `-`, `+`; a letter, a digit or `_` first"));
}

/// A document from an untrusted source must not cause lines of another file to be shown.
class FilesOutside : public ConfigTest {
 protected:
  FilesOutside() { tree_.write("secret", "root:$6$salt$hash\n"); }
  std::string problems(const std::string& text) {
    LinkProfile profile;
    return read("home/profiles/p.yaml", text, profile);
  }
};

TEST_F(FilesOutside, AreNotReadAsContent) {
  std::filesystem::create_directories(tree_.root() / "home/traces");
  std::filesystem::create_symlink(tree_.root() / "secret", tree_.root() / "home/traces/t.csv");
  for (const std::string& file : {std::string("../../secret"), (tree_.root() / "secret").string(),
                                  std::string("../../none"), std::string("../traces/t.csv")}) {
    const std::string shown =
        problems("uplink: {propagation_delay: {list: {file: " + file + "}}}\n");
    EXPECT_THAT(shown, HasSubstr("leads out of home: a file that a document names")) << file;
    EXPECT_THAT(shown, testing::Not(HasSubstr("$6$"))) << file;
  }
  tree_.write("home/traces/own.txt", "10ms\n");
  EXPECT_EQ(problems(std::string(kBase) + "spikes: [{interval: 1s, length: {list: {file: "
                                          "../traces/own.txt}}}]\n"),
            "");
}

TEST_F(FilesOutside, AreNotReadAsDocuments) {
  const std::string shown = problems("extends: ../../secret\n");
  EXPECT_THAT(shown, HasSubstr("`../../secret` is a path and must end in .yaml"));
  EXPECT_THAT(shown, testing::Not(HasSubstr("$6$")));
}

}  // namespace
}  // namespace seawind::test
