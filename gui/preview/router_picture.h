// SPDX-License-Identifier: GPL-3.0-or-later
// A router's tree drawn from left to right, as packets go: where they come in, the disciplines and
// their classes, the queues, the link that takes them. One box is selected; arrow keys walk: left
// to what holds it, right into it, up and down among neighbours.
#pragma once

#include <QLineEdit>
#include <QWidget>
#include <map>
#include <memory>

#include "gui/preview/node_button.h"
#include "gui/preview/router_node.h"

namespace seawind::gui {

class RouterPicture : public QWidget {
  Q_OBJECT

 public:
  explicit RouterPicture(QWidget* parent = nullptr);

  /// What is selected stays so if its place is still there, else what was nearest to it.
  void show_tree(std::unique_ptr<RouterNode> root);
  RouterNode* root() const { return root_.get(); }
  RouterNode* selected() const;
  void select(const QString& place, bool focus = true);
  NodeButton* box_of(const QString& place) const;
  /// Shows a field over the selected box's name; Enter emits renamed(), Escape leaves it as it is.
  void begin_rename();

 signals:
  void selection_changed();
  void chosen(const QString& path);  // a click or Enter
  void renamed(const QString& name);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
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
  NodeButton* current_ = nullptr;  // reached by Tab
  std::vector<int> columns_;       // x of each depth, then of the link
  QLineEdit* name_field_ = nullptr;
  int content_height_ = 0;
};

}  // namespace seawind::gui
