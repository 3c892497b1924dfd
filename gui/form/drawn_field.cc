// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/drawn_field.h"

#include "gui/form/values.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

// A law that is a list can be read from a file as well: `empirical: {file: delays.txt}`.
const QString kFile = QStringLiteral("file");
const QString kFileMark = QStringLiteral("|file");

}  // namespace

DrawnField::DrawnField(FormContext& form, const SchemaNode& node, const QString& path,
                       QWidget* parent)
    : Field(form, node, path, parent),
      plain_(new QuantityField(form, node, path, this)),
      law_(new QComboBox(this)) {
  QBoxLayout* head = make_row({{plain_, 1}, law_});
  head->setSpacing(3);
  make_column(this, {head})->setSpacing(1);
  setFocusProxy(plain_);
  law_->addItem(tr("value"), QString());
  for (const auto* child : node.children) {
    law_->addItem(child->key, child->key);
    const bool file = child->shape == SchemaNode::Shape::kList && child->child(kFile) != nullptr;
    if (file) law_->addItem(tr("%1 (file)").arg(child->key), child->key + kFileMark);
  }
  law_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  law_->setMinimumContentsLength(1);
  law_->view()->setMinimumWidth(fontMetrics().horizontalAdvance(QString(16, 'm')));
  law_->setToolTip(tr("A plain value, or the law it is drawn from"));
  add_control(law_, tr("law"));
  connect(law_, &QComboBox::activated, this, [this] { choose(law_->currentData().toString()); });
}

QString DrawnField::law() const {
  const EffectiveValue now = shown();
  if (now.node == nullptr || now.node->kind != config::Node::Kind::kMap) return {};
  if (now.node->entries.empty()) return {};
  const auto& entry = now.node->entries.front();
  const QString key = QString::fromStdString(entry.key);
  const auto* child = node_.child(key);
  const bool map_for_list = child != nullptr && child->shape == SchemaNode::Shape::kList &&
                            entry.value.kind == config::Node::Kind::kMap;
  return map_for_list ? key + kFileMark : key;
}

// A new law starts from the plain value, so that the order of magnitude stays.
QString DrawnField::first_value(const SchemaNode& law) const {
  const EffectiveValue now = shown();
  const bool plain = now.node != nullptr && now.node->kind == config::Node::Kind::kScalar &&
                     split_quantity(now.text).is_number;
  const QString value =
      plain ? now.text
            : (node_.example.startsWith('{') || node_.example.isEmpty() ? '1' + node_.units.value(0)
                                                                        : node_.example);
  switch (law.shape) {
    case SchemaNode::Shape::kSection: {
      QStringList parts;
      for (const auto* child : law.children) {
        if (!child->required) continue;
        const bool same = child->units == law.units || child->units == node_.units;
        parts << child->key + ": " +
                     (same && !child->units.isEmpty() ? value : smallest_value(*child));
      }
      return '{' + parts.join(QStringLiteral(", ")) + '}';
    }
    case SchemaNode::Shape::kList: {
      if (law.item == nullptr || law.item->shape != SchemaNode::Shape::kSection) {
        return '[' + value + ']';
      }
      return QStringLiteral("[{weight: 100%, min: %1, max: %1}]").arg(value);
    }
    default:
      return value;
  }
}

void DrawnField::choose(const QString& law) {
  if (law == this->law()) return;
  if (law.isEmpty()) {
    // A plain value starts from the first number of the law.
    QString value = node_.default_text;
    const EffectiveValue now = shown();
    for (const auto* at = now.node; at != nullptr;) {
      if (at->kind == config::Node::Kind::kScalar) {
        value = QString::fromStdString(at->text);
        break;
      }
      at = !at->entries.empty() ? &at->entries.front().value
           : !at->items.empty() ? &at->items.front()
                                : nullptr;
    }
    if (value.isEmpty()) value = '1' + node_.units.value(0);
    if (!form_.write(path_, YamlDocument::quoted(value))) refresh();
    return;
  }
  if (law.endsWith(kFileMark)) {
    const QString key = QString(law).remove(kFileMark);
    if (!form_.write(path_, '{' + key + ": {file: values.txt}}")) refresh();
    return;
  }
  const auto* child = node_.child(law);
  if (child == nullptr || !form_.write(path_, '{' + law + ": " + first_value(*child) + '}')) {
    refresh();
  }
}

void DrawnField::build(const QString& law) {
  if (built_ == law) return;
  built_ = law;
  dispose(form_, body_);
  body_ = nullptr;
  whole_ = nullptr;
  const QString key = QString(law).remove(kFileMark);
  const auto* child = key.isEmpty() ? nullptr : node_.child(key);
  if (child == nullptr) return;
  const QString below = join_path(path_, key);
  if (child->shape == SchemaNode::Shape::kSection || law.endsWith(kFileMark)) {
    auto* rows = new Rows(form_, this);
    for (const auto* number : child->children) rows->add(*number, join_path(below, number->key));
    body_ = rows;
  } else {
    whole_ = make_field(form_, *child, below, child->key, this);
    whole_->refresh();
    body_ = whole_;
  }
  layout()->addWidget(body_);
  body_->show();
}

void DrawnField::refresh() {
  const QString now = law();
  const int index = law_->findData(now);
  if (law_->currentIndex() != index) law_->setCurrentIndex(index);
  grey(law_, !shown().is_own());
  const bool plain = now.isEmpty();
  plain_->setVisible(plain);
  // Beside a plain value the combo box shows its arrow only.
  const int narrow = fontMetrics().height() + 8;
  law_->setMaximumWidth(plain ? narrow : QWIDGETSIZE_MAX);
  law_->setMinimumWidth(plain ? narrow : 0);
  setFocusProxy(plain ? static_cast<QWidget*>(plain_) : law_);
  if (plain) plain_->refresh();
  build(now);
  if (auto* rows = qobject_cast<Rows*>(body_)) rows->refresh();
  if (whole_ != nullptr) whole_->refresh();
}

}  // namespace seawind::gui
