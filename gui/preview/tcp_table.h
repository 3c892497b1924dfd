// SPDX-License-Identifier: GPL-3.0-or-later
// What a TCP variant sets, a row per knob: its value, what the file it extends gives, and what this
// machine's kernel has.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/schema.h"

namespace seawind::gui {

struct TcpRow {
  QString name;  // "tcp_sack", "initcwnd"
  QString path;  // "sysctl.tcp_sack", "route.initcwnd"
  QString value;
  bool is_own = false;  // set in this file; else the parent's
  QString parent;       // empty: it says nothing
  QString kernel;       // empty: no such file, or nothing to compare with
  QString help;
};

/// `own`: the document alone; `whole`: with what it extends; `parent`: what it extends, if
/// anything. `proc`: the folder of the kernel's settings.
std::vector<TcpRow> tcp_rows(const config::Node& own, const config::Node& whole,
                             const config::Node* parent, const SchemaNode& schema,
                             const QString& proc = QStringLiteral("/proc/sys/net/ipv4"));

class TcpTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kValue, kParent, kKernel, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  void show_rows(std::vector<TcpRow> rows, const QString& parent_name);
  const TcpRow& row(int row) const { return rows_[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<TcpRow> rows_;
  QString parent_name_;
};

}  // namespace seawind::gui
