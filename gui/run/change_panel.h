// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the link of a running repetition by hand: single parameters, an outage, a handover to
// another profile, another router. All parts of a change take effect at one instant. A list below
// the fields shows the changes of this repetition.
#pragma once

#include <QtWidgets>
#include <array>

#include "common/config/tree.h"
#include "controller/campaign/daemon_link.h"
#include "gui/note.h"
#include "gui/places.h"
#include "gui/run/live_state.h"

namespace seawind::gui {

class ChangePanel : public QWidget {
  Q_OBJECT

 public:
  explicit ChangePanel(const Places& places, QWidget* parent = nullptr);

  /// Enables the panel if there is a link to change. `why`: the reason it is disabled.
  void set_available(bool available, const QString& why = {});
  /// Sets the current configuration of the link; empty fields show its values.
  void set_configuration(const ShownLink& configuration);
  /// Appends an applied or rejected change to the list.
  void add_entry(const LinkChangeEntry& entry);
  /// Clears the list and the fields, because they belong to another repetition.
  void begin_repetition();

  /// The change that the fields describe.
  RequestedChange edit() const;

 signals:
  void change_requested(const RequestedChange& change);

 private:
  static constexpr int kFields = 3;

  QWidget* make_directions();
  QWidget* make_rest();
  QString path_of(int direction, int field) const;
  void check();
  void show_problem(const QString& problem);
  void show_current();
  QString current(const QString& path) const;  // the value now; empty: none
  void send();
  void clear_fields();

  std::array<std::array<QLineEdit*, kFields>, 2> fields_{};  // downlink, uplink
  QComboBox* state_;
  QDoubleSpinBox* outage_;
  QComboBox* outage_directions_;
  QComboBox* profile_;
  QComboBox* router_;
  QLineEdit* other_;
  QPushButton* change_;
  Note* problem_;
  QListWidget* log_;
  config::Node now_;  // the profile of the link
  bool available_ = false;
  bool waiting_ = false;  // a change was sent and its result is outstanding
  QString unavailable_;
};

}  // namespace seawind::gui
