// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons of the channel states of a link profile. Each shows or hides the columns of its state. A
// state that a direction overrides is shown until the user hides it.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

class FormContext;

class StatesBar : public QWidget {
  Q_OBJECT

 public:
  /// `prefix` as for SchemaForm. The bar is empty until refresh().
  StatesBar(FormContext& context, QString prefix, QWidget* parent);

  /// Reads the states of the document. Returns whether shown() has changed.
  bool refresh();
  /// Shows or hides a state, as its button does.
  void show_state(const QString& state, bool on);
  const QStringList& shown() const { return shown_; }

 signals:
  /// The user has changed shown().
  void shown_changed();

 private:
  void make_buttons();

  FormContext& context_;
  const QString prefix_;
  QWidget* buttons_ = nullptr;
  QStringList names_;
  QStringList shown_;
  QStringList chosen_;  // selected by the user; they stay shown
  QStringList hidden_;
};

}  // namespace seawind::gui
