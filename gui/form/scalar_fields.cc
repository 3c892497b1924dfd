// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/scalar_fields.h"

#include <QCompleter>
#include <QHBoxLayout>

#include "gui/form/values.h"

namespace seawind::gui {
namespace {

QHBoxLayout* tight_row(QWidget* widget) {
  auto* layout = new QHBoxLayout(widget);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(3);
  return layout;
}

int wide(const QWidget& widget, int digits) {
  return widget.fontMetrics().horizontalAdvance(QString(digits, QLatin1Char('0')));
}

// Shows `own` as the text, and `other`, which the document does not set, as the grey placeholder.
void show_line(QLineEdit& line, const QString& own, const QString& other) {
  // The user has cleared the line and may type again; the key is removed when the line is left.
  if (line.hasFocus() && line.text().isEmpty() && line.isModified() && !own.isEmpty()) return;
  if (line.text() != own) line.setText(own);
  if (line.placeholderText() != other) line.setPlaceholderText(other);
}

const QString kOff = QStringLiteral("off");

}  // namespace

// An empty line removes the key only when it is left: a value typed before that keeps the comments
// of the key.
void LineField::left(QLineEdit& line) {
  if (line.text().trimmed().isEmpty() && line.isModified() && shown().is_own()) {
    line.setModified(false);
    form_.remove(path_);
  }
  line.setModified(false);
  refresh();
}

TextField::TextField(FormContext& form, const SchemaNode& node, const QString& path,
                     QWidget* parent)
    : LineField(form, node, path, parent), line_(new QLineEdit(this)) {
  tight_row(this)->addWidget(line_);
  setFocusProxy(line_);
  line_->setMinimumWidth(wide(*line_, 12));
  set_accessible_name(line_);
  form.watch(line_);
  connect(line_, &QLineEdit::textEdited, this, [this](const QString& text) {
    if (!text.isEmpty() && !form_.write(path_, YamlDocument::quoted(text), true)) refresh();
  });
  connect(line_, &QLineEdit::editingFinished, this, [this] { left(*line_); });
}

void TextField::refresh() {
  const EffectiveValue now = shown();
  QString text = now.text;
  const bool lines = text.contains('\n');
  if (lines) text = text.section('\n', 0, 0) + QStringLiteral(" \u2026");
  line_->setReadOnly(lines);  // a text of several lines is edited in the text editor
  show_line(*line_, now.is_own() ? text : QString(), now.is_own() ? QString() : text);
}

// --- numbers

QuantityField::QuantityField(FormContext& form, const SchemaNode& node, const QString& path,
                             QWidget* parent)
    : LineField(form, node, path, parent), line_(new QLineEdit(this)) {
  auto* row = tight_row(this);
  row->addWidget(line_, 1);
  setFocusProxy(line_);
  line_->setMinimumWidth(wide(*line_, 8));
  line_->setMaximumWidth(wide(*line_, 16));
  set_accessible_name(line_);
  form.watch(line_);
  QStringList units = node.units;
  if (node.can_be_off) units << kOff;
  if (!units.isEmpty()) {
    unit_ = new QComboBox(this);
    unit_->addItems(units);
    unit_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    unit_->setMinimumContentsLength(4);
    set_accessible_name(unit_, tr("unit"));
    form.watch(unit_);
    row->addWidget(unit_);
    connect(unit_, &QComboBox::activated, this, [this] { unit_chosen(); });
  }
  row->addStretch(0);
  connect(line_, &QLineEdit::textEdited, this, [this] { edited(); });
  connect(line_, &QLineEdit::editingFinished, this, [this] { left(*line_); });
}

QString QuantityField::composed() const {
  const QString text = line_->text().trimmed();
  const auto parts = split_quantity(text);
  if (!parts.is_number || !parts.unit.isEmpty() || unit_ == nullptr) return text;
  const QString unit = unit_->currentText();
  return unit == kOff ? text : text + unit;
}

void QuantityField::edited() {
  const QString text = line_->text().trimmed();
  if (unit_ != nullptr && unit_->currentText() == kOff && !text.isEmpty() && text != kOff) {
    unit_->setCurrentIndex(0);
  }
  const QString typed = split_quantity(text).unit;
  if (unit_ != nullptr && !typed.isEmpty() && unit_->findText(typed) >= 0) {
    unit_->setCurrentText(typed);
  }
  if (!text.isEmpty() && !form_.write(path_, YamlDocument::quoted(composed()), true)) refresh();
}

void QuantityField::unit_chosen() {
  const QString unit = unit_->currentText();
  if (unit == kOff) {
    if (!form_.write(path_, kOff)) refresh();
    return;
  }
  // A new unit keeps the number. The document then sets a value that was inherited before.
  QString number = line_->text().isEmpty() ? line_->placeholderText() : line_->text();
  number = split_quantity(number).number;
  if (number.isEmpty() || number == kOff) {
    line_->clear();
    line_->setPlaceholderText({});
    line_->setFocus();
    return;
  }
  if (!form_.write(path_, YamlDocument::quoted(number + unit))) refresh();
}

void QuantityField::show_unit(const QString& unit) {
  if (unit_ == nullptr) return;
  if (unit_->currentText() == unit) return;
  unit_->setCurrentIndex(unit_->findText(unit));
}

void QuantityField::refresh() {
  const EffectiveValue now = shown();
  const bool own = now.is_own();
  if (unit_ != nullptr) grey(unit_, !own);
  // While the line has the focus, its text stays if it means the same value.
  if (own && line_->hasFocus() && composed() == now.text) return;
  if (now.text == kOff && unit_ != nullptr && node_.can_be_off) {
    show_line(*line_, {}, kOff);
    show_unit(kOff);
    return;
  }
  const auto parts = split_quantity(now.text);
  const bool known = unit_ != nullptr && parts.is_number && unit_->findText(parts.unit) >= 0;
  const bool bare = parts.is_number && parts.unit.isEmpty();
  const QString number = known || bare ? parts.number : now.text;
  show_line(*line_, own ? number : QString(), own ? QString() : number);
  if (known || bare) {
    show_unit(parts.unit);
  } else if (now.origin == EffectiveValue::Origin::kNone && unit_ != nullptr &&
             unit_->currentIndex() < 0) {
    unit_->setCurrentIndex(0);
  } else if (now.origin != EffectiveValue::Origin::kNone && unit_ != nullptr) {
    unit_->setCurrentIndex(-1);
  }
}

// --- choices

ChoiceField::ChoiceField(FormContext& form, const SchemaNode& node, const QString& path,
                         QWidget* parent)
    : Field(form, node, path, parent), box_(new QComboBox(this)) {
  auto* row = tight_row(this);
  row->addWidget(box_);
  row->addStretch(1);
  setFocusProxy(box_);
  QStringList labels = node.labels;
  if (node.can_be_off && !labels.contains(kOff)) labels << kOff;
  box_->addItems(labels);
  box_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  set_accessible_name(box_);
  form.watch(box_);
  connect(box_, &QComboBox::activated, this, [this] {
    if (!form_.write(path_, YamlDocument::quoted(box_->currentText()))) refresh();
  });
}

void ChoiceField::refresh() {
  const EffectiveValue now = shown();
  grey(box_, !now.is_own());
  const int index = box_->findText(now.text);
  if (index < 0 && !now.text.isEmpty()) {
    box_->setPlaceholderText(now.text);  // not one of the choices; reported by the checker
  }
  if (box_->currentIndex() != index) box_->setCurrentIndex(index);
}

SwitchField::SwitchField(FormContext& form, const SchemaNode& node, const QString& path,
                         QWidget* parent)
    : Field(form, node, path, parent), box_(new QCheckBox(this)) {
  auto* row = tight_row(this);
  row->addWidget(box_);
  row->addStretch(1);
  setFocusProxy(box_);
  set_accessible_name(box_);
  form.watch(box_);
  connect(box_, &QCheckBox::clicked, this, [this](bool on) {
    if (!form_.write(path_, on ? QStringLiteral("true") : QStringLiteral("false"))) refresh();
  });
}

void SwitchField::refresh() {
  const EffectiveValue now = shown();
  grey(box_, !now.is_own());
  box_->setText(now.text);
  box_->setChecked(now.text == "true");
}

// --- references

ReferenceField::ReferenceField(FormContext& form, const SchemaNode& node, const QString& path,
                               QWidget* parent)
    : LineField(form, node, path, parent), box_(new QComboBox(this)) {
  tight_row(this)->addWidget(box_);
  setFocusProxy(box_);
  box_->setEditable(true);
  box_->setInsertPolicy(QComboBox::NoInsert);
  box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box_->setMinimumContentsLength(14);
  box_->completer()->setCompletionMode(QCompleter::PopupCompletion);
  box_->completer()->setFilterMode(Qt::MatchContains);
  set_accessible_name(box_);
  form.watch(box_);
  fill();
  const auto write = [this](const QString& text, bool typed) {
    if (!text.isEmpty() && !form_.write(path_, YamlDocument::quoted(text), typed)) refresh();
  };
  connect(box_->lineEdit(), &QLineEdit::editingFinished, this, [this] { left(*box_->lineEdit()); });
  connect(box_->lineEdit(), &QLineEdit::textEdited, this,
          [write](const QString& text) { write(text, true); });
  connect(box_, &QComboBox::textActivated, this,
          [write](const QString& text) { write(text, false); });
}

void ReferenceField::fill() {
  const QString folder =
      node_.references.isEmpty() ? folder_of(form_.document().kind()) : node_.references;
  QStringList names = form_.places().names(folder);
  names.sort();
  box_->addItems(names);
}

void ReferenceField::refresh() {
  const EffectiveValue now = shown();
  const QString own = now.is_own() ? now.text : QString();
  show_line(*box_->lineEdit(), own, now.is_own() ? QString() : now.text);
}

// --- lists on one line

ItemsField::ItemsField(FormContext& form, const SchemaNode& node, const QString& path,
                       QWidget* parent)
    : LineField(form, node, path, parent), line_(new QLineEdit(this)) {
  tight_row(this)->addWidget(line_);
  setFocusProxy(line_);
  line_->setMinimumWidth(wide(*line_, 12));
  set_accessible_name(line_);
  line_->setToolTip(tr("Values with commas between them."));
  form.watch(line_);
  connect(line_, &QLineEdit::textEdited, this, [this](const QString& text) { edited(text); });
  connect(line_, &QLineEdit::editingFinished, this, [this] { left(*line_); });
}

void ItemsField::edited(const QString& text) {
  if (text.trimmed().isEmpty()) return;
  QString list = '[' + text.trimmed() + ']';
  YamlDocument trial(form_.document().kind(), form_.places());
  trial.reset("x: " + list);
  if (!trial.is_whole()) {  // an unclosed quote or bracket: split at commas
    QStringList words;
    for (const QString& word : text.split(',')) {
      if (!word.trimmed().isEmpty()) words << YamlDocument::quoted(word.trimmed());
    }
    list = '[' + words.join(QStringLiteral(", ")) + ']';
  }
  if (!form_.write(path_, list, true)) refresh();
}

void ItemsField::refresh() {
  const EffectiveValue now = shown();
  QString text = now.text;
  if (now.node != nullptr && now.node->kind == config::Node::Kind::kList) {
    text = to_items(*now.node);
  }
  if (now.is_own() && line_->hasFocus()) {
    // The typed text stays if it means the same list.
    YamlDocument trial(form_.document().kind(), form_.places());
    trial.reset("x: [" + line_->text() + "]");
    const auto* typed = trial.is_whole() ? trial.find(QStringLiteral("x")) : nullptr;
    if (typed != nullptr && to_items(*typed) == text) return;
  }
  show_line(*line_, now.is_own() ? text : QString(), now.is_own() ? QString() : text);
}

}  // namespace seawind::gui
