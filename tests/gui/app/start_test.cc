// SPDX-License-Identifier: GPL-3.0-or-later
// The start page: checks of the machine, quickstart, links to the pages, recent files and
// campaigns.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "common/error.h"
#include "gui/app/doctor.h"
#include "gui/app/machine_view.h"
#include "gui/app/start_page.h"
#include "gui/recent.h"

namespace seawind::gui {
namespace {

constexpr char kAnswer[] = R"([
  {"check": "cores", "verdict": "ok", "finding": "4", "advice": ""},
  {"check": "CPU steal", "verdict": "warn", "finding": "3 %", "advice": "another machine"},
  {"check": "seawindd", "verdict": "fail", "finding": "not found", "advice": "build it"}])";

QString text_in(const QWidget& widget) {
  QStringList lines;
  for (const QLabel* label : widget.findChildren<QLabel*>()) lines.append(label->text());
  return lines.join('\n');
}

/// Creates a shell script that prints `out` and exits with `code`.
QString make_program(const QTemporaryDir& folder, const QByteArray& out, int code) {
  const QString path = folder.filePath("seawind");
  QFile file(path);
  EXPECT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("#!/bin/sh\ncat <<'END'\n" + out + "\nEND\nexit " + QByteArray::number(code) + "\n");
  file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
  return path;
}

TEST(DoctorTest, ParsesTheOutputOfTheCommandLine) {
  const auto checks = parse_checks(kAnswer);
  ASSERT_EQ(checks.size(), 3U);
  EXPECT_EQ(checks[1].name, "CPU steal");
  EXPECT_EQ(checks[1].verdict, MachineCheck::Verdict::kWarn);
  EXPECT_EQ(checks[2].verdict, MachineCheck::Verdict::kFail);
  EXPECT_EQ(checks[2].advice, "build it");
  EXPECT_THROW(parse_checks("{}"), Error);
  EXPECT_THROW(parse_checks("[{"), Error);
}

TEST(DoctorTest, AnswersAlsoWhenSomethingIsMissing) {
  const QTemporaryDir folder;
  Doctor doctor(make_program(folder, kAnswer, 3), "/nonexistent/below/root");
  const QSignalSpy answered(&doctor, &Doctor::checks_done);
  doctor.start_checks();
  ASSERT_TRUE(QTest::qWaitFor([&] { return answered.count() == 1; }));
}

TEST(DoctorTest, ShowsWhyThereIsNoAnswer) {
  const QTemporaryDir folder;
  const auto why = [](const QString& program) {
    Doctor doctor(program, "/");
    const QSignalSpy failed(&doctor, &Doctor::failed);
    doctor.start_checks();
    EXPECT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }));
    return failed.count() == 1 ? failed[0][0].toString() : QString();
  };
  EXPECT_TRUE(why({}).contains("install or build")) << why({}).toStdString();
  EXPECT_TRUE(why(folder.filePath("none")).contains("cannot be started"));
  EXPECT_TRUE(why(make_program(folder, "no list", 0)).contains("seawind doctor"));
}

TEST(MachineViewTest, OneSentenceThenEveryCheckWithItsAdvice) {
  MachineView view("This machine");
  view.show_checks(parse_checks(kAnswer));
  EXPECT_TRUE(text_in(view).contains("cannot run here yet")) << text_in(view).toStdString();
  EXPECT_TRUE(text_in(view).contains("build it"));
  view.show_checks({{"cores", MachineCheck::Verdict::kOk, "4", {}}});
  EXPECT_TRUE(text_in(view).contains("in order"));
  EXPECT_FALSE(text_in(view).contains("build it"));
  view.show_failure("no seawind");
  EXPECT_TRUE(text_in(view).contains("no seawind"));
}

TEST(RecentTest, NewestFirstOnceAndOnlyWhatIsThere) {
  QSettings().clear();
  const QTemporaryDir folder;
  Recent recent("recent/test");
  const QSignalSpy changed(&recent, &Recent::changed);
  for (const char* name : {"a", "b", "a"}) QDir().mkpath(folder.filePath(name));
  recent.add(folder.filePath("a"));
  recent.add(folder.filePath("b"));
  recent.add(folder.filePath("b/../a"));
  recent.add(folder.filePath("gone"));
  EXPECT_EQ(recent.paths(), QStringList({folder.filePath("a"), folder.filePath("b")}));
  EXPECT_EQ(changed.count(), 4);
  for (int i = 0; i < 2 * Recent::kMax; ++i) recent.add(folder.filePath(QString::number(i)));
  EXPECT_EQ(QSettings().value("recent/test").toStringList().size(), Recent::kMax);
}

class StartPageTest : public testing::Test {
 protected:
  StartPageTest() {
    QSettings().clear();
    QDir().mkpath(folder.filePath("campaigns/one"));
    QFile(folder.filePath("campaigns/one/campaign.db")).open(QIODevice::WriteOnly);
    QDir().mkpath(folder.filePath("campaigns/none"));
  }
  QTemporaryDir folder;
  Recent files{"recent/files"};
  const Places places{SEAWIND_SOURCE_DIR "/configs", folder.path(), folder.filePath("campaigns")};
};

TEST_F(StartPageTest, LeadsToTheQuickstartTheOtherPagesAndWhatWasWorkedOn) {
  StartPage page(
      places, {{"start", "Start", "", {}, {}}, {"library", "Link models", "links", {}, {}}}, files);
  page.show();
  const QSignalSpy wanted(&page, &Page::show_requested);
  const auto buttons = page.findChildren<QCommandLinkButton*>();
  ASSERT_EQ(buttons.size(), 2);
  QTest::mouseClick(buttons[0], Qt::LeftButton);
  QTest::mouseClick(buttons[1], Qt::LeftButton);
  ASSERT_EQ(wanted.count(), 2);
  EXPECT_EQ(wanted[0], QVariantList({"start", places.configs + "/testsets/quickstart.yaml"}));
  EXPECT_EQ(wanted[1], QVariantList({"page", "library"}));

  const auto lists = page.findChildren<QListWidget*>();
  ASSERT_EQ(lists.size(), 2);
  EXPECT_FALSE(lists[0]->isEnabled());
  // The campaign, in the words of the other lists; the other directory has no store.
  ASSERT_TRUE(QTest::qWaitFor([&] { return lists[1]->item(0)->text() == "one   damaged"; }));
  ASSERT_EQ(lists[1]->count(), 1);
  lists[1]->setCurrentRow(0);
  QTest::keyClick(lists[1], Qt::Key_Return);
  ASSERT_EQ(wanted.count(), 3);
  EXPECT_EQ(wanted[2], QVariantList({"path", folder.filePath("campaigns/one")}));

  files.add(places.configs + "/profiles/gprs.yaml");
  ASSERT_EQ(lists[0]->count(), 1);
  EXPECT_TRUE(lists[0]->isEnabled());
  EXPECT_TRUE(lists[0]->item(0)->text().startsWith("gprs.yaml"));
}

}  // namespace
}  // namespace seawind::gui
