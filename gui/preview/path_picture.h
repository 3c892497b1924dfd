// SPDX-License-Identifier: GPL-3.0-or-later
// The path of a packet through the link: one column per direction, one box per element; elements
// without effect are faint. Arrow keys move the focus, a click or Enter chooses a box.
#pragma once

#include <QtWidgets>
#include <array>
#include <vector>

#include "gui/preview/node_button.h"
#include "gui/preview/path_elements.h"

namespace seawind::gui {

class PathPicture : public QWidget {
  Q_OBJECT

 public:
  explicit PathPicture(const SchemaNode& schema, QWidget* parent = nullptr);

  /// `router`: name of the router in front of the downlink; empty: none.
  void show_profile(const config::Node& profile, const QString& router);
  /// The box of an element's path, or null.
  NodeButton* box_of(const QString& path) const;

 signals:
  /// A box was chosen; `path` is the key to edit.
  void path_chosen(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  NodeButton* make_box(int row, int column, int columns = 1);
  static void fill(NodeButton& box, const PathElement& element);
  void make_rows(std::size_t rows);
  void walk(int down, int across);

  const SchemaNode& schema_;
  QGridLayout* grid_;
  NodeButton* channel_;
  NodeButton* current_ = nullptr;
  std::array<std::vector<NodeButton*>, 2> directions_;
};

}  // namespace seawind::gui
