// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved edits survive a crash: a child process edits and is killed; the next session finds its
// edits.
#include "gui/app/recovery.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "gui/document/yaml_document.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

constexpr char kText[] = "# mine\nuplink:\n  rate: 8kbit/s\n";

void write(const QString& file, const QByteArray& bytes) {
  QFile out(file);
  ASSERT_TRUE(out.open(QIODevice::WriteOnly));
  out.write(bytes);
}

class RecoveryTest : public testing::Test {
 protected:
  QString folder() const { return home.path() + "/recovery"; }
  QString file() const { return home.path() + "/link.yaml"; }
  QStringList records() const {
    QStringList found;
    for (const QString& session : QDir(folder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
      for (const QString& record : QDir(folder() + '/' + session).entryList({"*.json"}))
        found.append(folder() + '/' + session + '/' + record);
    return found;
  }
  void SetUp() override { write(file(), kText); }

  QTemporaryDir home;
};

/// The child process: edits the file that the environment names, and runs until it is killed.
TEST(RecoveryChild, DISABLED_edits) {
  const Recovery recovery(qEnvironmentVariable("RECOVERY_FOLDER"));
  YamlDocument document(Kind::kProfile, Places::standard());
  QString error;
  ASSERT_TRUE(document.load(qEnvironmentVariable("RECOVERY_FILE"), error)) << error.toStdString();
  QCoreApplication::processEvents();
  document.replace(0, 6, "# Ours, ä", "edit");
  QCoreApplication::exec();
}

TEST_F(RecoveryTest, EditsOfAKilledProcessAreFoundAgain) {
  QProcess child;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("RECOVERY_FOLDER", folder());
  environment.insert("RECOVERY_FILE", file());
  child.setProcessEnvironment(environment);
  child.start(QCoreApplication::applicationFilePath(),
              {"--gtest_filter=RecoveryChild.*", "--gtest_also_run_disabled_tests"});
  ASSERT_TRUE(child.waitForStarted());
  ASSERT_TRUE(QTest::qWaitFor([this] { return !records().isEmpty(); }, 30'000));

  Recovery recovery(folder());
  EXPECT_TRUE(recovery.lost().empty());  // the child runs, so its edits are not lost
  child.kill();                          // SIGKILL
  ASSERT_TRUE(child.waitForFinished());

  const auto lost = recovery.lost();
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].kind, Kind::kProfile);
  EXPECT_EQ(lost[0].file, file());
  EXPECT_EQ(lost[0].text, "# Ours, ä\nuplink:\n  rate: 8kbit/s\n");
  EXPECT_FALSE(lost[0].file_changed);
  EXPECT_FALSE(lost[0].file_gone);

  write(file(), "uplink:\n  rate: 9kbit/s\n");
  EXPECT_TRUE(recovery.lost()[0].file_changed);
  QFile::remove(file());
  EXPECT_TRUE(recovery.lost()[0].file_gone);

  recovery.discard(lost[0]);
  EXPECT_TRUE(recovery.lost().empty());
  EXPECT_TRUE(records().isEmpty());
}

TEST_F(RecoveryTest, DropsEditsThatAreSavedUndoneOrClosed) {
  Recovery recovery(folder());
  QString error;
  auto document = std::make_unique<YamlDocument>(Kind::kProfile, Places::standard());
  ASSERT_TRUE(document->load(file(), error));
  const auto edit_and_wait = [&] {
    document->replace(0, 0, "# x\n", "edit");
    EXPECT_TRUE(QTest::qWaitFor([this] { return records().size() == 1; }));
  };
  const auto gone = [this] { return QTest::qWaitFor([this] { return records().isEmpty(); }); };
  edit_and_wait();
  document->undo_stack().undo();
  EXPECT_TRUE(gone());
  edit_and_wait();
  ASSERT_TRUE(document->save_as(file(), error));
  EXPECT_TRUE(gone());
  edit_and_wait();
  document.reset();
  EXPECT_TRUE(gone());
}

TEST_F(RecoveryTest, WarnsOnceWhenEditsCannotBeKept) {
  Recovery recovery(folder());
  const QSignalSpy failed(&recovery, &Recovery::failed);
  const QSignalSpy written(&recovery, &Recovery::written);
  YamlDocument document(Kind::kProfile, Places::standard());
  document.reset("a: 1\n");
  QCoreApplication::processEvents();
  const QStringList sessions = QDir(folder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
  ASSERT_EQ(sessions.size(), 1);
  ASSERT_TRUE(QDir(folder() + '/' + sessions[0]).removeRecursively());
  document.replace(0, 0, "# 1\n", "edit");
  EXPECT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }));
  document.replace(0, 0, "# 2\n", "edit");
  ASSERT_TRUE(QDir().mkpath(folder() + '/' + sessions[0]));
  document.replace(0, 0, "# 3\n", "edit");
  EXPECT_TRUE(QTest::qWaitFor([&] { return written.count() >= 1; }));
  EXPECT_EQ(failed.count(), 1);
}

TEST_F(RecoveryTest, AFolderThatAnotherWindowIsMakingStays) {
  const Recovery recovery(folder());
  const QString beginning = folder() + "/beginning";  // not locked yet
  ASSERT_TRUE(QDir().mkpath(beginning));
  EXPECT_TRUE(recovery.lost().empty());
  EXPECT_TRUE(QDir(beginning).exists());
}

TEST_F(RecoveryTest, BroughtBackEditsAreOneStepThatCanBeUndone) {
  Recovery recovery(folder());
  const QString crashed = folder() + "/crashed";
  QDir().mkpath(crashed);
  write(crashed + "/1.json",
        QJsonDocument(QJsonObject{{"kind", "profile"},
                                  {"file", file()},
                                  {"base", ""},
                                  {"text", "# mine\nuplink:\n  rate: 9.6kbit/s\n"}})
            .toJson());
  const auto lost = recovery.lost();
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_TRUE(lost[0].file_changed);
  YamlDocument document(Kind::kProfile, Places::standard());
  QString error;
  ASSERT_TRUE(document.load(file(), error));
  recovery.restore(lost[0], document);
  EXPECT_EQ(document.text(), lost[0].text);
  EXPECT_TRUE(document.is_modified());
  EXPECT_EQ(document.undo_stack().count(), 1);
  EXPECT_TRUE(recovery.lost().empty());
  EXPECT_EQ(records().size(), 1);  // the record of this session
  document.undo_stack().undo();
  EXPECT_EQ(document.text(), kText);
}

}  // namespace
}  // namespace seawind::gui
