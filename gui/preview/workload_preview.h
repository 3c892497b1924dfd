// SPDX-License-Identifier: GPL-3.0-or-later
// Preview of a workload: one row per flow over time, with the window of its start, its length if
// the file determines it, direction, role and size.
#pragma once

#include <QtWidgets>
#include <vector>

#include "gui/document/preview.h"
#include "gui/document/yaml_document.h"
#include "gui/preview/flow_times.h"
#include "gui/preview/node_button.h"

namespace seawind::gui {

/// The rows and the time axis below them. Up and down move the focus, a click or Enter chooses a
/// flow.
class FlowPicture : public QWidget {
  Q_OBJECT

 public:
  explicit FlowPicture(QWidget* parent = nullptr);

  void show_flows(std::vector<FlowTime> flows);
  const std::vector<FlowTime>& flows() const { return flows_; }
  NodeButton* box_of(std::size_t flow) const { return boxes_[flow]; }
  /// The x coordinate of a time after the beginning of the workload, in pixels from the left.
  double x_of(double seconds) const;

 signals:
  /// A flow was chosen; `path` is "flows[1]".
  void chosen(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void arrange();
  void paint_axis(QPainter& painter) const;
  void paint_flow(QPainter& painter, const FlowTime& flow, const QRect& row) const;
  int axis_top() const;

  std::vector<FlowTime> flows_;
  std::vector<NodeButton*> boxes_;
  NodeButton* current_ = nullptr;
  double end_ = 1;  // time at the right edge, s
  int left_ = 0;    // x of the time axis' origin, pixels
};

class WorkloadPreview : public Preview {
  Q_OBJECT

 public:
  WorkloadPreview(YamlDocument& document, Places places, QWidget* parent = nullptr);

  FlowPicture& picture() { return *picture_; }

 private:
  void refresh() override;

  FlowPicture* picture_;
};

}  // namespace seawind::gui
