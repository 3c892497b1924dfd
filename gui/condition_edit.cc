// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/condition_edit.h"

#include "gui/layouts.h"

namespace seawind::gui {

ConditionEdit::ConditionEdit(QWidget* parent)
    : QWidget(parent),
      field_(new QLineEdit),
      error_(new Note(Note::Look::kPlain, tr("What is wrong with the filter expression"))) {
  field_->setPlaceholderText(tr("Show only: link=e0 & tcp~enhanced"));
  field_->setClearButtonEnabled(true);
  field_->setAccessibleName(tr("Filter expression"));
  const QString help = tr(
      "<p>A condition on the cases.</p>"
      "<table cellpadding=2>"
      "<tr><td><code>link=e0,r4</code></td><td>the axis has one of the values; * and ? stand for "
      "any characters and for one</td></tr>"
      "<tr><td><code>tcp~enhanced</code></td><td>the value contains the text</td></tr>"
      "<tr><td><code>router!=q, tcp!~ecn</code></td><td>the reverse</td></tr>"
      "<tr><td><code>excluded, included</code></td><td>by an entry of exclude, or not</td></tr>"
      "<tr><td><code>enhanced</code></td><td>the case's name contains the text</td></tr>"
      "<tr><td><code>&amp; | ! ( )</code></td><td>and, or, not</td></tr></table>"
      "<p>Axes: link, router, tcp, workload.</p>");
  field_->setToolTip(QTextDocumentFragment::fromHtml(help).toPlainText());
  field_->setWhatsThis(help);
  auto* what = new QToolButton;
  what->setText("?");
  what->setAutoRaise(true);
  what->setToolTip(tr("How to write a filter expression"));
  what->setAccessibleName(tr("Help on filter expressions"));
  connect(what, &QToolButton::clicked, this, [this, help] {
    QWhatsThis::showText(field_->mapToGlobal(QPoint(0, field_->height())), help, field_);
  });
  line_ = make_row({{field_, 1}, what});
  make_column(this, {line_, error_})->setSpacing(3);
  connect(field_, &QLineEdit::textChanged, this, &ConditionEdit::parse);
}

void ConditionEdit::parse() {
  ExpressionError error;
  QString text;
  if (auto condition = CaseExpression::parse(field_->text().trimmed().toStdString(), error)) {
    condition_ = *std::move(condition);
  } else {
    const QString before =
        QString::fromUtf8(field_->text().toUtf8().left(static_cast<qsizetype>(error.position)));
    const QString message = QString::fromStdString(error.message);
    text = tr("At character %1: %2")
               .arg(before.size() + 1)
               .arg(message.endsWith('?') ? message : message + '.');
  }
  error_->show_text(text);
  emit changed();
}

}  // namespace seawind::gui
