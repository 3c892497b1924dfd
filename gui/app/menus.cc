// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/menus.h"

#include <array>

#include "gui/app/help.h"
#include "gui/app/icon.h"
#include "gui/app/main_window.h"
#include "gui/app/settings_dialog.h"
#include "gui/app/theme.h"
#include "gui/page.h"
#include "gui/plain_text.h"

namespace seawind::gui {
namespace {

bool belongs_to_file(const QAction& action) {
  constexpr std::array kUsual{QKeySequence::New, QKeySequence::Open, QKeySequence::Save,
                              QKeySequence::SaveAs, QKeySequence::Close};
  for (const auto usual : kUsual)
    if (!action.shortcut().isEmpty() &&
        QKeySequence::keyBindings(usual).contains(action.shortcut()))
      return true;
  return false;
}

}  // namespace

Menus::Menus(MainWindow& window) : window_(window) {
  tools_ = window.addToolBar(tr("Tools"));
  tools_->setObjectName("tools");
  tools_->setMovable(false);
  tools_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  build_file();
  build_edit();
  build_go_and_view();
  page_ = window_.menuBar()->addMenu(QString());
  build_help();
  connect(&window_, &MainWindow::page_changed, this, &Menus::follow_page);
  connect(&window_, &MainWindow::undo_stack_changed, this, &Menus::follow_undo);
}

Menus::~Menus() = default;

QMenu* Menus::add_menu(const QString& title) {
  own_.push_back({QString(title).remove('&'), {}});
  return window_.menuBar()->addMenu(title);
}

template <typename Slot>
QAction* Menus::add(QMenu* where, const QString& text, const QKeySequence& keys, Slot slot) {
  auto* action = new QAction(text, this);
  action->setShortcut(keys);
  connect(action, &QAction::triggered, this, slot);
  where->addAction(action);
  own_.back().actions.append(action);
  return action;
}

void Menus::build_file() {
  file_ = add_menu(tr("&File"));
  open_ = add(file_, tr("&Open file..."), QKeySequence::Open, [this] {
    for (const QString& file : QFileDialog::getOpenFileNames(
             &window_, tr("Open"), window_.places().own, tr("Seawind files (*.yaml *.yml)")))
      window_.open_path(file);
  });
  open_campaign_ = add(file_, tr("Open cam&paign..."), QKeySequence(tr("Ctrl+Shift+O")), [this] {
    const QString directory = QFileDialog::getExistingDirectory(
        &window_, tr("Open a campaign directory"), window_.places().campaigns);
    if (!directory.isEmpty()) window_.open_path(directory);
  });
  recent_ = file_->addMenu(tr("Open &recent"));
  connect(recent_, &QMenu::aboutToShow, this, &Menus::fill_recent);
  file_end_ = file_->addSeparator();
  add(file_, tr("S&ettings..."), QKeySequence(tr("Ctrl+,")), [this] {
    SettingsDialog dialog(&window_);
    dialog.exec();
  })->setMenuRole(QAction::PreferencesRole);
  file_->addSeparator();
  add(file_, tr("&Quit"), QKeySequence(tr("Ctrl+Q")), [this] {
    window_.close();
  })->setMenuRole(QAction::QuitRole);
}

void Menus::build_edit() {
  QMenu* edit = add_menu(tr("&Edit"));
  QAction* undo = undo_.createUndoAction(this, tr("&Undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* redo = undo_.createRedoAction(this, tr("&Redo"));
  redo->setShortcut(QKeySequence(tr("Ctrl+Shift+Z")));
  for (QAction* action : {undo, redo}) {
    edit->addAction(action);
    own_.back().actions.append(action);
  }
}

void Menus::build_go_and_view() {
  QMenu* view = add_menu(tr("&View"));
  for (std::size_t i = 0; i < window_.entries().size(); ++i) {
    const auto number = static_cast<int>(i) + 1;
    const PageEntry& entry = window_.entries()[i];
    add(view, QString("&%1 %2").arg(number).arg(entry.title),
        QKeySequence(QString("Ctrl+%1").arg(number)),
        [this, i] { window_.show_page(static_cast<int>(i)); })
        ->setIcon(icon(entry.key));
  }
  view->addSeparator();
  build_theme(view);
  add(view, tr("&Larger text"), QKeySequence::ZoomIn, [] { set_zoom(stored_zoom() + 1); });
  add(view, tr("S&maller text"), QKeySequence::ZoomOut, [] { set_zoom(stored_zoom() - 1); });
  add(view, tr("&Normal text"), QKeySequence(tr("Ctrl+0")), [] { set_zoom(0); });
  view->addSeparator();
  QAction* full = add(view, tr("&Full screen"), QKeySequence(tr("F11")), [this](bool on) {
    window_.setWindowState(window_.windowState().setFlag(Qt::WindowFullScreen, on));
  });
  full->setCheckable(true);
}

void Menus::build_theme(QMenu* view) {
  QMenu* menu = view->addMenu(tr("&Theme"));
  auto* group = new QActionGroup(this);
  const std::pair<Theme, QString> themes[] = {{Theme::kSystem, tr("As the &desktop")},
                                              {Theme::kLight, tr("&Light")},
                                              {Theme::kDark, tr("Dar&k")}};
  for (const auto& [theme, text] : themes) {
    QAction* action = add(menu, text, {}, [theme = theme] { set_theme(theme); });
    action->setCheckable(true);
    action->setData(static_cast<int>(theme));
    group->addAction(action);
  }
  // The settings dialog can change the theme as well.
  connect(menu, &QMenu::aboutToShow, group, [group] {
    for (QAction* action : group->actions())
      action->setChecked(action->data().toInt() == static_cast<int>(stored_theme()));
  });
}

void Menus::build_help() {
  QMenu* help = add_menu(tr("&Help"));
  add(help, tr("&Reference"), QKeySequence::HelpContents, [this] { show_reference(window_); });
  add(help, tr("&Shortcuts"), QKeySequence(tr("Ctrl+F1")), [this] { show_shortcuts(window_); });
  help->addSeparator();
  add(help, tr("&About Seawind"), {}, [this] {
    show_about(window_);
  })->setMenuRole(QAction::AboutRole);
}

QString Menus::with_mnemonic(const QString& title) const {
  QSet<QChar> taken;
  for (const QAction* menu : window_.menuBar()->actions()) {
    const auto at = menu->text().indexOf('&');
    if (menu != page_->menuAction() && at >= 0 && at + 1 < menu->text().size())
      taken.insert(menu->text()[at + 1].toLower());
  }
  for (qsizetype i = 0; i < title.size(); ++i)
    if (title[i].isLetter() && !taken.contains(title[i].toLower()))
      return QString(title).insert(i, '&');
  return title;
}

void Menus::follow_page() {
  Page& page = window_.page(window_.current());
  const PageEntry& entry = window_.entries()[static_cast<std::size_t>(window_.current())];
  for (const auto& action : std::exchange(in_file_, {}))
    if (action != nullptr) file_->removeAction(action);
  page_->clear();
  tools_->clear();
  QList<QKeySequence> taken;
  for (QAction* action : page.page_actions()) {
    tools_->addAction(action);
    taken.append(action->shortcuts());
    if (action->isSeparator() || !belongs_to_file(*action)) {
      page_->addAction(action);
      continue;
    }
    file_->insertAction(file_end_, action);
    in_file_.append(action);
  }
  // The shown page has an opener of its own with this shortcut.
  for (QAction* opener : {open_, open_campaign_})
    opener->setVisible(!taken.contains(opener->shortcut()));
  page_->menuAction()->setText(with_mnemonic(entry.title));
  page_->menuAction()->setVisible(!page_->isEmpty());
  tools_->setVisible(!page.page_actions().isEmpty());
  follow_undo();
}

void Menus::follow_undo() {
  QUndoStack* stack = window_.page(window_.current()).undo_stack();
  if (stack != nullptr && !undo_.stacks().contains(stack)) undo_.addStack(stack);
  undo_.setActiveStack(stack);
}

void Menus::fill_recent() {
  recent_->clear();
  for (Recent* recent : {&window_.files(), &window_.campaigns()}) {
    for (const QString& path : recent->paths()) {
      QAction* action = recent_->addAction(without_mnemonic(path));
      connect(action, &QAction::triggered, this, [this, path] { window_.open_path(path); });
    }
    recent_->addSeparator();
  }
  QAction* clear = recent_->addAction(tr("&Clear the list"));
  connect(clear, &QAction::triggered, this, [this] {
    window_.files().clear();
    window_.campaigns().clear();
  });
}

std::vector<Menus::Section> Menus::sections() {
  auto all = own_;
  for (std::size_t i = 0; i < window_.entries().size(); ++i) {
    const Page& page = window_.page(static_cast<int>(i));
    all.push_back({window_.entries()[i].title, page.page_actions(), true});
  }
  return all;
}

}  // namespace seawind::gui
