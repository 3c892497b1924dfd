// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of one value. It shows the effective value (greyed if the document does not set it)
// and writes through the context. It stores no value.
#pragma once

#include <QWidget>

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
  /// Makes the parts that stand at `path` (below its own) if they are not there yet.
  virtual void open(const QString& /*path*/) {}
  /// The accessible name for screen readers.
  void name_it(QWidget* control, const QString& what = {}) const;

 protected:
  Shown shown() const { return form_.value(&node_, path_); }
  /// Grey when the value comes from elsewhere.
  static void grey(QWidget* control, bool on);

  FormContext& form_;
  const SchemaNode& node_;
  const QString path_;
};

/// The editor for the node's shape. `title` is for those that draw their own heading (sections,
/// lists and maps); empty: it stands beside them.
Field* make_field(FormContext& form, const SchemaNode& node, const QString& path,
                  const QString& title, QWidget* parent);
/// Whether the editor needs the whole width below its heading.
bool is_wide(const SchemaNode& node);

}  // namespace seawind::gui
