// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/group_box.h"

#include "gui/form/values.h"
#include "gui/layouts.h"

namespace seawind::gui {

GroupBox::GroupBox(FormContext& form, const SchemaNode& root, const QString& prefix, Group group,
                   QWidget* parent)
    : QWidget(parent),
      form_(form),
      root_(root),
      prefix_(prefix),
      group_(std::move(group)),
      fold_(new Fold(group_.title, this)),
      note_(new QLabel(this)) {
  make_bold(*fold_);
  fold_->setToolTip(group_.help);
  note_->setForegroundRole(QPalette::PlaceholderText);
  note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // cut, not scrolled
  QBoxLayout* head = make_row({fold_, {note_, 1}});
  head->setContentsMargins(2, 6, 2, 2);
  make_column(this, {head})->setSpacing(0);
  connect(fold_, &Fold::opened, this, [this](bool open) {
    if (open && !planned_) build();
    if (body_ != nullptr) body_->setVisible(open);
    refresh();
    emit toggled(open);
  });
}

int GroupBox::label_width(const QWidget& widget) {
  return widget.fontMetrics().horizontalAdvance(QStringLiteral("protocol overhead per packet"));
}

int GroupBox::column_width(const QWidget& widget, bool of_state) {
  return widget.fontMetrics().horizontalAdvance(QString(of_state ? 28 : 30, QLatin1Char('0')));
}

int GroupBox::width_of(const QWidget& widget, const std::vector<Column>& columns) {
  int width = 26 + label_width(widget);
  for (const Column& column : columns) width += 10 + column_width(widget, column.of_state);
  return width;
}

void GroupBox::set_columns(const std::vector<Column>& columns) {
  const bool same_layout = group_.paired.isEmpty() && columns_.empty() == columns.empty() &&
                           (columns_.size() == 1) == (columns.size() == 1);
  columns_ = columns;
  if (body_ == nullptr || same_layout) return;
  dispose(form_, body_);
  body_ = nullptr;
  cells_.clear();
  if (is_open()) build();
}

bool GroupBox::has_own() const {
  const auto& document = form_.document();
  for (const QString& key : group_.shared) {
    if (document.has(join_path(prefix_, key))) return true;
  }
  for (const QString& key : group_.paired) {
    for (const auto& column : columns_) {
      if (document.has(join_path(column.prefix, key))) return true;
    }
  }
  return false;
}

bool GroupBox::has_path(const QString& path) const {
  const auto below = [&](const QString& own) {
    return path == own || path.startsWith(own + '.') || path.startsWith(own + '[');
  };
  for (const QString& key : group_.shared) {
    if (below(join_path(prefix_, key))) return true;
  }
  for (const QString& key : group_.paired) {
    for (const QString& direction : {QStringLiteral("downlink"), QStringLiteral("uplink")}) {
      const QString base = join_path(prefix_, direction);
      if (below(join_path(base, key))) return true;
      const QString states = base + ".states.";
      if (path.startsWith(states)) {
        const QString rest = path.mid(states.size()).section('.', 1);
        if (rest == key || rest.startsWith(key + '.') || rest.startsWith(key + '[')) return true;
      }
    }
  }
  return false;
}

void GroupBox::set_open(bool open) {
  fold_->set_open(open);
}

void GroupBox::open_unbuilt() {
  planned_ = true;
  fold_->set_open(true);
  planned_ = false;
}

void GroupBox::add_shared(QGridLayout& grid, const QString& key) {
  const auto* node = schema_at(root_, key);
  if (node == nullptr) return;
  const int row = grid.rowCount();
  const int across = qMax(1, static_cast<int>(columns_.size()));
  const QString path = join_path(prefix_, key);
  const bool wide = is_wide(*node);
  // A group of one section shows no heading for it, because the group's title is the same.
  const bool only = wide && group_.paired.isEmpty() && group_.shared.size() == 1;
  auto* cell = new Cell(form_, *node, path, wide ? readable_key(node->key) : QString(), body_);
  if (wide) {
    grid.addWidget(cell, row, 0, 1, across + 1);
    if (only) cell->field().open({});
  } else {
    grid.addWidget(new KeyLabel(*node, path, &cell->field(), body_), row, 0, Qt::AlignTop);
    grid.addWidget(cell, row, 1, 1, across);
  }
  cells_ << cell;
}

void GroupBox::add_paired(QGridLayout& grid, const QString& key) {
  const int row = grid.rowCount();
  bool labelled = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto& column = columns_[i];
    const auto* node = column.node->child(key);
    if (node == nullptr) continue;
    auto* cell = new Cell(form_, *node, join_path(column.prefix, key), {}, body_);
    if (!labelled) {
      grid.addWidget(new KeyLabel(*node, key, &cell->field(), body_), row, 0, Qt::AlignTop);
      labelled = true;
    }
    // A key without a value per state also covers the columns of the states.
    int span = 1;
    if (!column.of_state) {
      for (std::size_t k = i + 1;
           k < columns_.size() && columns_[k].of_state && columns_[k].node->child(key) == nullptr;
           ++k) {
        ++span;
      }
    }
    grid.addWidget(cell, row, static_cast<int>(i) + 1, 1, span, Qt::AlignTop);
    cells_ << cell;
  }
}

