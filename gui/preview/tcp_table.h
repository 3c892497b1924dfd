// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a TCP variant, one row each: its value, the value of the extended file, and the
// value of this machine's kernel.
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
  bool is_own = false;  // set in this file, not inherited
  QString parent;       // value of the extended file; empty: not set there
  QString
      kernel;  // value of the kernel; empty: the kernel has no such file, or the setting has none
  QString help;
};

/// `own`: the document alone; `whole`: merged with the files it extends; `parent`: the extended
/// file, or null; `schema`: root of the TCP schema; `proc`: folder of the kernel's settings.
std::vector<TcpRow> tcp_rows(const config::Node& own, const config::Node& whole,
                             const config::Node* parent, const SchemaNode& schema,
                             const QString& proc = QStringLiteral("/proc/sys/net/ipv4"));

class TcpTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kValue, kParent, kKernel, kColumns };
  using QAbstractTableModel::QAbstractTableModel;

  /// `parent_name`: title of the column of the extended file, empty: a general title.
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
