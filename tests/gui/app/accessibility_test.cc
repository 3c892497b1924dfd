// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for every page and dialog: each control has an accessible name, each action has keys of its
// own.
#include <gtest/gtest.h>

#include <QSignalSpy>

#include "gui/app/application.h"
#include "gui/app/help.h"
#include "gui/app/main_window.h"
#include "gui/app/menus.h"
#include "gui/app/recovery_dialog.h"
#include "gui/app/settings_dialog.h"
#include "gui/page.h"
#include "gui/results/results_page.h"
#include "tests/gui/app/test_window.h"
#include "tests/gui/results/synthetic_campaign.h"

namespace seawind::gui {
namespace {

/// Whether the widget is a part of a composite control; the control has the accessible name.
bool is_part(const QWidget& widget) {
  const QWidget* parent = widget.parentWidget();
  return qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
         qobject_cast<const QComboBox*>(parent) != nullptr ||
         (qobject_cast<const QTabBar*>(&widget) != nullptr &&
          qobject_cast<const QTabWidget*>(parent) != nullptr) ||
         QString(widget.metaObject()->className()).startsWith("QComboBox") ||
         widget.objectName().startsWith("qt_");
}

QStringList nameless(const QWidget& top) {
  QStringList found;
  for (QWidget* widget : top.findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || is_part(*widget)) continue;
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
    if (face != nullptr && !face->text(QAccessible::Name).trimmed().isEmpty()) continue;
    QStringList chain;
    for (const QWidget* at = widget; at != nullptr && at != &top; at = at->parentWidget())
      chain.prepend(QString("%1 '%2'").arg(at->metaObject()->className(), at->objectName()));
    found.append(chain.join(" > "));
  }
  return found;
}

std::string joined(const QStringList& lines) {
  return lines.join('\n').toStdString();
}

class Accessibility : public testing::Test {
 protected:
  Accessibility() {
    QSettings().clear();
    load_resources();
    const Places places{SEAWIND_SOURCE_DIR "/configs", folder.filePath("own"),
                        folder.filePath("campaigns")};
    window = std::make_unique<MainWindow>(places, standard_pages(places));
    window->show();
    for (int i = 0; i < static_cast<int>(window->entries().size()); ++i) window->show_page(i);
  }
  QTemporaryDir folder;
  std::unique_ptr<MainWindow> window;
};

TEST_F(Accessibility, EveryControlHasAName) {
  EXPECT_EQ(nameless(*window), QStringList()) << joined(nameless(*window));
  const SettingsDialog settings;
  LostEdits lost;
  lost.file = "/x.yaml";
  const RecoveryDialog recovery({lost});
  for (const QWidget* dialog : std::initializer_list<const QWidget*>{
           &settings, &recovery, &show_reference(*window), &show_shortcuts(*window)})
    EXPECT_EQ(nameless(*dialog), QStringList()) << joined(nameless(*dialog));
}

TEST_F(Accessibility, EveryControlOfAShownCampaignHasAName) {
  const auto campaign = seawind::test::make_campaign(to_path(folder.filePath("campaigns/c")));
  auto& results = test::page_of<ResultsPage>(*window, "results");
  QSignalSpy shown(&results, &ResultsPage::campaign_shown);
  ASSERT_TRUE(window->open_path(to_text(campaign)));
  ASSERT_TRUE(!shown.isEmpty() || shown.wait(20'000));
  EXPECT_EQ(window->current(), window->index_of("results"));
  EXPECT_GT(results.findChildren<QWidget*>().size(), 50);
  EXPECT_EQ(nameless(results), QStringList()) << joined(nameless(results));
}

TEST_F(Accessibility, NoTwoActionsOfAPageShareKeys) {
  for (int i = 0; i < static_cast<int>(window->entries().size()); ++i) {
    window->show_page(i);
    const std::string page = window->entries()[static_cast<std::size_t>(i)].title.toStdString();
    QHash<QString, QString> taken;
    QList<const QAction*> actions;
    for (const auto& section : window->menus().sections())
      // The window hides those of its actions whose keys the shown page has, and hidden actions
      // have no keys.
      if (!section.is_page)
        for (const QAction* action : section.actions)
          if (action->isVisible()) actions.append(action);
    for (const QAction* action : window->page(i).page_actions()) actions.append(action);
    for (const QAction* action : actions) {
      for (const QKeySequence& keys : action->shortcuts()) {
        EXPECT_FALSE(taken.contains(keys.toString()))
            << page << ": " << keys.toString().toStdString() << " is both "
            << taken[keys.toString()].toStdString() << " and " << action->text().toStdString();
        taken[keys.toString()] = action->text();
      }
    }
    EXPECT_GT(taken.size(), 15) << page;
  }
}

/// Expects that no two entries of a menu, or of its submenus, have the same mnemonic.
void expect_own_letters(const QMenu& menu, const std::string& name) {
  QHash<QChar, QString> taken;
  for (const QAction* action : menu.actions()) {
    if (action->menu() != nullptr)
      expect_own_letters(*action->menu(), action->text().toStdString());
    const auto at = action->text().indexOf('&');
    if (!action->isVisible() || at < 0 || at + 1 >= action->text().size()) continue;
    const QChar letter = action->text()[at + 1].toLower();
    EXPECT_FALSE(taken.contains(letter))
        << name << ": " << QString(letter).toStdString() << " is both "
        << taken[letter].toStdString() << " and " << action->text().toStdString();
    taken[letter] = action->text();
  }
}

TEST_F(Accessibility, MenusHaveOneEntryToALetter) {
  for (int i = 0; i < static_cast<int>(window->entries().size()); ++i) {
    window->show_page(i);
    QStringList letters;
    for (const QAction* menu : window->menuBar()->actions()) {
      if (!menu->isVisible()) continue;
      const auto at = menu->text().indexOf('&');
      ASSERT_GE(at, 0) << menu->text().toStdString();
      const QString letter = menu->text().mid(at + 1, 1).toLower();
      EXPECT_FALSE(letters.contains(letter)) << menu->text().toStdString();
      letters.append(letter);
      expect_own_letters(*menu->menu(), menu->text().toStdString());
    }
  }
}

TEST_F(Accessibility, EveryActionHasAText) {
  int with_keys = 0;
  for (const auto& section : window->menus().sections()) {
    for (const QAction* action : section.actions) {
      if (action->isSeparator()) continue;
      EXPECT_FALSE(action->text().isEmpty()) << section.title.toStdString();
      with_keys += action->shortcut().isEmpty() ? 0 : 1;
    }
  }
  EXPECT_GT(with_keys, 15);
}

}  // namespace
}  // namespace seawind::gui