void GroupBox::build() {
  if (body_ != nullptr || !is_open()) return;
  body_ = new QWidget(this);
  auto* grid = new QGridLayout(body_);
  grid->setContentsMargins(20, 0, 6, 4);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(2);
  // A single column takes the remaining width; the names beside it are wrapped.
  const bool narrow = columns_.size() == 1;
  grid->setColumnMinimumWidth(0, label_width(*this) / (narrow ? 2 : 1));
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const int column = static_cast<int>(i) + 1;
    if (!narrow) grid->setColumnMinimumWidth(column, column_width(*this, columns_[i].of_state));
    grid->setColumnStretch(column, columns_[i].of_state ? 28 : 30);
  }
  if (columns_.empty()) grid->setColumnStretch(1, 1);
  for (const QString& key : group_.shared) add_shared(*grid, key);
  for (const QString& key : group_.paired) add_paired(*grid, key);
  layout()->addWidget(body_);
  body_->show();
}

QString GroupBox::summary() const {
  if (problems_ > 0) return tr("%n problem(s)", nullptr, problems_);
  if (is_open()) return {};
  QStringList said;
  const auto& document = form_.document();
  const auto add_part = [&](const QString& path, const QString& name) {
    const auto* node = document.find(path);
    if (node == nullptr || said.size() > 3) return;
    QString text = node->kind == config::Node::Kind::kScalar ? QString::fromStdString(node->text)
                                                             : inline_yaml(*node);
    if (text.size() > 32) text = text.left(31) + QChar(0x2026);
    said << readable_key(name) + ' ' + text;
  };
  for (const QString& key : group_.shared) add_part(join_path(prefix_, key), last_part(key));
  for (const QString& key : group_.paired) {
    for (const auto& column : columns_) {
      if (!column.of_state) add_part(join_path(column.prefix, key), key);
    }
  }
  return said.join(QStringLiteral(" \u00b7 "));
}

void GroupBox::refresh() {
  for (auto* cell : cells_) cell->refresh();
  const QString text = summary();
  if (note_->text() != text) note_->setText(text);
}

void GroupBox::set_problem_count(int count) {
  if (problems_ == count) return;
  problems_ = count;
  if (count > 0) {
    QPalette colours = note_->palette();
    const QColor colour = problem_colour(palette());
    colours.setColor(QPalette::PlaceholderText, colour);
    note_->setPalette(colours);
  } else {
    note_->setPalette({});
    note_->setAttribute(Qt::WA_SetPalette, false);
  }
  refresh();
}

}  // namespace seawind::gui
