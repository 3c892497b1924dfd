// SPDX-License-Identifier: GPL-3.0-or-later
// Preview of a router: its tree, which can be edited in the drawing. While the text is not YAML,
// the last tree is shown dimmed and cannot be edited.
#pragma once

#include <QtWidgets>
#include <functional>

#include "gui/document/draft.h"
#include "gui/document/preview.h"
#include "gui/preview/dim_overlay.h"
#include "gui/preview/router_edits.h"
#include "gui/preview/router_picture.h"

namespace seawind::gui {

class RouterPreview : public Preview {
  Q_OBJECT

 public:
  RouterPreview(YamlDocument& document, Places places, QWidget* parent = nullptr);

  RouterPicture& picture() { return *picture_; }
  /// The disciplines permitted at the selection.
  QMenu& disciplines() { return *disciplines_; }

 private:
  QAction* add_action(const QString& text, const QKeySequence& key, const QString& tip,
                      const std::function<void()>& act);
  QToolBar* make_tools();
  void refresh() override;
  void show_problem(const QString& problem, bool faint);
  void show_actions();
  bool can_edit() const;  // false for shipped files and for an inherited tree
  /// Applies `change` to the selected node. Selects `select` afterwards, or shows the reason that
  /// `change` returns.
  void edit(const std::function<QString(const RouterNode&, QString& select)>& change);
  void fill_disciplines();

  RouterEdits edits_;
  std::optional<config::Node> inherited_;  // the tree of the extended file
  bool editing_ = false;  // edit() applies several changes; refresh() has no effect until it ends
  RouterPicture* picture_;
  QToolButton* take_over_;
  QMenu* disciplines_;
  QToolButton* disciplines_button_;
  QAction *add_, *add_inside_, *rename_, *up_, *down_, *remove_;
  DimOverlay* overlay_;
};

}  // namespace seawind::gui
