// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/scalar_fields.h"

#include "gui/document/tree_edits.h"
#include "gui/form/values.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

int wide(const QWidget& widget, int digits) {
  return widget.fontMetrics().horizontalAdvance(QString(digits, QLatin1Char('0')));
}

QComboBox* reference_box(FormContext& form, const SchemaNode& node) {
  auto* box = new QComboBox;
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(14);
  box->completer()->setCompletionMode(QCompleter::PopupCompletion);
  box->completer()->setFilterMode(Qt::MatchContains);
  QStringList names = form.places().names(
      node.references.isEmpty() ? folder_of(form.document().kind()) : node.references);
  names.sort();
  box->addItems(names);
  return box;
}

const QString kOff = QStringLiteral("off");

}  // namespace

LineField::LineField(FormContext& form, const SchemaNode& node, const QString& path,
                     QWidget* parent, QLineEdit* line, QWidget* control)
    : Field(form, node, path, parent), line_(line) {
  if (control == nullptr) control = line;
  make_row(this, {control})->setSpacing(3);
  setFocusProxy(control);
  add_control(control);
  if (control == line) line->setMinimumWidth(wide(*line, 12));
  connect(line, &QLineEdit::textEdited, this, [this](const QString& text) {
    if (!text.trimmed().isEmpty()) edited(text);
  });
  connect(line, &QLineEdit::editingFinished, this, &LineField::left);
}

// An empty line removes the key only when it is left: a value typed before that keeps the comments
// of the key.
void LineField::left() {
  if (line_->text().trimmed().isEmpty() && line_->isModified() && shown().is_own()) {
    line_->setModified(false);
    form_.remove(path_);
  }
  line_->setModified(false);
  refresh();
}

void LineField::write(const QString& yaml, bool typed) {
  if (!form_.write(path_, yaml, typed)) refresh();
}

void LineField::show_line(const QString& text, bool own) {
  const QString line = own ? text : QString();
  const QString other = own ? QString() : text;
  // The user has cleared the line and may type again; the key is removed when the line is left.
  if (line_->hasFocus() && line_->text().isEmpty() && line_->isModified() && !line.isEmpty())
    return;
  if (line_->text() != line) line_->setText(line);
  if (line_->placeholderText() != other) line_->setPlaceholderText(other);
}

TextField::TextField(FormContext& form, const SchemaNode& node, const QString& path,
                     QWidget* parent)
    : LineField(form, node, path, parent, new QLineEdit) {}

void TextField::refresh() {
  const EffectiveValue now = shown();
  QString text = now.text;
  const bool lines = text.contains('\n');
  if (lines) text = text.section('\n', 0, 0) + QStringLiteral(" \u2026");
  line_->setReadOnly(lines);  // a text of several lines is edited in the text editor
  show_line(text, now.is_own());
}

// --- numbers

QuantityField::QuantityField(FormContext& form, const SchemaNode& node, const QString& path,
                             QWidget* parent)
    : LineField(form, node, path, parent, new QLineEdit) {
  auto* row = static_cast<QBoxLayout*>(layout());
  row->setStretch(0, 1);
  line_->setMinimumWidth(wide(*line_, 8));
  line_->setMaximumWidth(wide(*line_, 16));
  QStringList units = node.units;
  if (node.can_be_off) units << kOff;
  if (!units.isEmpty()) {
    unit_ = new QComboBox;
    unit_->addItems(units);
    unit_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    unit_->setMinimumContentsLength(4);
    add_control(unit_, tr("unit"));
    row->addWidget(unit_);
    connect(unit_, &QComboBox::activated, this, [this] { unit_chosen(); });
  }
  row->addStretch(0);
}

QString QuantityField::composed() const {
  const QString text = line_->text().trimmed();
  const auto parts = split_quantity(text);
  if (!parts.is_number || !parts.unit.isEmpty() || unit_ == nullptr) return text;
  const QString unit = unit_->currentText();
  return unit == kOff ? text : text + unit;
}

void QuantityField::edited(const QString& typed) {
  const QString text = typed.trimmed();
  if (unit_ != nullptr && unit_->currentText() == kOff && text != kOff) unit_->setCurrentIndex(0);
  const QString unit = split_quantity(text).unit;
  if (unit_ != nullptr && !unit.isEmpty() && unit_->findText(unit) >= 0)
    unit_->setCurrentText(unit);
  write(YamlDocument::quoted(composed()));
}

void QuantityField::unit_chosen() {
  const QString unit = unit_->currentText();
  if (unit == kOff) return write(kOff, false);
  // A new unit keeps the number. The document then sets a value that was inherited before.
  QString number = line_->text().isEmpty() ? line_->placeholderText() : line_->text();
  number = split_quantity(number).number;
  if (number.isEmpty() || number == kOff) {
    line_->clear();
    line_->setPlaceholderText({});
    line_->setFocus();
    return;
  }
  write(YamlDocument::quoted(number + unit), false);
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
    show_line(kOff, false);
    show_unit(kOff);
    return;
  }
  const auto parts = split_quantity(now.text);
  const bool known = unit_ != nullptr && parts.is_number && unit_->findText(parts.unit) >= 0;
  const bool bare = parts.is_number && parts.unit.isEmpty();
  const QString number = known || bare ? parts.number : now.text;
  show_line(number, own);
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
  make_row(this, {box_, kRoom});
  setFocusProxy(box_);
  QStringList labels = node.labels;
  if (node.can_be_off && !labels.contains(kOff)) labels << kOff;
  box_->addItems(labels);
  box_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  add_control(box_);
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
  make_row(this, {box_, kRoom});
  setFocusProxy(box_);
  add_control(box_);
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
    : ReferenceField(form, node, path, parent, reference_box(form, node)) {}

ReferenceField::ReferenceField(FormContext& form, const SchemaNode& node, const QString& path,
                               QWidget* parent, QComboBox* box)
    : LineField(form, node, path, parent, box->lineEdit(), box) {
  connect(box, &QComboBox::textActivated, this, [this](const QString& text) {
    if (!text.isEmpty()) write(YamlDocument::quoted(text), false);
  });
}

void ReferenceField::refresh() {
  const EffectiveValue now = shown();
  show_line(now.text, now.is_own());
}

// --- lists on one line

ItemsField::ItemsField(FormContext& form, const SchemaNode& node, const QString& path,
                       QWidget* parent)
    : LineField(form, node, path, parent, new QLineEdit) {
  line_->setToolTip(tr("Values with commas between them."));
}

void ItemsField::edited(const QString& text) {
  QString list = '[' + text.trimmed() + ']';
  if (!parse_value(list.toStdString(), false)) {  // an unclosed quote or bracket: split at commas
    QStringList words;
    for (const QString& word : text.split(',')) {
      if (!word.trimmed().isEmpty()) words << YamlDocument::quoted(word.trimmed());
    }
    list = '[' + words.join(QStringLiteral(", ")) + ']';
  }
  write(list);
}

void ItemsField::refresh() {
  const EffectiveValue now = shown();
  QString text = now.text;
  if (now.node != nullptr && now.node->kind == config::Node::Kind::kList) {
    text = to_items(*now.node);
  }
  if (now.is_own() && line_->hasFocus()) {
    // The typed text stays if it means the same list.
    const auto typed = parse_value('[' + line_->text().toStdString() + ']', false);
    if (typed && to_items(*typed) == text) return;
  }
  show_line(text, now.is_own());
}

}  // namespace seawind::gui
