// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/document_view.h"

#include <QVBoxLayout>

namespace seawind::gui {

DocumentView::DocumentView(YamlDocument* document, const Places& places, QWidget* preview,
                           QWidget* parent)
    : DocumentEditor(document, places, parent),
      form_(new SchemaForm(*document, *checker_, schema(document->kind(), places), {}, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(notice_);

  auto* text = new QWidget(this);
  auto* text_layout = new QVBoxLayout(text);
  text_layout->setContentsMargins(0, 0, 0, 0);
  text_layout->setSpacing(1);
  text_layout->addWidget(editor_, 1);
  text_layout->addWidget(problems_);
  across_ = new QSplitter(Qt::Horizontal, this);
  down_ = new QSplitter(Qt::Vertical, across_);
  across_->addWidget(form_);
  across_->addWidget(down_);
  down_->addWidget(text);
  if (preview != nullptr) {
    down_->addWidget(preview);
    if (preview->metaObject()->indexOfSignal("path_chosen(QString)") >= 0)
      connect(preview, SIGNAL(path_chosen(QString)), this, SLOT(show_path(QString)));
  }
  across_->setStretchFactor(0, 3);
  across_->setStretchFactor(1, 2);
  for (int i = 0; i < down_->count(); ++i) down_->setStretchFactor(i, 1);
  across_->setChildrenCollapsible(true);
  keep({across_, down_});
  layout->addWidget(across_, 1);

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
