// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a TCP variant, one row each: its value, the value of the extended file, and the
// value of this machine's kernel.
#pragma once

#include "common/config/tree.h"
#include "gui/document/schema.h"
#include "gui/row_table.h"

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
QList<TcpRow> tcp_rows(const config::Node& own, const config::Node& whole,
                       const config::Node* parent, const SchemaNode& schema,
                       const QString& proc = QStringLiteral("/proc/sys/net/ipv4"));

class TcpTable : public RowTable<TcpRow> {
  Q_OBJECT

 public:
  enum Column { kName, kValue, kParent, kKernel };
  explicit TcpTable(QObject* parent = nullptr);

  /// `parent_name`: title of the column of the extended file, empty: a general title.
  void show_rows(QList<TcpRow> rows, const QString& parent_name);

 private:
  QVariant cell(const TcpRow& of, int column, int role) const override;
  QString parent_name_;
};

}  // namespace seawind::gui
