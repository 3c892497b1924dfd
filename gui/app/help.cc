// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/help.h"

#include <string>

#include "gui/app/main_window.h"
#include "gui/app/menus.h"
#include "gui/app/reference_view.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

QString plain(const QAction& action) {
  return QString(action.text()).remove('&').remove("...");
}

void fill(QTreeWidget& tree, MainWindow& window) {
  for (const auto& section : window.menus().sections()) {
    QTreeWidgetItem* top = nullptr;
    for (const QAction* action : section.actions) {
      if (action->isSeparator() || action->shortcut().isEmpty()) continue;
      if (top == nullptr) top = new QTreeWidgetItem(&tree, {section.title});
      new QTreeWidgetItem(top,
                          {plain(*action), action->shortcut().toString(QKeySequence::NativeText)});
    }
    if (top != nullptr) top->setFirstColumnSpanned(true);
  }
  tree.expandAll();
}

void filter(const QTreeWidget& tree, const QString& words) {
  for (int i = 0; i < tree.topLevelItemCount(); ++i) {
    QTreeWidgetItem* top = tree.topLevelItem(i);
    int shown = 0;
    for (int j = 0; j < top->childCount(); ++j) {
      QTreeWidgetItem* line = top->child(j);
      const bool fits = line->text(0).contains(words, Qt::CaseInsensitive) ||
                        line->text(1).contains(words, Qt::CaseInsensitive);
      line->setHidden(!fits);
      shown += fits ? 1 : 0;
    }
    top->setHidden(shown == 0);
  }
}

}  // namespace

QDialog& show_reference(MainWindow& window, const QString& page) {
  auto* view = window.findChild<ReferenceView*>();
  if (view == nullptr) view = new ReferenceView(&window);
  view->show_page(page);
  view->show();
  view->raise();
  view->activateWindow();
  return *view;
}

QDialog& show_shortcuts(MainWindow& window) {
  auto* dialog = new QDialog(&window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(MainWindow::tr("Shortcuts"));
  dialog->resize(560, 640);
  auto* words = new QLineEdit;
  words->setPlaceholderText(MainWindow::tr("Filter"));
  words->setAccessibleName(MainWindow::tr("Filter the shortcuts"));
  words->setClearButtonEnabled(true);
  auto* tree = new QTreeWidget;
  tree->setAccessibleName(MainWindow::tr("Shortcuts"));
  tree->setHeaderLabels({MainWindow::tr("What it does"), MainWindow::tr("Keys")});
  tree->setRootIsDecorated(false);
  fill(*tree, window);
  tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  tree->header()->setStretchLastSection(false);
  QObject::connect(words, &QLineEdit::textChanged, tree,
                   [tree](const QString& text) { filter(*tree, text); });
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  add_items(new QVBoxLayout(dialog), {words, tree, buttons});
  dialog->show();
  return *dialog;
}

void show_about(MainWindow& window) {
  QMessageBox box(
      QMessageBox::NoIcon, MainWindow::tr("About Seawind"),
      MainWindow::tr("<h3>Seawind %1</h3><p>Real traffic over emulated wireless links, in real "
                     "time, with measured timing accuracy.</p>"
                     "<p>Qt %2 (built with %3)</p>"
                     "<p>Free software under the GNU General Public License, version 3 or "
                     "later.</p>")
          .arg(SEAWIND_VERSION, qVersion(), QT_VERSION_STR),
      QMessageBox::Ok, &window);
  box.setTextFormat(Qt::RichText);
  box.setIconPixmap(window.windowIcon().pixmap(64));
  box.exec();
}

}  // namespace seawind::gui
