// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/tcp_table.h"

#include "gui/document/tree_edits.h"
#include "gui/preview/short_text.h"

namespace seawind::gui {
namespace {

using config::Node;

QString read_kernel(const QString& proc, const QString& name) {
  if (name.contains('/')) return {};
  QFile file(proc + '/' + name);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).simplified()
                                        : QString();
}

QString value_text(const Node* root, const QString& path) {
  const Node* value = root != nullptr ? node_at(*root, path) : nullptr;
  return value != nullptr ? short_text(*value).simplified() : QString();
}

}  // namespace

QList<TcpRow> tcp_rows(const Node& own, const Node& whole, const Node* parent,
                       const SchemaNode& schema, const QString& proc) {
  QList<TcpRow> rows;
  const auto add = [&](const QString& name, const QString& path, const QString& kernel) {
    TcpRow row;
    row.name = name;
    row.path = path;
    row.value = value_text(&whole, path);
    row.is_own = node_at(own, path) != nullptr;
    row.parent = value_text(parent, path);
    if (!kernel.isEmpty()) row.kernel = read_kernel(proc, kernel);
    if (const SchemaNode* node = schema_at(schema, path)) row.help = node->doc;
    rows.push_back(std::move(row));
  };
  for (const char* section : {"sysctl", "route"}) {
    const Node* map = node_at(whole, section);
    if (map == nullptr) continue;
    const bool of_kernel = QString(section) == "sysctl";
    for (const config::Entry& entry : map->entries) {
      const QString key = QString::fromStdString(entry.key);
      add(of_kernel ? key : TcpTable::tr("route %1").arg(key), QString(section) + '.' + key,
          of_kernel ? key : QString());
    }
  }
  for (const SchemaNode* child : schema.children) {
    using Shape = SchemaNode::Shape;
    const QStringList about{"name", "description", "extends"};
    if (about.contains(child->key) || child->shape == Shape::kSection ||
        child->shape == Shape::kMap)
      continue;
    add(QString(child->key).replace('_', ' '), child->key, {});
    if (rows.back().value.isEmpty()) rows.back().value = child->default_text;
  }
  return rows;
}

TcpTable::TcpTable(QObject* parent)
    : RowTable({{tr("Setting"), &TcpRow::name},
                {tr("This variant"), &TcpRow::value},
                {tr("Extended file"), &TcpRow::parent},
                {tr("This kernel now"), &TcpRow::kernel}},
               parent) {}

void TcpTable::show_rows(QList<TcpRow> rows, const QString& parent_name) {
  parent_name_ = parent_name;
  columns_[kParent].title = parent_name.isEmpty() ? tr("Extended file") : parent_name;
  reset_rows(std::move(rows));
}

QVariant TcpTable::cell(const TcpRow& of, int column, int role) const {
  const bool differs = !of.kernel.isEmpty() && of.kernel != of.value;
  if (role == Qt::FontRole && column == kValue) {
    QFont font;
    font.setBold(differs);
    font.setItalic(!of.is_own);
    return font;
  }
  if (role == Qt::ToolTipRole) {
    QStringList lines;
    if (!of.help.isEmpty()) lines << of.help;
    if (!of.is_own)
      lines << (of.parent.isEmpty() ? tr("Not set: the default.")
                                    : tr("Not set here: %1 sets it.").arg(parent_name_));
    if (differs) lines << tr("This machine's kernel has %1.").arg(of.kernel);
    return lines.join('\n');
  }
  return {};
}

}  // namespace seawind::gui
