// SPDX-License-Identifier: GPL-3.0-or-later
// Files of documents: writing, rejected writes, and changes by other programs.
#include <gmock/gmock.h>

#include <QSignalSpy>
#include <QTest>

#include "tests/gui/document/document_fixture.h"

namespace seawind::gui {
namespace {

using testing::HasSubstr;

class YamlFile : public testing::Test {
 protected:
  YamlFile() : document_(Kind::kTcp, test::source_places()) {
    test::write_file(file(), "a: 1\r\n# c");
  }
  QString file(const char* name = "x.yaml") const { return folder_.path() + '/' + name; }
  bool load() { return document_.load(file(), error_); }

  QTemporaryDir folder_;
  YamlDocument document_;
  QString error_;
};

TEST_F(YamlFile, IsByteIdenticalWhenNothingChanged) {
  for (const QByteArray bytes : {"a: 1\r\n# c",
                                 "\xEF\xBB\xBF"
                                 "a: 1\n",
                                 "", "a:\t'ä'\n\n\n"}) {
    test::write_file(file(), bytes);
    ASSERT_TRUE(load());
    ASSERT_TRUE(document_.save(error_));
    EXPECT_EQ(test::bytes_of(file()), bytes);
    if (bytes.isEmpty()) continue;
    ASSERT_TRUE(document_.set("a", "2"));
    ASSERT_TRUE(document_.save(error_));
    EXPECT_EQ(test::bytes_of(file()),
              QByteArray(bytes).replace(bytes.contains("'") ? "'ä'" : "1", "2"));
  }
}

TEST_F(YamlFile, KeepsPermissionsAndIsCleanAfterwards) {
  QFile::setPermissions(file(), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup);
  const auto before = QFileInfo(file()).permissions();
  ASSERT_TRUE(load());
  ASSERT_TRUE(document_.set("a", "2"));
  EXPECT_TRUE(document_.is_modified());
  ASSERT_TRUE(document_.save(error_)) << error_.toStdString();
  EXPECT_FALSE(document_.is_modified());
  EXPECT_EQ(QFileInfo(file()).permissions(), before);
  EXPECT_EQ(QDir(folder_.path()).entryList(QDir::Files).size(), 1);
}

TEST_F(YamlFile, GetsAnotherNameAndMakesItsFolder) {
  ASSERT_TRUE(load());
  const QSignalSpy told(&document_, &YamlDocument::file_changed);
  ASSERT_TRUE(document_.save_as(file("own/tcp/y.yaml"), error_)) << error_.toStdString();
  EXPECT_EQ(document_.file(), file("own/tcp/y.yaml"));
  EXPECT_EQ(told.count(), 1);
  EXPECT_EQ(test::bytes_of(document_.file()), "a: 1\r\n# c");
}

TEST_F(YamlFile, AnUnreadableFileLeavesTheDocumentUnchanged) {
  ASSERT_TRUE(load());
  test::write_file(file("latin.yaml"), "a: \xE4\n");
  test::write_file(file("large.yaml"), QByteArray(2 << 20, '#'));
  EXPECT_FALSE(document_.load(file("latin.yaml"), error_));
  EXPECT_THAT(error_.toStdString(), HasSubstr("latin.yaml: it is not UTF-8 text"));
  EXPECT_FALSE(document_.load(file("large.yaml"), error_));
  EXPECT_THAT(error_.toStdString(), HasSubstr("larger than 1024 KiB"));
  EXPECT_FALSE(document_.load(file("none.yaml"), error_));
  EXPECT_THAT(error_.toStdString(), HasSubstr("none.yaml: No such file"));
  EXPECT_FALSE(document_.load(folder_.path(), error_));
  EXPECT_THAT(error_.toStdString(), HasSubstr("is a folder"));
  EXPECT_EQ(document_.file(), file());
  EXPECT_EQ(document_.text(), "a: 1\r\n# c");
}

TEST_F(YamlFile, AFailedSaveKeepsTheDocumentModified) {
  ASSERT_TRUE(load());
  ASSERT_TRUE(document_.set("a", "2"));
  for (const char* target : {"/dev/full/x.yaml", "/proc/x.yaml"}) {
    EXPECT_FALSE(document_.save_as(target, error_));
    EXPECT_THAT(error_.toStdString(), HasSubstr(std::string("Cannot save ") + target));
    EXPECT_THAT(error_.toStdString(), HasSubstr("Choose a folder you may write to"));
  }
  EXPECT_FALSE(YamlDocument(Kind::kTcp, test::source_places()).save(error_));
  EXPECT_TRUE(document_.is_modified());
  EXPECT_EQ(document_.file(), file());
  EXPECT_EQ(test::bytes_of(file()), "a: 1\r\n# c");
}

TEST_F(YamlFile, AChangeByAnotherProgramIsReportedAndNotOverwritten) {
  ASSERT_TRUE(load());
  QSignalSpy told(&document_, &YamlDocument::changed_on_disk);
  ASSERT_TRUE(document_.set("a", "2"));
  test::write_file(file(), "a: 3\n");
  EXPECT_TRUE(document_.is_changed_on_disk());
  ASSERT_TRUE(told.wait());
  EXPECT_EQ(told.count(), 1);
  EXPECT_FALSE(document_.save(error_));
  EXPECT_THAT(error_.toStdString(), HasSubstr("was changed by another program"));
  EXPECT_EQ(test::bytes_of(file()), "a: 3\n");
  EXPECT_TRUE(document_.is_modified());
  ASSERT_TRUE(document_.save_as(file(), error_, YamlDocument::Overwrite::kAlways));
  EXPECT_EQ(test::bytes_of(file()), "a: 2\r\n# c");
  EXPECT_FALSE(document_.is_changed_on_disk());
}

TEST_F(YamlFile, AReplacedFileIsReportedAndOwnSavesAreNot) {
  ASSERT_TRUE(load());
  QSignalSpy told(&document_, &YamlDocument::changed_on_disk);
  ASSERT_TRUE(document_.set("a", "2"));
  ASSERT_TRUE(document_.save(error_));
  test::write_file(file("new"), "a: 4\n");
  ASSERT_EQ(std::rename(file("new").toUtf8(), file().toUtf8()), 0);
  ASSERT_TRUE(told.wait());
  EXPECT_EQ(told.count(), 1);
  EXPECT_TRUE(document_.is_changed_on_disk());
}

TEST_F(YamlFile, ARemovedFileIsCreatedAgain) {
  ASSERT_TRUE(load());
  ASSERT_TRUE(QFile::remove(file()));
  EXPECT_FALSE(document_.is_changed_on_disk());
  EXPECT_TRUE(document_.save(error_));
  EXPECT_EQ(test::bytes_of(file()), "a: 1\r\n# c");
}

TEST_F(YamlFile, EditsRestoredAfterACrashAreModified) {
  document_.reset("a: 9\n", file(), true);
  EXPECT_TRUE(document_.is_modified());
  EXPECT_FALSE(document_.is_changed_on_disk());
  ASSERT_TRUE(document_.save(error_));
  EXPECT_FALSE(document_.is_modified());
  EXPECT_EQ(test::bytes_of(file()), "a: 9\n");
}

}  // namespace
}  // namespace seawind::gui
