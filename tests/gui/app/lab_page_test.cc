// SPDX-License-Identifier: GPL-3.0-or-later
// The lab page, with a script in place of the program seawind.
#include "gui/app/lab_page.h"

#include <gtest/gtest.h>

#include <QTest>

#include "gui/app/lab_dialogs.h"
#include "tests/gui/answer.h"

namespace seawind::gui {
namespace {

class LabPageTest : public testing::Test {
 protected:
  LabPageTest() {
    QFile program(folder_.filePath("seawind"));
    EXPECT_TRUE(program.open(QIODevice::WriteOnly));
    program.write(QString(R"(#!/bin/sh
cd '%1'
echo "$*" >> calls
case "$1 $2" in
  "lab list") cat members;;
  "lab add") echo '[{"host": "box", "role": "emulator", "until": "2030-01-02"}]' > members; echo LINE;;
  "lab revoke") echo '[]' > members;;
  "lab init") if [ "$3" = taken ]; then echo "there is a lab taken already" >&2; exit 2; fi;;
  doctor*)
    [ ! -e slow ] || [ "${4##*/}" != "$(cat slow).yaml" ] || exec sleep 60
    echo '[{"check": "lab: box", "verdict": "ok", "finding": "'"${4##*/}"' was reached", "advice": ""}]';;
esac
)")
                      .arg(folder_.path())
                      .toUtf8());
    program.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    write("members", "[]");
    qputenv("PATH", (folder_.path() + ':' + path_).toUtf8());
    page_ = std::make_unique<LabPage>(
        Places{SEAWIND_SOURCE_DIR "/configs", folder_.filePath("own"), folder_.path()});
    page_->show();
  }
  ~LabPageTest() override { qputenv("PATH", path_.toUtf8()); }

  void write(const QString& name, const QByteArray& text) {
    QFile file(folder_.filePath(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  QString read(const QString& name) const {
    QFile file(folder_.filePath(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }
  /// Fills in and accepts the dialog for a new lab.
  void make_lab(const QString& name, const QString& phone = "192.0.2.3") {
    page_->action("new")->trigger();
    auto* dialog = page_->findChild<NewLabDialog*>();
    ASSERT_NE(dialog, nullptr);
    const auto edits = dialog->findChildren<QLineEdit*>();
    edits[0]->setText(name);
    edits[2]->setText("192.0.2.1");
    edits[4]->setText("192.0.2.2");
    edits[6]->setText(phone);
    if (auto* make = default_button(*dialog); make->isEnabled()) return make->click();
    problem_ = text_in(*dialog);
    dialog->reject();
  }
  static QPushButton* default_button(QDialog& dialog) {
    for (auto* button : dialog.findChildren<QPushButton*>())
      if (button->isDefault()) return button;
    return nullptr;
  }
  static QString text_in(const QWidget& widget) {
    QStringList lines;
    for (const QLabel* label : widget.findChildren<QLabel*>())
      if (!label->isHidden()) lines.append(label->text());
    return lines.join('\n');
  }
  QString cell(int row, int column) const {
    const auto* model = page_->findChild<QTableView*>()->model();
    return row < model->rowCount() ? model->index(row, column).data().toString() : QString();
  }

  const QString path_ = qEnvironmentVariable("PATH");
  QTemporaryDir folder_;
  QString problem_;
  std::unique_ptr<LabPage> page_;
};

TEST_F(LabPageTest, FromNothingToACheckedLab) {
  EXPECT_FALSE(page_->action("add")->isEnabled());
  EXPECT_TRUE(text_in(*page_).contains("There is no lab yet"));
  make_lab("office");
  ASSERT_TRUE(QTest::qWaitFor([&] { return cell(2, 0) == "phone"; }));
  EXPECT_EQ(
      read("own/labs/office.yaml"),
      "lab: office\nemulator: {host: box, address: 192.0.2.1}\n"
      "fixed: {host: server, address: 192.0.2.2}\nmobile: {host: phone, address: 192.0.2.3}\n");
  EXPECT_EQ(cell(0, 3), "not yet");

  page_->action("add")->trigger();
  auto* dialog = page_->findChild<AddHostDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->findChild<QLineEdit*>()->setText(" seawind-host-1:abc ");
  dialog->accept();
  ASSERT_TRUE(QTest::qWaitFor([&] { return cell(0, 3) == "certificate until 2030-01-02"; }));
  EXPECT_TRUE(read("calls").contains("lab add --lab office box seawind-host-1:abc --emulator\n"));
  const auto joins = page_->findChildren<QLineEdit*>();
  ASSERT_EQ(joins.size(), 1);
  EXPECT_EQ(joins[0]->text(), "seawind-agent join 'LINE' --emulator");

  page_->action("check")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return text_in(*page_).contains("reached"); }));
  EXPECT_TRUE(
      read("calls").contains("doctor --json --lab " + folder_.filePath("own/labs/office.yaml")));

  EXPECT_FALSE(page_->action("revoke")->isEnabled());
  page_->findChild<QTableView*>()->selectRow(0);
  ASSERT_TRUE(page_->action("revoke")->isEnabled());
  test::answer_next(*page_, QMessageBox::YesRole);
  page_->action("revoke")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return cell(0, 3) == "not yet"; }));
  EXPECT_TRUE(read("calls").contains("lab revoke --lab office box\n"));
}

TEST_F(LabPageTest, ShowsTheFindingsOfTheShownLabOnly) {
  ASSERT_TRUE(QDir(folder_.path()).mkpath("own/labs"));
  for (const QString name : {"first", "second"})
    write("own/labs/" + name + ".yaml", QString("lab: %1\n"
                                                "emulator: {host: box, address: 192.0.2.1}\n"
                                                "fixed: {host: server, address: 192.0.2.2}\n"
                                                "mobile: {host: phone, address: 192.0.2.3}\n")
                                            .arg(name)
                                            .toUtf8());
  page_->hide();
  page_->show();
  auto* labs = page_->findChild<QComboBox*>();
  ASSERT_EQ(labs->count(), 2);
  write("slow", "first");  // its checks do not end by themselves
  page_->action("check")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return read("calls").contains("doctor"); }));
  EXPECT_TRUE(text_in(*page_).contains("Checking"));
  labs->setCurrentIndex(1);
  EXPECT_TRUE(text_in(*page_).contains("Not checked yet")) << text_in(*page_).toStdString();
  page_->action("check")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return text_in(*page_).contains("second.yaml was reached"); }))
      << text_in(*page_).toStdString();
}

TEST_F(LabPageTest, MistakesAreShownAndNothingIsWritten) {
  make_lab("office", "phone.local");
  EXPECT_TRUE(problem_.contains("`phone.local` is not an IPv4 address")) << problem_.toStdString();
  make_lab("taken");
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return text_in(*page_).contains("there is a lab taken already"); }));
  EXPECT_FALSE(QDir(folder_.filePath("own")).exists());
  EXPECT_FALSE(read("calls").contains("office"));
}

TEST_F(LabPageTest, AFileThatIsWrongIsSaidToBe) {
  ASSERT_TRUE(QDir(folder_.path()).mkpath("own/labs"));
  write("own/labs/broken.yaml", "lab: broken\n");
  page_->hide();
  page_->show();
  EXPECT_TRUE(text_in(*page_).contains("broken.yaml: error: `emulator` is missing"))
      << text_in(*page_).toStdString();
  EXPECT_FALSE(page_->action("check")->isEnabled());
}

}  // namespace
}  // namespace seawind::gui
