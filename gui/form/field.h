// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of one value. It shows the effective value (grey if the document does not set it) and
// writes through the context. It stores no value.
#pragma once

#include <QtWidgets>

#include "gui/form/form_context.h"

namespace seawind::gui {

class Field : public QWidget {
  Q_OBJECT

 public:
  Field(FormContext& form, const SchemaNode& node, QString path, QWidget* parent);

  const SchemaNode& node() const { return node_; }
  const QString& path() const { return path_; }

  /// Shows the current value of the document.
  virtual void refresh() = 0;
  /// Unfolds the levels down to `path`, creating their fields if necessary.
  virtual void open(const QString& /*path*/) {}

 protected:
  /// Names a control of this field for screen readers, and watches it (FormContext::watch()).
  void add_control(QWidget* control, const QString& what = {});
  EffectiveValue shown() const { return form_.value(&node_, path_); }
  /// Draws the control grey: the document does not set the value.
  static void grey(QWidget* control, bool on);

  FormContext& form_;
  const SchemaNode& node_;
  const QString path_;
};

/// The editor for the shape of the node, owned by `parent`. `title`: heading of editors that draw
/// their own (sections, lists and maps); empty: the caller draws it.
Field* make_field(FormContext& form, const SchemaNode& node, const QString& path,
                  const QString& title, QWidget* parent);
/// Whether the editor is placed below its heading, over the whole width.
bool is_wide(const SchemaNode& node);

}  // namespace seawind::gui
