// SPDX-License-Identifier: GPL-3.0-or-later
// A field with its decoration: the source of the value, the reset button (it removes the key), and
// the problem below the field.
#pragma once

#include <QtWidgets>

#include "gui/form/field.h"
#include "gui/note.h"

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

  /// Refreshes if the inputs of the value have changed since the last call, or if `anyway` is set.
  void refresh(bool anyway = false);
  /// Shows the texts below the field; an empty list removes them.
  void show_problems(const QStringList& texts);
  QString problem_text() const { return problem_ == nullptr ? QString() : problem_->text(); }
  /// Marks the field whose value contains the text cursor of the editor.
  void set_marked(bool on);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  bool is_required() const;
  void show_origin();
  void soften_mark();

  FormContext& form_;
  Field* field_;
  QToolButton* mark_;
  Note* problem_ = nullptr;
  QString signature_;
  bool marked_ = false;
};

/// Removes a part of the form. It is destroyed later, because one of its signals can be on the call
/// stack (an edited line, a pressed button).
void dispose(FormContext& form, QWidget* part);

/// The width in pixels that the heading of a wide field reserves at its right for the reset button
/// of the cell, and for the arrow buttons of a list item.
int mark_room(const QWidget& widget);
int arrows_room(const QWidget& widget, const QString& path);

/// The help of a key as plain text, for a tool tip.
QString tip_of(const SchemaNode& node, const QString& path);

}  // namespace seawind::gui
