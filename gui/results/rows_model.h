// SPDX-License-Identifier: GPL-3.0-or-later
// A table of precomputed rows, such as statistics and comparisons. It sorts by value instead of
// text, and can be saved as CSV.
#pragma once

#include <QtWidgets>
#include <vector>

#include "gui/row_table.h"

namespace seawind::gui {

struct TableCell {
  QString text;
  QVariant value = {};  // sort key and CSV value; invalid: the text is used
  bool strong = false;
};
using Row = std::vector<TableCell>;

/// A cell with six significant digits.
TableCell number_cell(double value);

class RowsModel : public RowTable<Row> {
 public:
  RowsModel() : RowTable(QList<TableColumn<Row>>()) {}
  /// Replaces the table. Each row has as many cells as there are titles.
  void set_rows(const QStringList& titles, const std::vector<Row>& rows);

 private:
  QVariant cell(const Row& row, int column, int role) const override;
};

/// RFC 4180 text of any table model in its current order and with its current filter, with a
/// header. Numbers are not rounded.
QString to_csv(const QAbstractItemModel& model, int value_role = RowsModel::kSortRole);
/// Writes the file atomically. False, with a reason in `error`, if that fails.
bool write_text(const QString& file, const QString& text, QString& error);

}  // namespace seawind::gui
