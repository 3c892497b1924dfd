// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of an edited text are those of `seawind validate` for the saved file, with their
// places.
#include "gui/document/checker.h"

#include <gmock/gmock.h>

#include <QSignalSpy>
#include <QTest>

#include "controller/testset/check_file.h"
#include "gui/document/draft.h"
#include "tests/gui/document/document_fixture.h"

namespace seawind::gui {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class CheckText : public testing::Test {
 protected:
  QString own() const { return folder_.path() + "/own"; }
  Places places() const { return test::source_places(own()); }
  std::vector<Problem> check(Kind kind, const QString& text, const QString& file = {}) const {
    return check_text(kind, text, file, places());
  }

 private:
  QTemporaryDir folder_;
};

TEST_F(CheckText, WarningsStandApart) {
  const QString text = "extends: e0\ndownlink: {queue_max_length: off, adapter_slots: 0pkt}\n";
  std::vector<Problem> warnings;
  EXPECT_THAT(check_text(Kind::kProfile, text, {}, places(), &warnings), IsEmpty());
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(warnings[0].is_warning);
  EXPECT_EQ(warnings[0].path, "downlink.queue_max_length");
  EXPECT_THAT(warnings[0].message.toStdString(), HasSubstr("has no limit of its own"));
}

TEST_F(CheckText, AgreesWithTheCommandLineOnTheSavedFile) {
  const QString text =
      "description: ä\n"
      "extends: e0\n"
      "downlink:\n"
      "  rate_bas: 64kbit/s\n"
      "  propagation_delay: 300\n"
      "  link_send_buffer_size: 0B\n"
      "uplink: {rate_base: \"1kbit/s\", error_probability: 170%}\n";
  const QString file = own() + "/profiles/mine.yaml";
  const std::vector<Problem> typed = check(Kind::kProfile, text, file);
  test::write_file(file, text.toUtf8());
  Diagnostics saved;
  check_file(config_kind(to_path(file)), to_path(file), to_path(places().configs), saved);
  ASSERT_EQ(typed.size(), saved.all().size());
  ASSERT_EQ(typed.size(), 4U);
  QStringList paths;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    EXPECT_EQ(typed[i].message.toStdString(), saved.all()[i].message);
    EXPECT_EQ(typed[i].hint.toStdString(), saved.all()[i].hint);
    EXPECT_EQ(typed[i].line, saved.all()[i].at.line);
    paths.push_back(typed[i].path + " = " + text.mid(typed[i].position, typed[i].length));
  }
  paths.sort();
  EXPECT_EQ(paths,
            (QStringList{"downlink.link_send_buffer_size = 0B", "downlink.propagation_delay = 300",
                         "downlink.rate_bas = rate_bas", "uplink.error_probability = 170%"}));
}

TEST_F(CheckText, FindsNothingInAnyShippedFile) {
  for (const auto& [kind, file] : test::all_shipped()) {
    if (kind == Kind::kTestSet) continue;  // too slow; one of them is checked below
    for (const Problem& p : check(kind, QString::fromUtf8(test::bytes_of(file)), file)) {
      ADD_FAILURE() << file.toStdString() << ": " << p.message.toStdString();
    }
  }
  const QString quickstart = places().configs + "/testsets/quickstart.yaml";
  EXPECT_THAT(check(Kind::kTestSet, QString::fromUtf8(test::bytes_of(quickstart)), quickstart),
              IsEmpty());
}

TEST_F(CheckText, TakesTheUnsavedTextAndNotTheFile) {
  const QString file = own() + "/tcp/mine.yaml";
  test::write_file(file, "nonsense: 1\n");
  EXPECT_THAT(check(Kind::kTcp, "extends: baseline\n", file), IsEmpty());
  EXPECT_EQ(check(Kind::kTcp, "nonsense: 1\n", file).size(), 1U);
}

TEST_F(CheckText, NeverSavedFindsItsReferencesAsInTheOwnLibrary) {
  test::write_file(own() + "/tcp/mine.yaml", "extends: baseline\n");
  EXPECT_THAT(check(Kind::kTcp, "extends: mine\n"), IsEmpty());
  EXPECT_THAT(check(Kind::kTcp, "extends: enhanced\n"), IsEmpty());
  const auto missing = check(Kind::kTcp, "extends: mien\n");
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_EQ(missing[0].hint, "did you mean `mine`?");
  EXPECT_EQ(missing[0].path, "extends");
}

TEST_F(CheckText, ThePreviewFindsTheSameReferences) {
  test::write_file(own() + "/tcp/mine.yaml", "extends: baseline\n");
  const QTemporaryDir elsewhere;
  const auto is_found = [&](const QString& file) {
    const Draft draft{Kind::kTcp, file, "extends: mine\n", places()};
    Diagnostics problems;
    const bool found = read_draft(draft, problems).has_value();
    EXPECT_EQ(found, check(Kind::kTcp, draft.text, file).empty()) << file.toStdString();
    return found;
  };
  EXPECT_TRUE(is_found({}));
  EXPECT_TRUE(is_found(own() + "/tcp/other.yaml"));
  EXPECT_FALSE(is_found(elsewhere.path() + "/tcp/other.yaml"));
}

