// SPDX-License-Identifier: GPL-3.0-or-later
// A table made elsewhere and shown whole: statistics, comparisons. Sorts by value, not by text, and
// can be saved as CSV.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QVariant>
#include <vector>

namespace seawind::gui {

struct TableCell {
  QString text;
  QVariant value = {};  // sorts, and is what CSV holds; invalid: the text
  bool strong = false;
};
using Row = std::vector<TableCell>;
/// A number as tables show it: six significant digits.
TableCell number_cell(double value);

class RowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kSortRole = Qt::UserRole;

  using QAbstractTableModel::QAbstractTableModel;
  /// Each row has as many cells as there are titles.
  void set_rows(const QStringList& titles, std::vector<Row> rows);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  const Row& row(int index) const { return rows_[static_cast<std::size_t>(index)]; }

 private:
  QStringList titles_;
  std::vector<Row> rows_;
};

/// RFC 4180, of any table model as it is shown (sorted and filtered), with its header; numbers
/// whole.
QString to_csv(const QAbstractItemModel& model, int value_role = RowsModel::kSortRole);
/// Whole or not at all; false and `error` when it cannot.
bool write_text(const QString& file, const QString& text, QString& error);

}  // namespace seawind::gui
