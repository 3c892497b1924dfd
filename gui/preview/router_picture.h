// SPDX-License-Identifier: GPL-3.0-or-later
// A router's tree from left to right, in the direction of the packets: arrival, disciplines and
// their classes, queues, link. One box is selected. Arrow keys move the selection: left to the
// parent, right to the first child, up and down to the neighbours.
#pragma once

#include <QtWidgets>
#include <map>
#include <memory>

#include "gui/preview/node_button.h"
#include "gui/preview/router_node.h"

namespace seawind::gui {

class RouterPicture : public QWidget {
  Q_OBJECT

 public:
  explicit RouterPicture(QWidget* parent = nullptr);

  /// Shows the tree. The selection stays at its place; if that is gone, it moves to the nearest
  /// parent that exists.
  void show_tree(std::unique_ptr<RouterNode> root);
  RouterNode* root() const { return root_.get(); }
  /// Null without a tree.
  RouterNode* selected() const;
  /// Selects the box of the place; no effect if there is none. `focus`: the box also gets the
  /// focus.
  void select(const QString& place, bool focus = true);
  /// Null if the place has no box.
  NodeButton* box_of(const QString& place) const;
  /// Shows a line edit over the name of the selected box. Enter emits renamed(), Escape cancels.
  void begin_rename();

 signals:
  void selection_changed();
  void chosen(const QString& path);  // by a click or Enter
  void renamed(const QString& name);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  NodeButton* make_box(const RouterNode& node);
  void arrange();
  int place_column(const RouterNode& node, std::size_t depth, int top);
  void walk(int key);
  QRect box_rect(const RouterNode& node) const;

  std::unique_ptr<RouterNode> root_;
  std::map<QString, NodeButton*> boxes_;  // by place
  QString selected_;
  NodeButton* current_ = nullptr;  // the Tab stop
  std::vector<int> columns_;       // x of each depth, then of the link, pixels
  QLineEdit* name_field_ = nullptr;
  int content_height_ = 0;
};

}  // namespace seawind::gui
