// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/matrix.h"

#include <algorithm>
#include <set>

#include "controller/testset/case_expression.h"
#include "gui/document/undo_step.h"

namespace seawind::gui {
namespace {

using config::Node;

QStringList texts_of(const Node* node) {
  if (node == nullptr) return {};
  QStringList texts;
  if (node->kind == Node::Kind::kScalar) texts.append(QString::fromStdString(node->text));
  if (node->kind == Node::Kind::kList)
    for (const Node& item : node->items)
      if (item.kind == Node::Kind::kScalar) texts.append(QString::fromStdString(item.text));
  return texts;
}

std::vector<Pattern> entries_of(const Node* node) {
  std::vector<Pattern> entries;
  if (node == nullptr || node->kind != Node::Kind::kList) return entries;
  for (const Node& item : node->items) {
    Pattern pattern;
    if (item.kind == Node::Kind::kMap)
      for (const auto& entry : item.entries)
        for (int axis = 0; axis < kAxes; ++axis)
          if (axis_name(axis).toStdString() == entry.key)
            pattern[static_cast<std::size_t>(axis)] =
                id_of(QString::fromStdString(entry.value.text)).toStdString();
    entries.push_back(std::move(pattern));
  }
  return entries;
}

QString inline_yaml(const Pattern& pattern) {
  QStringList parts;
  for (int axis = 0; axis < kAxes; ++axis) {
    const auto& value = pattern[static_cast<std::size_t>(axis)];
    if (value.empty()) continue;
    parts.append(axis_name(axis) + ": " + YamlDocument::quoted(QString::fromStdString(value)));
  }
  return '{' + parts.join(", ") + '}';
}

}  // namespace

QString axis_name(int axis) {
  return kAxisNames[static_cast<std::size_t>(axis)];
}

Kind axis_kind(int axis) {
  static constexpr std::array kOf{Kind::kProfile, Kind::kRouter, Kind::kTcp, Kind::kWorkload};
  return kOf[static_cast<std::size_t>(axis)];
}

QString id_of(const QString& reference) {
  const QString name = reference.section('/', -1);
  return name.endsWith(".yaml") ? name.chopped(5) : name;
}

Matrix::Matrix(YamlDocument& document, QObject* parent) : QObject(parent), document_(document) {
  read();
  connect(&document_, &YamlDocument::tree_changed, this, &Matrix::read);
}

void Matrix::read() {
  std::array<QStringList, kAxes> references;
  std::array<std::vector<std::string>, kAxes> values;
  for (int axis = 0; axis < kAxes; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    references[a] = texts_of(document_.find(path(axis)));
    std::set<std::string> seen;
    for (const QString& reference : references[a]) {
      const std::string id = id_of(reference).toStdString();
      if (seen.insert(id).second) values[a].push_back(id);
    }
  }
  const bool other_axes = references != references_;
  references_ = std::move(references);
  entries_ = entries_of(document_.find("exclude"));
  product_ = AxisProduct(std::move(values));
  std::vector<int> by(static_cast<std::size_t>(product_.size()), -1);
  for (int index = 0; index < product_.size(); ++index)
    for (std::size_t entry = 0; entry < entries_.size(); ++entry)
      if (entries_[entry] != Pattern{} && product_.matches(entries_[entry], index)) {
        by[static_cast<std::size_t>(index)] = static_cast<int>(entry);
        break;
      }
  const bool other_exclusions = by != excluded_by_;
  excluded_by_ = std::move(by);
  included_ = static_cast<int>(std::count(excluded_by_.begin(), excluded_by_.end(), -1));
  if (other_axes) emit axes_changed();
  if (other_axes || other_exclusions) emit exclusions_changed();
}

QString Matrix::entry_text(int entry) const {
  QStringList parts;
  const Pattern& pattern = entries_.at(static_cast<std::size_t>(entry));
  for (int axis = 0; axis < kAxes; ++axis)
    if (const auto& value = pattern[static_cast<std::size_t>(axis)]; !value.empty())
      parts.append(axis_name(axis) + ' ' + QString::fromStdString(value));
  return parts.join(", ");
}

bool Matrix::add(int axis, const QString& reference, int before) {
  if (!document_.is_editable()) return false;
  const QStringList old = references(axis);
  const Node* node = document_.find(path(axis));
  const QString text = YamlDocument::quoted(reference);
  if (node == nullptr || old.isEmpty()) return document_.set(path(axis), text);
  if (node->kind == Node::Kind::kScalar)
    return document_.set(path(axis),
                         before == 0 ? QString("[%1, %2]").arg(text, YamlDocument::quoted(old[0]))
                                     : QString("[%1, %2]").arg(YamlDocument::quoted(old[0]), text));
  const int last = static_cast<int>(old.size());
  return document_.insert_item(path(axis), before < 0 ? last : std::min(before, last), text);
}

bool Matrix::remove(int axis, int position) {
  if (!document_.is_editable() || position < 0 || position >= references(axis).size()) return false;
  const Node* node = document_.find(path(axis));
  if (node->kind == Node::Kind::kScalar) return document_.remove(path(axis));
  return document_.remove(QString("%1[%2]").arg(path(axis)).arg(position));
}

bool Matrix::move(int axis, int from, int to) {
  const int n = static_cast<int>(references(axis).size());
  if (!document_.is_editable() || from < 0 || to < 0 || from >= n || to >= n || from == to)
    return false;
  return document_.move_item(path(axis), from, to);
}

std::vector<bool> Matrix::excluded() const {
  std::vector<bool> out;
  for (const int by : excluded_by_) out.push_back(by >= 0);
  return out;
}

bool Matrix::set_excluded(const std::vector<bool>& wanted) {
  if (!document_.is_editable() || wanted == excluded()) return false;
  const ExclusionChange change = change_exclusions(product_, entries_, wanted);
  const int left = static_cast<int>(entries_.size() - change.removed.size());
  const UndoStep step(document_, tr("Change the excluded cases"));
  for (auto entry = change.removed.rbegin(); entry != change.removed.rend(); ++entry)
    if (!document_.remove(QString("exclude[%1]").arg(*entry))) return false;
  int at = left;
  for (const Pattern& pattern : change.added)
    if (!document_.insert_item("exclude", at++, inline_yaml(pattern))) return false;
  return true;
}

}  // namespace seawind::gui
