// SPDX-License-Identifier: GPL-3.0-or-later
// Preview of a router: its tree drawn, and edited there. While the text is not YAML the last tree
// stays, faint, and cannot be edited.
#pragma once

#include <QAction>
#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <functional>

#include "gui/preview/draft.h"
#include "gui/preview/preview.h"
#include "gui/preview/router_edits.h"
#include "gui/preview/router_picture.h"

namespace seawind::gui {

class RouterPreview : public Preview {
  Q_OBJECT

 public:
  RouterPreview(YamlDocument& document, Places places, QWidget* parent = nullptr);

  RouterPicture& picture() { return *picture_; }
  QString notice() const { return notice_->text(); }
  /// The disciplines that can stand where the selection is.
  QMenu& disciplines() { return *disciplines_; }

 private:
  QAction* add_action(const QString& text, const QKeySequence& key, const QString& tip,
                      const std::function<void()>& act);
  void make_tools(QLayout& into);
  void refresh();
  void say(const QString& problem, bool faint);
  void show_actions();
  bool can_edit() const;  // not what comes with Seawind, nor what another file says
  /// Runs an edit, selects `select` afterwards, or says why it was not done.
  void edit(const std::function<QString(const RouterNode&, QString& select)>& change);
  void fill_disciplines();

  YamlDocument& document_;
  Places places_;
  RouterEdits edits_;
  std::optional<config::Node> inherited_;  // the tree of the file that is extended
  bool editing_ = false;                   // several changes are under way
  RouterPicture* picture_;
  QLabel* notice_;
  QToolButton* take_over_;
  QMenu* disciplines_;
  QToolButton* disciplines_button_;
  QAction *add_, *add_inside_, *rename_, *up_, *down_, *remove_;
  QGraphicsOpacityEffect* faint_;
};

}  // namespace seawind::gui
