// SPDX-License-Identifier: GPL-3.0-or-later
// The base of table models that keep one value per row, and the common look of their views.
#pragma once

#include <QAbstractTableModel>
#include <QHeaderView>
#include <QStringList>
#include <QTableView>
#include <algorithm>

namespace seawind::gui {

/// A subclass defines the titles, whose number is fixed, and the cells.
template <class Row>
class RowTable : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  const Row& at(int row) const { return rows_[row]; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    if (columns_ < 0) columns_ = static_cast<int>(titles().size());
    return parent.isValid() ? 0 : columns_;
  }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override {
    return checkIndex(index, CheckIndexOption::IndexIsValid)
               ? cell(rows_[index.row()], index.column(), role)
               : QVariant();
  }
  QVariant headerData(int section, Qt::Orientation orientation,
                      int role = Qt::DisplayRole) const override {
    return orientation == Qt::Horizontal && role == Qt::DisplayRole
               ? QVariant(titles().value(section))
               : QVariant();
  }

 protected:
  virtual QStringList titles() const = 0;
  virtual QVariant cell(const Row& row, int column, int role) const = 0;

  void reset_rows(QList<Row> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
  }
  void append_rows(const QList<Row>& rows) {
    if (rows.isEmpty()) return;
    const auto first = static_cast<int>(rows_.size());
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    rows_.append(rows);
    endInsertRows();
  }
  void remove_row(int row) {
    beginRemoveRows({}, row, row);
    rows_.removeAt(row);
    endRemoveRows();
  }
  void move_row(int from, int to) {
    beginMoveRows({}, from, from, {}, to > from ? to + 1 : to);
    rows_.move(from, to);
    endMoveRows();
  }
  void row_changed(int row) { emit dataChanged(index(row, 0), index(row, columnCount() - 1)); }
  /// The row whose `key` has the value; -1: none.
  template <class Key, class Value>
  int find_row(Key key, const Value& value, int from = 0) const {
    const auto found = std::find_if(rows_.begin() + std::min<qsizetype>(from, rows_.size()),
                                    rows_.end(), [&](const Row& row) { return row.*key == value; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
  }
  /// Replaces the rows. A row whose `key` is in both lists is moved and changed, so that it stays
  /// selected; an unchanged row emits no signal.
  template <class Key>
  void update_rows(const QList<Row>& rows, Key key) {
    for (int row = 0; row < rows.size(); ++row) {
      const int found = find_row(key, rows[row].*key, row);
      if (found < 0) {
        beginInsertRows({}, row, row);
        rows_.insert(row, rows[row]);
        endInsertRows();
        continue;
      }
      if (found != row) move_row(found, row);
      if (rows_[row] == rows[row]) continue;
      rows_[row] = rows[row];
      row_changed(row);
    }
    while (rows_.size() > rows.size()) remove_row(static_cast<int>(rows_.size()) - 1);
  }

  QList<Row> rows_;

 private:
  mutable int columns_ = -1;  // number of titles; -1: not known yet
};

/// Rows are selected as a whole and cells are not edited in place; Tab leaves the table.
inline void set_up_table(QTableView& table, const QString& name) {
  table.setAccessibleName(name);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.setAlternatingRowColors(true);
  table.setShowGrid(false);
  table.setTabKeyNavigation(false);
  table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 6);
  table.horizontalHeader()->setHighlightSections(false);
}

}  // namespace seawind::gui
