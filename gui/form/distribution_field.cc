// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/distribution_field.h"

#include "gui/form/values.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

// A distribution that is a list can be read from a file as well: `empirical: {file: delays.txt}`.
const QString kFile = QStringLiteral("file");
const QString kFileMark = QStringLiteral("|file");

}  // namespace

DistributionField::DistributionField(FormContext& form, const SchemaNode& node, const QString& path,
                                     QWidget* parent)
    : Field(form, node, path, parent),
      plain_(new QuantityField(form, node, path, this)),
      kind_(new QComboBox(this)) {
  QBoxLayout* head = make_row({{plain_, 1}, kind_});
  head->setSpacing(3);
  make_column(this, {head})->setSpacing(1);
  setFocusProxy(plain_);
  kind_->addItem(tr("value"), QString());
  for (const auto* child : node.children) {
    kind_->addItem(child->key, child->key);
    const bool file = child->shape == SchemaNode::Shape::kList && child->child(kFile) != nullptr;
    if (file) kind_->addItem(tr("%1 (file)").arg(child->key), child->key + kFileMark);
  }
  kind_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  kind_->setMinimumContentsLength(1);
  kind_->view()->setMinimumWidth(fontMetrics().horizontalAdvance(QString(16, 'm')));
  kind_->setToolTip(tr("A plain value, or the distribution it is drawn from"));
  add_control(kind_, tr("distribution"));
  connect(kind_, &QComboBox::activated, this, [this] { choose(kind_->currentData().toString()); });
}

QString DistributionField::kind() const {
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

// A new distribution starts from the plain value, so that the order of magnitude stays.
QString DistributionField::first_value(const SchemaNode& kind) const {
  const EffectiveValue now = shown();
  const bool plain = now.node != nullptr && now.node->kind == config::Node::Kind::kScalar &&
                     split_quantity(now.text).is_number;
  const QString value =
      plain ? now.text
            : (node_.example.startsWith('{') || node_.example.isEmpty() ? '1' + node_.units.value(0)
                                                                        : node_.example);
  switch (kind.shape) {
    case SchemaNode::Shape::kSection: {
      QStringList parts;
      for (const auto* child : kind.children) {
        if (!child->required) continue;
        const bool same = child->units == kind.units || child->units == node_.units;
        parts << child->key + ": " +
                     (same && !child->units.isEmpty() ? value : smallest_value(*child));
      }
      return '{' + parts.join(QStringLiteral(", ")) + '}';
    }
    case SchemaNode::Shape::kList: {
      if (kind.item == nullptr || kind.item->shape != SchemaNode::Shape::kSection) {
        return '[' + value + ']';
      }
      return QStringLiteral("[{weight: 100%, min: %1, max: %1}]").arg(value);
    }
    default:
      return value;
  }
}

void DistributionField::choose(const QString& kind) {
  if (kind == this->kind()) return;
  if (kind.isEmpty()) {
    // A plain value starts from the first number of the distribution.
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
  if (kind.endsWith(kFileMark)) {
    const QString key = QString(kind).remove(kFileMark);
    if (!form_.write(path_, '{' + key + ": {file: values.txt}}")) refresh();
    return;
  }
  const auto* child = node_.child(kind);
  if (child == nullptr || !form_.write(path_, '{' + kind + ": " + first_value(*child) + '}')) {
    refresh();
  }
}

void DistributionField::build(const QString& kind) {
  if (built_ == kind) return;
  built_ = kind;
  dispose(form_, body_);
  body_ = nullptr;
  whole_ = nullptr;
  const QString key = QString(kind).remove(kFileMark);
  const auto* child = key.isEmpty() ? nullptr : node_.child(key);
  if (child == nullptr) return;
  const QString below = join_path(path_, key);
  if (child->shape == SchemaNode::Shape::kSection || kind.endsWith(kFileMark)) {
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

void DistributionField::refresh() {
  const QString now = kind();
  const int index = kind_->findData(now);
  if (kind_->currentIndex() != index) kind_->setCurrentIndex(index);
  grey(kind_, !shown().is_own());
  const bool plain = now.isEmpty();
  plain_->setVisible(plain);
  // Beside a plain value the combo box shows its arrow only.
  const int narrow = fontMetrics().height() + 8;
  kind_->setMaximumWidth(plain ? narrow : QWIDGETSIZE_MAX);
  kind_->setMinimumWidth(plain ? narrow : 0);
  setFocusProxy(plain ? static_cast<QWidget*>(plain_) : kind_);
  if (plain) plain_->refresh();
  build(now);
  if (auto* rows = qobject_cast<Rows*>(body_)) rows->refresh();
  if (whole_ != nullptr) whole_->refresh();
}

}  // namespace seawind::gui
