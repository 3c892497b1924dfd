// SPDX-License-Identifier: GPL-3.0-or-later
// Preview of a link profile: the path of a packet, and the plots of a probe in virtual time. It
// runs again shortly after each edit. While the text cannot be run, the last pictures are shown
// dimmed, with a notice.
#pragma once

#include <QtWidgets>
#include <array>

#include "gui/document/preview.h"
#include "gui/document/yaml_document.h"
#include "gui/preview/dim_overlay.h"
#include "gui/preview/link_runner.h"
#include "gui/preview/path_picture.h"
#include "gui/preview/preview_plots.h"
#include "gui/task.h"

namespace seawind::gui {

class LinkPreview : public Preview {
  Q_OBJECT

 public:
  LinkPreview(YamlDocument& document, Places places, QWidget* parent = nullptr);

  PathPicture& picture() { return *picture_; }
  PreviewPlots& plots() { return *plots_; }
  /// The data shown; null: none yet.
  const LinkData* data() const { return shown_.data.get(); }
  bool is_busy() const { return task_.is_running() || run_timer_.isActive(); }

 signals:
  /// A run has ended, with data or with a notice.
  void refreshed();

 private:
  void refresh() override { run_timer_.start(); }
  QLayout* make_choices();
  void run();
  void show_result(const LinkResult& result);
  void show_busy(bool busy);
  void show_problem(const QString& problem);

  QTimer run_timer_;  // delays the run until the edits pause
  LinkResult shown_;
  QComboBox* duration_;
  QComboBox* probe_size_;
  QComboBox* probe_interval_;
  QSpinBox* seed_;
  QProgressBar* busy_;
  QToolButton* stop_;
  QLabel* summary_;
  PathPicture* picture_;
  PreviewPlots* plots_;
  std::array<DimOverlay*, 2> overlays_{};  // over the pictures of an earlier text
  Task task_{Task::Threads::kOne};
};

}  // namespace seawind::gui
