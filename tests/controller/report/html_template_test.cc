// SPDX-License-Identifier: GPL-3.0-or-later
// Templates of pages: what is escaped, what a section does, what a broken template does.
#include "controller/report/html_template.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace seawind {
namespace {

TEST(HtmlTemplate, EscapesValuesButNotMarkup) {
  EXPECT_EQ(render_template("{{x}} {{{x}}}", {{"x", "<i>\"a\" & 'b'</i>"}}),
            "&lt;i&gt;&quot;a&quot; &amp; 'b'&lt;/i&gt; <i>\"a\" & 'b'</i>");
  EXPECT_EQ(render_template("{{x}}", {{"x", "{{y}}"}, {"y", 1}}), "{{y}}");
}

TEST(HtmlTemplate, ASectionIsRepeatedForAListAndLeftOutForWhatIsEmpty) {
  const std::string text = "{{#x}}({{y}}{{.}}){{/x}}{{^x}}none{{/x}}";
  EXPECT_EQ(render_template("{{#x}}({{y}}){{/x}}", {{"x", {{{"y", 1}}, {{"y", 2.5}}}}}),
            "(1)(2.5)");
  EXPECT_EQ(render_template(text, {{"x", "a"}}), "(a)");
  for (const nlohmann::ordered_json& empty :
       {nlohmann::ordered_json(""), nlohmann::ordered_json(false), nlohmann::ordered_json(),
        nlohmann::ordered_json::array()})
    EXPECT_EQ(render_template(text, {{"x", empty}}), "none") << empty;
}

TEST(HtmlTemplate, ABrokenTemplateIsAnErrorOfTheProgram) {
  EXPECT_THROW(render_template("{{#x}}", {{"x", true}}), std::logic_error);
}

TEST(HtmlTemplate, APageHasItsTitleStyleAndBody) {
  const std::string page = html_page("a < b", "<p>body</p>\n", false);
  EXPECT_NE(page.find("<title>a &lt; b &middot; Seawind report</title>"), std::string::npos);
  EXPECT_NE(page.find(":root {"), std::string::npos);
  EXPECT_NE(page.find("<main>\n<p>body</p>\n</main>"), std::string::npos);
}

}  // namespace
}  // namespace seawind
