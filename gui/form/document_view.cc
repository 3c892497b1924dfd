// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/document_view.h"

#include "gui/layouts.h"

namespace seawind::gui {

DocumentView::DocumentView(YamlDocument* document, const Places& places, Preview* preview,
                           QWidget* parent)
    : DocumentEditor(document, places, parent),
      form_(new SchemaForm(*document, *checker_, schema(document->kind(), places), {}, this)) {
  auto* text = column_widget({{editor_, 1}, problems_});
  text->layout()->setSpacing(1);
  auto* down = make_splitter(Qt::Vertical, {{text, 1}});
  if (preview != nullptr) {
    down->addWidget(preview);
    down->setStretchFactor(1, 1);
    connect(preview, &Preview::path_chosen, this, &DocumentView::show_path);
  }
  across_ = make_splitter(Qt::Horizontal, {{form_, 3}, {down, 2}});
  keep({across_, down});
  make_column(this, {notice_, {across_, 1}})->setSpacing(0);

  connect(form_, &SchemaForm::focused, editor_, &YamlEditor::show_path);
  connect(editor_, &YamlEditor::path_entered, this, [this](const QString& path) {
    if (!path.isEmpty()) form_->reveal(path, false);
  });
  connect(problems_, &ProblemList::chosen, this, [this](int position, int length) {
    if (position >= 0) editor_->go_to(position, length);
  });
  connect(form_, &SchemaForm::edit_refused, this, &DocumentView::copy_requested);
  connect(editor_, &YamlEditor::edit_refused, this, &DocumentView::copy_requested);
  connect(form_, &SchemaForm::status_message, this, &DocumentView::status_message);
}

void DocumentView::show_path(const QString& path) {
  editor_->show_path(path);
  form_->reveal(path, false);
}

void DocumentView::set_read_only(bool on) {
  read_only_ = on;
  form_->set_read_only(on);
  editor_->set_read_only(on);
  if (on) {
    notice_->show_notice(tr("This file is part of Seawind and cannot be changed."),
                         tr("Edit a copy"), [this] { emit copy_requested(); });
  } else {
    notice_->show_notice({});
  }
}

void DocumentView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // The default widths apply until the view is visible; earlier sizes are not meaningful.
  if (!placed_) across_->setSizes({width() * 3 / 5, width() * 2 / 5});
  placed_ = placed_ || isVisible();
}

}  // namespace seawind::gui
