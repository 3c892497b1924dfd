// SPDX-License-Identifier: GPL-3.0-or-later
// Names and texts from files are displayed literally; markup in them is not interpreted.
#include "gui/plain_text.h"

#include <gtest/gtest.h>

#include <QTest>

#include "gui/app/application.h"
#include "gui/app/main_window.h"

namespace seawind::gui {
namespace {

const QString kHostile = QStringLiteral("<b>x</b><img src=\"file:///etc/passwd\">");

/// The text that the label displays.
QString seen(const QLabel& label) {
  EXPECT_NE(label.textFormat(), Qt::AutoText) << label.text().toStdString();
  if (label.textFormat() == Qt::PlainText) return label.text();
  QTextDocument rich;
  rich.setHtml(label.text());
  return rich.toPlainText();
}

QStringList all_seen(const QWidget& window) {
  QStringList all;
  for (const QLabel* label : window.findChildren<QLabel*>()) all << seen(*label);
  return all;
}

TEST(PlainText, OfALabel) {
  QLabel label(kHostile);
  label.show();
  EXPECT_EQ(seen(label), kHostile);
  label.setText("<i>" + kHostile);
  EXPECT_EQ(seen(label), "<i>" + kHostile);
}

TEST(PlainText, OfAMessageBoxAndADialog) {
  QMessageBox box(QMessageBox::Warning, "Title", kHostile);
  box.setInformativeText(kHostile);
  box.show();
  EXPECT_EQ(all_seen(box).count(kHostile), 2);
  QInputDialog dialog;
  dialog.setLabelText(kHostile);
  dialog.show();
  EXPECT_TRUE(all_seen(dialog).contains(kHostile));
}

const QLabel* tool_tip() {
  for (const QWidget* widget : QApplication::topLevelWidgets())
    if (widget->inherits("QTipLabel") && widget->isVisible())
      return qobject_cast<const QLabel*>(widget);
  return nullptr;
}

TEST(PlainText, OfAToolTip) {
  QWidget widget;
  widget.setToolTip(kHostile);
  widget.show();
  QHelpEvent help(QEvent::ToolTip, QPoint(1, 1), widget.mapToGlobal(QPoint(1, 1)));
  QApplication::sendEvent(&widget, &help);
  ASSERT_NE(tool_tip(), nullptr);
  EXPECT_EQ(seen(*tool_tip()), kHostile);
  // The same tool tip window is used again for another text.
  QToolTip::showText(widget.mapToGlobal(QPoint(2, 2)), kHostile + '2', &widget);
  ASSERT_NE(tool_tip(), nullptr);
  EXPECT_EQ(seen(*tool_tip()), kHostile + '2');
  QToolTip::hideText();
}

TEST(PlainText, OfAnItem) {
  QListWidget list;
  auto* item = new QListWidgetItem(kHostile, &list);
  item->setToolTip(kHostile);
  list.show();
  const QPoint at = list.visualItemRect(item).center();
  QHelpEvent help(QEvent::ToolTip, at, list.viewport()->mapToGlobal(at));
  QApplication::sendEvent(list.viewport(), &help);
  ASSERT_NE(tool_tip(), nullptr);
  EXPECT_EQ(seen(*tool_tip()), kHostile);
  QToolTip::hideText();
}

// Labels with markup of the program have the text format RichText, and no tool tip contains markup.
TEST(PlainText, OurOwnMarkupIsDeclared) {
  QSettings().clear();
  load_resources();
  const QTemporaryDir folder;
  const Places places{SEAWIND_SOURCE_DIR "/configs", folder.filePath("own"),
                      folder.filePath("campaigns")};
  MainWindow window(places, standard_pages(places));
  window.show();
  for (int i = 0; i < static_cast<int>(window.entries().size()); ++i) window.show_page(i);
  int rich = 0;
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    EXPECT_FALSE(Qt::mightBeRichText(widget->toolTip())) << widget->toolTip().toStdString();
    const auto* label = qobject_cast<const QLabel*>(widget);
    if (label == nullptr || !Qt::mightBeRichText(label->text())) continue;
    EXPECT_EQ(label->textFormat(), Qt::RichText) << label->text().toStdString();
    ++rich;
  }
  EXPECT_GT(rich, 0);
}

}  // namespace
}  // namespace seawind::gui