TEST_F(CheckText, PointsToOtherFiles) {
  test::write_file(own() + "/tcp/mine.yaml", "nonsense: 1\n");
  const auto problems = check(Kind::kTcp, "extends: mine\n");
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].file, own() + "/tcp/mine.yaml");
  EXPECT_EQ(problems[0].position, -1);
  EXPECT_EQ(problems[0].line, 1);
}

TEST_F(CheckText, ReportsTheLocationOfInvalidYaml) {
  const QString text = "name: ä\nseed: [1\nmtu: 5B\n";
  const auto problems = check(Kind::kTestSet, text);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_THAT(problems[0].message.toStdString(), HasSubstr("not valid YAML"));
  EXPECT_GT(problems[0].position, 8);
  EXPECT_EQ(check(Kind::kTestSet, "").size(), 1U);
  EXPECT_EQ(check(Kind::kTestSet, "- a\n").size(), 1U);
}

TEST_F(CheckText, TestSetMayNameAnUnsavedFile) {
  const std::filesystem::path set = to_path(own() + "/testsets/set.yaml");
  const std::filesystem::path tcp = to_path(own() + "/tcp/new.yaml");
  Diagnostics problems;
  check_file("testsets", set, to_path(places().configs), problems,
             {{set, "matrix: {link: e0, router: tail-drop-20, tcp: new, workload: w1}\n"},
              {tcp, "extends: baseline\n"}});
  EXPECT_EQ(problems.render(), "");
  check_file("testsets", set, to_path(places().configs), problems,
             {{set, "matrix: {link: e0, router: tail-drop-20, tcp: new, workload: w1}\n"}});
  EXPECT_THAT(problems.render(), HasSubstr("there is no file for `new`"));
}

class Checking : public CheckText {
 protected:
  Checking() : document_(Kind::kTcp, places()) {}
  static bool wait_current(Checker& checker) {
    return QTest::qWaitFor([&] { return checker.is_current(); });
  }
  YamlDocument document_;
};

TEST_F(Checking, FollowsTheDocument) {
  document_.reset("nonsense: 1\n");
  Checker checker(document_, places(), nullptr, std::chrono::milliseconds(0));
  EXPECT_FALSE(checker.is_current());
  ASSERT_TRUE(wait_current(checker));
  EXPECT_EQ(checker.problems().size(), 1U);
  ASSERT_TRUE(document_.rename_key("nonsense", "clear_metrics"));
  ASSERT_TRUE(document_.set("clear_metrics", "true"));
  EXPECT_FALSE(checker.is_current());
  ASSERT_TRUE(wait_current(checker));
  EXPECT_THAT(checker.problems(), IsEmpty());
}

TEST_F(Checking, NewestTextWins) {
  document_.reset("a0: 1\n");
  Checker checker(document_, places(), nullptr, std::chrono::milliseconds(0));
  QStringList seen;
  QObject::connect(&checker, &Checker::checked, &checker, [&] {
    // The problems belong to the text at the time of the signal.
    ASSERT_EQ(checker.problems().size(), 1U);
    EXPECT_EQ(checker.problems()[0].path, document_.keys("").value(0));
    seen.push_back(checker.problems()[0].path);
  });
  for (int i = 1; i <= 20; ++i) {
    document_.replace(0, static_cast<int>(document_.text().indexOf(':')), QString("a%1").arg(i),
                      "typed");
    QCoreApplication::processEvents();
  }
  ASSERT_TRUE(wait_current(checker));
  EXPECT_EQ(seen.back(), "a20");
}

TEST_F(Checking, FileThatIsNamedMayChange) {
  const QString parent = own() + "/tcp/parent.yaml";
  test::write_file(parent, "nonsense: 1\n");
  document_.reset("extends: parent\n");
  Checker checker(document_, places(), nullptr, std::chrono::milliseconds(0));
  ASSERT_TRUE(wait_current(checker));
  EXPECT_EQ(checker.problems().size(), 1U);
  test::write_file(parent, "extends: baseline\n");
  checker.recheck();
  EXPECT_FALSE(checker.is_current());
  ASSERT_TRUE(wait_current(checker));
  EXPECT_THAT(checker.problems(), IsEmpty());
}

TEST_F(Checking, MayBeDestroyedWhileItWorks) {
  for (int i = 0; i < 20; ++i) {
    YamlDocument document(Kind::kTestSet, places());
    document.reset(
        QString::fromUtf8(test::bytes_of(places().configs + "/testsets/quickstart.yaml")));
    Checker checker(document, places(), nullptr, std::chrono::milliseconds(0));
    EXPECT_FALSE(checker.is_current());
    if (i % 2 == 1) QCoreApplication::processEvents();
  }
  document_.reset("nonsense: 1\n");
  Checker next(document_, places(), nullptr, std::chrono::milliseconds(0));
  ASSERT_TRUE(wait_current(next));
  EXPECT_EQ(next.problems().size(), 1U) << "what was destroyed holds nothing up";
}

}  // namespace
}  // namespace seawind::gui
