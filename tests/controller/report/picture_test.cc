// SPDX-License-Identifier: GPL-3.0-or-later
// A program that draws executes no text that comes from a file, and starts no program.
#include "controller/report/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "controller/report/picture_program.h"
#include "controller/report/picture_renderer.h"
#include "tests/controller/store/stored_campaign.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class PictureTest : public testing::Test {
 protected:
  bool pwned() const { return fs::exists(tree_.root() / "pwned"); }
  TempTree tree_;
};

nlohmann::ordered_json curve(const std::string& name) {
  const nlohmann::ordered_json axis = {{"title", name}, {"ends", nullptr}, {"logarithmic", false}};
  const nlohmann::ordered_json series = {{{"key", name}, {"points", {{1, 1}, {2, 2}}}},
                                         {{"key", "other"}, {"points", {{1, 2}}}}};
  return {{"pictures",
           {{{"kind", "curves"}, {"series", series}, {"x", axis}, {"y", axis}, {"line", nullptr}}}},
          {"width", 600},
          {"paper", true}};
}

TEST_F(PictureTest, ANameIsShownAndNotRun) {
  const std::string touch = "touch " + (tree_.root() / "pwned").string();
  for (const std::string& name :
       {"`" + touch + "`", "$(" + touch + ")",
        "'+require('child_process').execSync('" + touch + "')+'", "a\n!" + touch,
        std::string("</text><script>x()</script>"), std::string("60% @x %s \\")}) {
    SCOPED_TRACE(name);
    const auto svg = render_pictures(tree_.root(), "x", curve(name)).at(0);
    ASSERT_TRUE(svg);
    EXPECT_EQ(svg->svg.find("<script"), std::string::npos);
    EXPECT_FALSE(pwned());
  }
  const auto svg = render_pictures(tree_.root(), "x", curve("60% @x %s \\")).at(0);
  EXPECT_THAT(svg->svg, HasSubstr(">60% @x %s \\<"));
}

TEST_F(PictureTest, FilesInTheFolderHaveNoEffect) {
  tree_.write("package.json", R"({"type": "module"})");
  tree_.write("plots/package.json", "no JSON");
  const auto svg = render_pictures(tree_.root() / "plots", "x", curve("a")).at(0);
  ASSERT_TRUE(svg);
  EXPECT_THAT(svg->svg, HasSubstr(">a<"));
}

ProgramOutput run_node(const std::string& script) {
  return run_picture_program(
      {.arguments = {"node", "-", kPictureData}, .input = script, .data = "x", .package = ""});
}

TEST_F(PictureTest, AProgramCannotStartPrograms) {
  const ProgramOutput done = run_node("try { require('child_process').execSync('touch " +
                                      (tree_.root() / "pwned").string() + "'); } catch (e) { }\n" +
                                      "process.stdout.write('ended');\n");
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.output, "ended");
  EXPECT_FALSE(pwned());
}

// The owner of a campaign could exchange a folder that the program uses by its path.
TEST_F(PictureTest, AProgramUsesNoFolderOfTheCampaign) {
  fs::current_path(tree_.root());
  const ProgramOutput done = run_node(
      "process.stdout.write([process.cwd(), ...process.argv.slice(2),"
      " require('fs').readFileSync(process.argv[2], 'utf8')].join(' '));\n");
  fs::current_path("/");
  EXPECT_EQ(done.status, 0) << done.messages;
  EXPECT_EQ(done.output, "/ /proc/self/fd/3 x");
}

TEST_F(PictureTest, AProgramHasNoCapabilities) {
  const ProgramOutput done = run_node(
      "const status = require('fs').readFileSync('/proc/self/status', 'utf8');"
      "process.stdout.write(status.match(/CapEff:\\s*([0-9a-f]+)/)[1]);\n");
  EXPECT_EQ(done.output, "0000000000000000");
}

TEST_F(PictureTest, AProgramHasALowPriority) {
  const ProgramOutput done =
      run_node("process.stdout.write(String(require('os').getPriority()));\n");
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.output, std::to_string(std::min(19, getpriority(PRIO_PROCESS, 0) + 10)));
}

TEST_F(PictureTest, IsWrittenInEveryFormatUnderAnyName) {
  const std::string svg = render_pictures(tree_.root(), "x", curve("a")).at(0).value().svg;
  for (const auto& [end, head] :
       {std::pair(".svg", "<svg"), std::pair(".png", "\x89PNG"), std::pair(".pdf", "%PDF")}) {
    const fs::path output = tree_.root() / (std::string("it's `touch pwned`") + end);
    write_picture(svg, output);
    EXPECT_TRUE(read_text(output).starts_with(head)) << end;
  }
  EXPECT_FALSE(pwned());
}

TEST(PictureColours, AreThoseOfThePage) {
  const std::string text = "a var(--text) var(--s8) var(--unknown) var(";
  EXPECT_EQ(with_colours(text, false), "a #1d2430 #8c3b00 var(--unknown) var(");
  EXPECT_EQ(with_colours(text, true), "a #e4e7ec #c98a5a var(--unknown) var(");
}

TEST(PictureFile, KeepsToItsFolderAndToPlainCharacters) {
  EXPECT_EQ(picture_file("compare-w1, third elapsed"), "compare-w1--third-elapsed");
  EXPECT_EQ(picture_file("../../x"), "-..-..-x");
  EXPECT_EQ(picture_file("a`b\"c\nd|e"), "a-b-c-d-e");
  EXPECT_EQ(picture_file("hyvä"), "hyvä");
  EXPECT_EQ(picture_file(""), "-");
}

}  // namespace
}  // namespace seawind::test
