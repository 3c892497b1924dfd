// SPDX-License-Identifier: GPL-3.0-or-later
// A table of precomputed rows, such as statistics and comparisons. It sorts by value instead of
// text, and can be saved as CSV.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QVariant>
#include <vector>

namespace seawind::gui {

struct TableCell {
  QString text;
  QVariant value = {};  // sort key and CSV value; invalid: the text is used
  bool strong = false;
};
using Row = std::vector<TableCell>;
/// A cell with six significant digits.
TableCell number_cell(double value);

class RowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kSortRole = Qt::UserRole;

  using QAbstractTableModel::QAbstractTableModel;
  /// Replaces the table. Each row has as many cells as there are titles.
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

/// RFC 4180 text of any table model in its current order and with its current filter, with a
/// header. Numbers are not rounded.
QString to_csv(const QAbstractItemModel& model, int value_role = RowsModel::kSortRole);
/// Writes the file atomically. False, with a reason in `error`, if that fails.
bool write_text(const QString& file, const QString& text, QString& error);

}  // namespace seawind::gui
