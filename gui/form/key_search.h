// SPDX-License-Identifier: GPL-3.0-or-later
// A line that finds a key of a form by its name or meaning.
#pragma once

#include <QtWidgets>

#include "gui/document/schema.h"

namespace seawind::gui {

class KeySearch : public QLineEdit {
  Q_OBJECT

 public:
  /// `root` and `prefix` as for SchemaForm; `root` must outlive the line.
  KeySearch(const SchemaNode& root, QString prefix, QWidget* parent);

 signals:
  /// The user selected the key with this path in the document.
  void chosen(const QString& path);

 private:
  void make_completer();

  const SchemaNode& root_;
  const QString prefix_;
};

}  // namespace seawind::gui
