// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/cell.h"

#include <algorithm>

#include "gui/document/reference_help.h"
#include "gui/form/values.h"

namespace seawind::gui {

Cell::Cell(FormContext& form, const SchemaNode& node, const QString& path, const QString& title,
           QWidget* parent)
    : QWidget(parent), form_(form), field_(make_field(form, node, path, title, this)) {
  mark_ = new QToolButton(this);
  mark_->setAutoRaise(true);
  mark_->setFocusPolicy(Qt::TabFocus);
  mark_->setFixedWidth(mark_room(*this));
  mark_->setFixedHeight(fontMetrics().height() + 6);
  soften_mark();
  form_.watch(mark_);
  connect(mark_, &QToolButton::clicked, this, [this] { form_.remove(this->path()); });

  auto* layout = new QGridLayout(this);
  layout->setContentsMargins(3, 1, 0, 1);
  layout->setHorizontalSpacing(2);
  layout->setVerticalSpacing(1);
  if (is_wide(node)) {
    layout->addWidget(field_, 0, 0, 1, 3);
    layout->setColumnMinimumWidth(2, arrows_room(*this, path));
    mark_->raise();
  } else {
    layout->addWidget(field_, 0, 0);
  }
  layout->addWidget(mark_, 0, 1, Qt::AlignTop);
  layout->setColumnStretch(0, 1);
  setToolTip(tip_of(node, path));
  form_.enter(this);
  refresh(true);
}

Cell::~Cell() {
  form_.leave(this);
}

void Cell::refresh(bool anyway) {
  const QString now = form_.signature(path()) + (is_required() ? "\n!" : "");
  if (!anyway && now == signature_) return;
  signature_ = now;
  field_->refresh();
  show_origin();
}

bool Cell::is_required() const {
  const SchemaNode& node = field_->node();
  return node.required && std::ranges::none_of(node.required_unless, [&](const QString& sibling) {
           return form_.value(nullptr, join_path(parent_path(path()), sibling)).node != nullptr;
         });
}

void Cell::show_origin() {
  const EffectiveValue shown = form_.value(&field_->node(), path());
  QString text;
  QString tip;
  switch (shown.origin) {
    case EffectiveValue::Origin::kOwn: {
      text = QStringLiteral("\u21ba");
      if (path().endsWith(']')) text = QStringLiteral("\u2715");
      tip = path().endsWith(']') ? tr("Remove this item.")
                                 : tr("Reset: removes the key %1 from this file.").arg(path());
      break;
    }
    case EffectiveValue::Origin::kInherited:
      text = shown.from;
      tip = tr("From %1, which this file extends.").arg(shown.from);
      break;
    case EffectiveValue::Origin::kOutsideStates:
      text = tr("any state");
      tip = tr("As in every state; a value here holds in this state alone.");
      break;
    case EffectiveValue::Origin::kDefault:
      text = tr("default");
      tip = tr("The default; not set in this file.");
      break;
    case EffectiveValue::Origin::kNone:
      text = is_required() ? tr("required") : QString();
      break;
  }
  const bool own = shown.is_own();
  const QFontMetrics metrics(mark_->font());
  mark_->setText(metrics.elidedText(text, Qt::ElideRight, mark_->width() - 6));
  mark_->setToolTip(tip);
  mark_->setAccessibleName(own ? tr("Reset %1").arg(path()) : tip);
  mark_->setEnabled(own);
}

void Cell::show_problems(const QStringList& texts) {
  const QString text = texts.join('\n');
  if (text == problem_text()) return;
  if (problem_ == nullptr) {
    problem_ = new Note(Note::Look::kProblem, tr("Problem of %1").arg(path()));
    static_cast<QGridLayout*>(layout())->addWidget(problem_, 1, 0, 1, 3);
  }
  problem_->show_text(text);
  update();
}

void Cell::set_marked(bool on) {
  if (marked_ == on) return;
  marked_ = on;
  update();
}

void Cell::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  const bool wrong = !problem_text().isEmpty();
  if (!marked_ && !wrong) return;
  QPainter painter(this);
  const QColor colour = wrong ? problem_colour(palette()) : palette().color(QPalette::Highlight);
  painter.fillRect(QRect(0, 1, 2, height() - 2), colour);
}

void Cell::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  field_->refresh();  // the grey depends on the palette
  soften_mark();
}

void Cell::soften_mark() {
  QPalette soft = palette();
  soft.setColor(QPalette::Disabled, QPalette::ButtonText,
                soft.color(QPalette::Active, QPalette::PlaceholderText));
  mark_->setPalette(soft);
}

int mark_room(const QWidget& widget) {
  return widget.fontMetrics().horizontalAdvance(QStringLiteral("any state0"));
}

int arrows_room(const QWidget& widget, const QString& path) {
  return path.endsWith(']') ? 2 * (widget.fontMetrics().height() + 6) : 0;
}

void dispose(FormContext& form, QWidget* part) {
  if (part == nullptr) return;
  for (auto* cell : part->findChildren<Cell*>()) form.leave(cell);
  if (auto* cell = qobject_cast<Cell*>(part)) form.leave(cell);
  part->hide();
  if (auto* above = part->parentWidget(); above != nullptr && above->layout() != nullptr) {
    above->layout()->removeWidget(part);
  }
  part->deleteLater();
}

namespace {

/// Breaks the text into lines, because a tool tip does not wrap plain text.
QString wrapped(const QString& text) {
  constexpr qsizetype kWidth = 80;
  QStringList lines{QString()};
  for (const QString& word : text.split(' ')) {
    if (!lines.back().isEmpty() && lines.back().size() + word.size() >= kWidth)
      lines << word;
    else
      lines.back() += (lines.back().isEmpty() ? "" : " ") + word;
  }
  return lines.join('\n');
}

}  // namespace

QString tip_of(const SchemaNode& node, const QString& path) {
  QStringList lines{path};
  if (!node.doc.isEmpty()) lines << wrapped(node.doc);
  for (const QString& fact : facts_of(node)) lines << wrapped(fact);
  return lines.join('\n');
}

}  // namespace seawind::gui
