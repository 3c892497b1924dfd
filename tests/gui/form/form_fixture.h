// SPDX-License-Identifier: GPL-3.0-or-later
// A document with its form and its text, as in the library page.
#pragma once

#include <gtest/gtest.h>

#include <QTest>
#include <QtWidgets>

#include "gui/form/document_view.h"

namespace seawind::gui {

inline Places test_places(const QString& own = QStringLiteral("/nowhere")) {
  const QString configs = QStringLiteral(SEAWIND_SOURCE_DIR "/configs");
  return {configs, own, own};
}

inline QString shipped(Kind kind, const QString& name) {
  return test_places().shipped_folder(kind) + '/' + name + ".yaml";
}

inline QString bytes_of(const QString& file) {
  QFile in(file);
  EXPECT_TRUE(in.open(QIODevice::ReadOnly)) << file.toStdString();
  return QString::fromUtf8(in.readAll());
}

struct FormFixture {
  /// An unsaved document of the kind with the text.
  FormFixture(Kind kind, const QString& text) : document(kind, test_places()) {
    document.reset(text);
    open();
  }
  /// The shipped file with that name.
  static std::unique_ptr<FormFixture> of(Kind kind, const QString& name, bool shown = true) {
    return std::unique_ptr<FormFixture>(new FormFixture(kind, name, shown));
  }

  SchemaForm& form() { return view->form(); }
  YamlEditor& editor() { return view->editor(); }
  bool checked() {
    return QTest::qWaitFor([this] { return view->checker().is_current(); });
  }
  /// The field at the path, after opening the groups around it; null if there is none.
  QWidget* field(const QString& path) {
    form().reveal(path, false);
    return form().field(path);
  }
  template <typename Widget>
  Widget* control(const QString& path) {
    auto* found = field(path);
    EXPECT_NE(found, nullptr) << path.toStdString();
    return found == nullptr ? nullptr : found->findChild<Widget*>();
  }
  QLineEdit* line(const QString& path) { return control<QLineEdit>(path); }
  /// Replaces the content of the line by typing, as a user does.
  void type(const QString& path, const QString& text) {
    auto* into = line(path);
    ASSERT_NE(into, nullptr) << path.toStdString();
    into->setFocus();
    into->selectAll();
    if (text.isEmpty()) {
      QTest::keyClick(into, Qt::Key_Delete);
    } else {
      QTest::keyClicks(into, text);
    }
  }
  /// Selects an entry of the combo box of the field with the accessible name `path`, or `path` and
  /// `which`.
  void choose(const QString& path, const QString& entry, const QString& which = {}) {
    auto* found = field(path);
    ASSERT_NE(found, nullptr) << path.toStdString();
    for (auto* box : found->findChildren<QComboBox*>()) {
      if (box->accessibleName() != (which.isEmpty() ? path : path + ' ' + which)) continue;
      const int index = box->findText(entry);
      ASSERT_GE(index, 0) << entry.toStdString();
      box->setCurrentIndex(index);
      emit box->activated(index);
      emit box->textActivated(entry);
      return;
    }
    FAIL() << "no choice at " << path.toStdString();
  }

  YamlDocument document;
  std::unique_ptr<DocumentView> view;

 private:
  FormFixture(Kind kind, const QString& name, bool shown) : document(kind, test_places()) {
    QString error;
    EXPECT_TRUE(document.load(seawind::gui::shipped(kind, name), error)) << error.toStdString();
    open(shown);
  }
  void open(bool shown = true) {
    view = std::make_unique<DocumentView>(&document, test_places(), nullptr, nullptr);
    view->resize(1400, 900);
    if (!shown) return;
    view->show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(view.get()));
    view->activateWindow();
  }
};

}  // namespace seawind::gui
