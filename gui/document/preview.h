// SPDX-License-Identifier: GPL-3.0-or-later
// The picture beside the form and the text of a document. It shows the current text, saved or not,
// and follows the edits. While the text cannot be shown, the last picture stays, with a notice.
#pragma once

#include <QtWidgets>
#include <optional>

#include "common/config/tree.h"
#include "gui/document/yaml_document.h"
#include "gui/note.h"

namespace seawind::gui {

class Preview : public QWidget {
  Q_OBJECT

 public:
  /// Empty if the picture shows the current text.
  QString notice() const { return notice_->text(); }

 signals:
  /// The user chose a part of the picture; form and text show `path`.
  void path_chosen(const QString& path);

 protected:
  /// `document` must outlive it. The derived class adds notice_ to its layout.
  Preview(YamlDocument& document, Places places, QWidget* parent);
  /// Calls refresh() now and after each edit.
  void follow_document();
  /// Shows the current text. Also called when a file that the document extends can have changed.
  virtual void refresh() {}
  /// The document merged with the files it extends. Nothing, with the reason in `problem`, if it
  /// cannot be read.
  std::optional<config::Node> read(QString& problem) const;

  YamlDocument& document_;
  const Places places_;
  Note* notice_;
};

}  // namespace seawind::gui
