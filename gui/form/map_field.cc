// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/map_field.h"

#include "gui/form/values.h"
#include "gui/layouts.h"

namespace seawind::gui {

MapField::MapField(FormContext& form, const SchemaNode& node, const QString& path,
                   const QString& title, QWidget* parent)
    : FoldedField(form, node, path, title, tr("keys"), parent) {
  head_->addStretch();
  if (!keys().isEmpty()) fold_->set_open(true);
}

QStringList MapField::keys() const {
  QStringList all = form_.document().keys(path_);
  for (const QString& key : form_.inherited().keys(path_)) {
    if (!all.contains(key)) all << key;
  }
  return all;
}

void MapField::build() {
  const QStringList now = keys();
  if (body_ != nullptr && built_ == now) return;
  dispose(form_, body_);
  cells_.clear();
  built_ = now;
  body_ = new QWidget(this);
  auto* grid = new QGridLayout(body_);
  grid->setContentsMargins(18, 0, 0, 4);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(2);
  grid->setColumnStretch(1, 1);
  int row = 0;
  for (const QString& key : now) {
    const QString path = join_path(path_, key);
    auto* name = new QLineEdit(key, body_);
    name->setAccessibleName(tr("Name of %1").arg(path));
    name->setMinimumWidth(fontMetrics().horizontalAdvance(QString(12, '0')));
    name->setReadOnly(!form_.document().has(path));
    form_.watch(name);
    connect(name, &QLineEdit::editingFinished, this, [this, name, key, path] {
      const QString wanted = name->text().trimmed();
      if (wanted == key) return;
      const bool may = !wanted.isEmpty() && !built_.contains(wanted) && form_.may_edit();
      if (!may || !form_.document().rename_key(path, wanted)) name->setText(key);
    });
    auto* cell = new Cell(form_, *node_.item, path, {}, body_);
    grid->addWidget(name, row, 0, Qt::AlignTop);
    grid->addWidget(cell, row, 1);
    cells_ << cell;
    ++row;
  }
  add_ = new QLineEdit(body_);
  add_->setPlaceholderText(tr("Add a key\u2026"));
  add_->setAccessibleName(tr("Add a key to %1").arg(path_));
  add_->setToolTip(tr("Type a name and press Enter."));
  form_.watch(add_);
  connect(add_, &QLineEdit::returnPressed, this, [this] { add_key(); });
  grid->addWidget(add_, row, 0);
  layout()->addWidget(body_);
}

void MapField::add_key() {
  const QString key = add_->text().trimmed();
  if (key.isEmpty() || built_.contains(key) || node_.item == nullptr) return;
  if (!form_.write(join_path(path_, key), smallest_value(*node_.item))) return;
  if (auto* cell = form_.cell_at(join_path(path_, key))) cell->field().setFocus();
}

void MapField::refresh() {
  fold_->setText(title_.isEmpty() ? tr("%n key(s)", nullptr, static_cast<int>(keys().size()))
                                  : title_);
  grey(fold_, !shown().is_own());
  if (body_ == nullptr && !fold_->is_open()) return;
  if (built_ != keys()) {
    build();
    body_->setVisible(fold_->is_open());
  }
  for (auto* cell : cells_) cell->refresh();
}

LongTextField::LongTextField(FormContext& form, const SchemaNode& node, const QString& path,
                             QWidget* parent)
    : Field(form, node, path, parent), text_(new QPlainTextEdit(this)) {
  make_column(this, {text_});
  setFocusProxy(text_);
  text_->setUndoRedoEnabled(false);
  text_->setTabChangesFocus(true);
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFixedHeight(fontMetrics().lineSpacing() * 9);
  add_control(text_);
  connect(text_, &QPlainTextEdit::textChanged, this, [this] {
    const QString text = text_->toPlainText();
    const EffectiveValue now = shown();
    if (now.is_own() && now.text == text) return;
    const std::string yaml = config::double_quoted(text.toStdString());
    if (!form_.write(path_, QString::fromStdString(yaml), true)) refresh();
  });
}

void LongTextField::refresh() {
  const EffectiveValue now = shown();
  if (text_->toPlainText() == now.text) return;
  const QSignalBlocker quiet(text_);
  const int at = text_->textCursor().position();
  text_->setPlainText(now.text);
  QTextCursor cursor = text_->textCursor();
  cursor.setPosition(qMin(at, text_->document()->characterCount() - 1));
  text_->setTextCursor(cursor);
}

}  // namespace seawind::gui
