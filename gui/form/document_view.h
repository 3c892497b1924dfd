// SPDX-License-Identifier: GPL-3.0-or-later
// The view of one document: form, text with problems, and preview, in resizable panes. The focused
// key of one pane is marked in the others.
#pragma once

#include "gui/document/preview.h"
#include "gui/form/document_editor.h"
#include "gui/form/schema_form.h"

namespace seawind::gui {

class DocumentView : public DocumentEditor {
  Q_OBJECT

 public:
  /// The caller owns `document`; `preview` (may be null) becomes a child.
  DocumentView(YamlDocument* document, const Places& places, Preview* preview, QWidget* parent);

  SchemaForm& form() { return *form_; }
  bool is_read_only() const override { return read_only_; }
  /// An attempt to edit a read-only document emits copy_requested().
  void set_read_only(bool on);
  /// Files shipped with Seawind are read-only.
  void follow_file() override { set_read_only(is_shipped()); }
  void find_key() override { form_->find_key(); }

  /// Shows a path in form and text. The focus does not move, so that the preview can be navigated
  /// with the keyboard.
  void show_path(const QString& path);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 signals:
  /// The user tried to edit a read-only file, or pressed the button for a copy.
  void copy_requested();

 private:
  SchemaForm* form_;
  QSplitter* across_;
  bool read_only_ = false;
};

}  // namespace seawind::gui
