// SPDX-License-Identifier: GPL-3.0-or-later
// A field with its surroundings: the source of the value, the reset button (removes the key), and
// the problem below.
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include "gui/form/field.h"

namespace seawind::gui {

class Cell : public QWidget {
  Q_OBJECT

 public:
  Cell(FormContext& form, const SchemaNode& node, const QString& path, const QString& title,
       QWidget* parent);
  ~Cell() override;

  const QString& path() const { return field_->path(); }
  Field& field() { return *field_; }
  QToolButton& reset_button() { return *mark_; }

  /// Refreshes if the inputs of the value have changed since the last call; with `anyway` always.
  void refresh(bool anyway = false);
  void show_problems(const QStringList& texts);
  QString problem_text() const { return problem_ == nullptr ? QString() : problem_->text(); }
  /// The editor that belongs to the place of the text cursor.
  void set_marked(bool on);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void show_origin();

  FormContext& form_;
  Field* field_;
  QToolButton* mark_;
  QLabel* problem_ = nullptr;
  QString signature_;
  bool marked_ = false;
};

/// Retires a part of the form. It is deleted later, because it may be executing now (an edited
/// line, a pressed button).
void dispose(FormContext& form, QWidget* part);

/// Room that the heading of a wide field leaves at its right for the cell's way back, and for the
/// arrows of an item.
int mark_room(const QWidget& widget);
int arrows_room(const QWidget& widget, const QString& path);

/// Colour of problems, readable on the palette's window colour.
QColor problem_colour(const QPalette& palette);

/// The help of a key as rich text: meaning, range, default, units.
QString describe(const SchemaNode& node, const QString& path);
/// The help of a key as plain text, for a tool tip.
QString tip_of(const SchemaNode& node, const QString& path);

}  // namespace seawind::gui
