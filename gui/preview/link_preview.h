// SPDX-License-Identifier: GPL-3.0-or-later
// Preview of a link profile: the path of a packet, and the plots of a probe in virtual time. It
// runs again shortly after each edit. While the text cannot be run, the last pictures are shown
// dimmed, with a notice.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <array>

#include "gui/document/yaml_document.h"
#include "gui/preview/link_plots.h"
#include "gui/preview/link_runner.h"
#include "gui/preview/path_picture.h"
#include "gui/preview/preview.h"
#include "gui/preview/veil.h"

namespace seawind::gui {

class LinkPreview : public Preview {
  Q_OBJECT

 public:
  LinkPreview(YamlDocument& document, Places places, QWidget* parent = nullptr);

  PathPicture& picture() { return *picture_; }
  PreviewPlots& plots() { return *plots_; }
  /// The data shown; null: none yet.
  const LinkData* data() const { return shown_.data.get(); }
  /// Empty if the pictures match the text.
  QString notice() const { return notice_->text(); }
  bool is_busy() const { return runner_.is_busy() || run_timer_.isActive(); }

 signals:
  /// A run has ended, with data or with a notice.
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
  QTimer run_timer_;  // delays the run until the edits pause
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
  std::array<Veil*, 2> veils_{};  // over the pictures of an earlier text
};

}  // namespace seawind::gui
