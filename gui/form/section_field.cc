// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/section_field.h"

#include "gui/form/values.h"

namespace seawind::gui {
namespace {

int weight(const config::Node& node) {
  int sum = 1;
  for (const auto& item : node.items) sum += weight(item);
  for (const auto& entry : node.entries) sum += weight(entry.value);
  return sum;
}

constexpr int kOpenUpTo = 40;  // number of values above which the section is folded at first

/// A label that takes no width from other widgets.
class Summary : public QLabel {
 public:
  using QLabel::QLabel;
  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }
  QSize sizeHint() const override { return {40, QLabel::sizeHint().height()}; }
};

}  // namespace

SectionField::SectionField(FormContext& form, const SchemaNode& node, const QString& path,
                           const QString& title, QWidget* parent)
    : FoldedField(form, node, path, title, tr("open"), parent), kinds_(kinds_of(node)) {
  QStringList kinds = kinds_;
  if (node.can_be_off) {
    if (kinds.isEmpty()) kinds << tr("set");
    kinds.prepend(QStringLiteral("off"));
  }
  if (!kinds.isEmpty()) {
    kind_ = new QComboBox(this);
    kind_->addItems(kinds);
    kind_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    add_control(kind_, tr("kind"));
    head_->addWidget(kind_);
    connect(kind_, &QComboBox::activated, this, [this](int index) { choose(index); });
  }
  summary_ = new Summary(this);
  summary_->setForegroundRole(QPalette::PlaceholderText);
  head_->addWidget(summary_, 1);
  connect(fold_, &Fold::opened, this, [this] { summarize(); });
  const EffectiveValue now = shown();
  const bool here = now.is_own() && now.node->kind == config::Node::Kind::kMap;
  if (here && weight(*now.node) <= kOpenUpTo) fold_->set_open(true);
}

QString SectionField::kind() const {
  if (kinds_.isEmpty()) return {};
  for (const auto least : {EffectiveValue::Origin::kOwn, EffectiveValue::Origin::kInherited}) {
    for (const QString& key : kinds_) {
      if (form_.value(node_.child(key), join_path(path_, key)).origin == least) return key;
    }
  }
  return {};
}

// The heading of a list item: its number and its name.
QString SectionField::heading() const {
  if (!path_.endsWith(']')) return title_;
  QString text = QString::number(last_part(path_).mid(1).chopped(1).toInt() + 1);
  const EffectiveValue name = form_.value(nullptr, join_path(path_, QStringLiteral("name")));
  if (!name.text.isEmpty()) text += QStringLiteral("  ") + name.text;
  return text;
}

void SectionField::choose(int index) {
  if (node_.can_be_off && index == 0) {
    const bool needed = form_.inherited().find(path_).node != nullptr;
    const bool done = needed ? form_.write(path_, QStringLiteral("off")) : form_.remove(path_);
    if (!done) refresh();
    return;
  }
  if (kinds_.isEmpty()) {
    form_.write(path_, smallest_value(node_));
    fold_->set_open(true);
    return;
  }
  const QString chosen = kinds_.value(node_.can_be_off ? index - 1 : index);
  if (chosen == kind()) return;
  const auto* child = node_.child(chosen);
  const QString value = child == nullptr ? QStringLiteral("{}") : smallest_value(*child);
  const bool alone = node_.children.size() == static_cast<std::size_t>(kinds_.size());
  if (alone) {
    form_.write(path_, '{' + chosen + ": " + value + '}');
  } else {
    form_.as_one_step(tr("Choose %1").arg(chosen), [&] {
      form_.write(join_path(path_, chosen), value);
      for (const QString& other : kinds_) {
        const QString gone = join_path(path_, other);
        if (other != chosen && form_.document().has(gone)) form_.remove(gone);
      }
    });
  }
  refresh();
  fold_->set_open(true);
}

void SectionField::build() {
  const QString now = kind();
  if (body_ != nullptr && built_kind_ == now) return;
  dispose(form_, body_);
  built_kind_ = now;
  auto* rows = new Rows(form_, this);
  for (const auto* child : node_.children) {
    if (!kinds_.contains(child->key)) rows->add(*child, join_path(path_, child->key));
  }
  if (const auto* chosen = now.isEmpty() ? nullptr : node_.child(now)) {
    const QString below = join_path(path_, now);
    if (chosen->shape == SchemaNode::Shape::kSection && kinds_of(*chosen).isEmpty()) {
      for (const auto* child : chosen->children) rows->add(*child, join_path(below, child->key));
    } else {
      rows->add(*chosen, below);
    }
  }
  layout()->addWidget(rows);
  body_ = rows;
}

void SectionField::summarize() {
  const EffectiveValue now = shown();
  const bool empty = now.node == nullptr || now.text == "off" || now.text == "{}";
  summary_->setText(fold_->is_open() || empty ? QString() : now.text);
  summary_->setToolTip(summary_->text());
}

void SectionField::refresh() {
  const EffectiveValue now = shown();
  const QString chosen = kind();
  const QString title = heading();
  if (fold_->text() != title) fold_->setText(title);
  if (kind_ != nullptr) {
    int index = kinds_.isEmpty() ? 1 : kind_->findText(chosen);
    if (now.node == nullptr || now.text == "off") index = node_.can_be_off ? 0 : -1;
    kind_->setCurrentIndex(index);
    grey(kind_, !now.is_own());
  }
  summarize();
  if (fold_->is_open()) {
    build();
  } else if (body_ != nullptr && built_kind_ != chosen) {
    dispose(form_, body_);
    body_ = nullptr;
  }
  if (body_ != nullptr) static_cast<Rows*>(body_)->refresh();
}

}  // namespace seawind::gui
