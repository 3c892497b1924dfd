// SPDX-License-Identifier: GPL-3.0-or-later
// Preview of a link profile: the path of a packet, and what the engine does with a probe in virtual
// time. Runs again a moment after each edit; while the text cannot be run the last pictures stay,
// faint, with a notice.
#pragma once

#include <QComboBox>
#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QProgressBar>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>

#include "gui/document/yaml_document.h"
#include "gui/preview/link_plots.h"
#include "gui/preview/link_runner.h"
#include "gui/preview/path_picture.h"
#include "gui/preview/preview.h"

namespace seawind::gui {

class LinkPreview : public Preview {
  Q_OBJECT

 public:
  LinkPreview(YamlDocument& document, Places places, QWidget* parent = nullptr);

  PathPicture& picture() { return *picture_; }
  PreviewPlots& plots() { return *plots_; }
  /// What is shown; null: nothing yet.
  const LinkData* data() const { return shown_.data.get(); }
  /// Empty: what is shown is what the text says.
  QString notice() const { return notice_->text(); }
  bool is_busy() const { return runner_.is_busy() || soon_.isActive(); }

 signals:
  /// A run came to its end, with data or with a notice.
  void refreshed();

 private:
  QLayout* make_choices();
  void run();
  void show_result(const LinkResult& result);
  void show_busy(bool busy);
  void say(const QString& problem);

  YamlDocument& document_;
  Places places_;
  LinkRunner runner_;
  QTimer soon_;  // from the last edit to the run
  LinkResult shown_;
  QComboBox* duration_;
  QComboBox* probe_size_;
  QComboBox* probe_interval_;
  QSpinBox* seed_;
  QProgressBar* busy_;
  QToolButton* stop_;
  QLabel* notice_;
  QLabel* summary_;
  PathPicture* picture_;
  PreviewPlots* plots_;
  QGraphicsOpacityEffect* faint_picture_;
  QGraphicsOpacityEffect* faint_plots_;
};

}  // namespace seawind::gui
