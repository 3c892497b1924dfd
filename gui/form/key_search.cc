// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/key_search.h"

#include "gui/form/groups.h"
#include "gui/form/values.h"

namespace seawind::gui {
namespace {

constexpr int kPathRole = Qt::UserRole + 1;

void add_key(const SchemaNode& node, const QString& path, const QString& where,
             QStandardItemModel& keys) {
  auto* item = new QStandardItem(
      where.isEmpty() ? QStringLiteral("%1 \u2014 %2").arg(node.key, node.doc)
                      : QStringLiteral("%1 (%2) \u2014 %3").arg(node.key, where, node.doc));
  item->setData(path, kPathRole);
  item->setToolTip(node.doc);
  keys.appendRow(item);
}

void add_below(const SchemaNode& node, const QString& path, int levels, QStandardItemModel& keys) {
  if (levels == 0 || node.shape == SchemaNode::Shape::kDistribution) return;
  const auto& inside = node.item != nullptr ? *node.item : node;
  for (const auto* child : inside.children) {
    const QString below = node.item != nullptr ? path : join_path(path, child->key);
    add_key(*child, below, readable_key(last_part(path)), keys);
    add_below(*child, below, levels - 1, keys);
  }
}

}  // namespace

KeySearch::KeySearch(const SchemaNode& root, QString prefix, QWidget* parent)
    : QLineEdit(parent), root_(root), prefix_(std::move(prefix)) {
  setPlaceholderText(tr("Find a key (Ctrl+F)"));
  setAccessibleName(tr("Find a key by its name or meaning"));
  setClearButtonEnabled(true);
  setMaximumWidth(fontMetrics().horizontalAdvance(QString(40, '0')));
  connect(this, &QLineEdit::textEdited, this, [this] {
    if (completer() == nullptr) make_completer();
  });
}

void KeySearch::make_completer() {
  auto* keys = new QStandardItemModel(this);
  for (const Group& group : groups_of(root_)) {
    QStringList paths = group.shared;
    for (const QString& key : group.paired) paths << "downlink." + key;
    for (const QString& path : paths) {
      const auto* node = schema_at(root_, path);
      if (node == nullptr) continue;
      add_key(*node, join_path(prefix_, path), {}, *keys);
      // Two levels below each key of a group. Deeper keys are recursive or inside a list.
      add_below(*node, join_path(prefix_, path), 2, *keys);
    }
  }
  auto* completer = new QCompleter(keys, this);
  completer->setFilterMode(Qt::MatchContains);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setMaxVisibleItems(14);
  setCompleter(completer);
  // Not with `this` as the receiver: QLineEdit disconnects its completer when it loses the focus.
  connect(completer, qOverload<const QModelIndex&>(&QCompleter::activated), keys,
          [this](const QModelIndex& index) {
            const QString path = index.data(kPathRole).toString();
            // After this signal the completer writes its text into the line, so clearing is
            // deferred.
            QTimer::singleShot(0, this, [this, path] {
              clear();
              emit chosen(path);
            });
          });
  completer->setCompletionPrefix(text());
  completer->complete();
}

}  // namespace seawind::gui
