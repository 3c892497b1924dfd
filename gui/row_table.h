// SPDX-License-Identifier: GPL-3.0-or-later
// The base of table models that keep one value per row, and the common look of their views.
#pragma once

#include <QtWidgets>
#include <algorithm>
#include <functional>

namespace seawind::gui {

/// One column of a table.
template <class Row>
struct TableColumn {
  using Value = std::function<QVariant(const Row&)>;
  TableColumn(QString name, Value shown, Qt::Alignment where = Qt::AlignLeft, Value sort = {},
              QString help = {})
      : title(std::move(name)),
        text(std::move(shown)),
        alignment(where),
        key(std::move(sort)),
        tip(std::move(help)) {}

  QString title;
  Value text;
  Qt::Alignment alignment;
  Value key;    // to sort by; none: the text
  QString tip;  // of the title
};

/// A subclass defines the columns, and what else their cells show.
template <class Row>
class RowTable : public QAbstractTableModel {
 public:
  static constexpr int kSortRole = Qt::UserRole;  // the key of a cell

  explicit RowTable(QList<TableColumn<Row>> columns, QObject* parent = nullptr)
      : QAbstractTableModel(parent), columns_(std::move(columns)) {}

  const Row& at(int row) const { return rows_[row]; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
  }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = rows_[index.row()];
    const TableColumn<Row>& column = columns_[index.column()];
    if (role == Qt::DisplayRole || (role == kSortRole && !column.key)) return column.text(row);
    if (role == kSortRole) return column.key(row);
    if (const QVariant own = cell(row, index.column(), role); own.isValid()) return own;
    return role == Qt::TextAlignmentRole
               ? QVariant(static_cast<int>(column.alignment | Qt::AlignVCenter))
               : QVariant();
  }
  QVariant headerData(int section, Qt::Orientation orientation,
                      int role = Qt::DisplayRole) const override {
    if (orientation != Qt::Horizontal)
      return QAbstractTableModel::headerData(section, orientation, role);
    if (section >= columns_.size()) return {};
    if (role == Qt::DisplayRole) return columns_[section].title;
    return role == Qt::ToolTipRole && !columns_[section].tip.isEmpty() ? columns_[section].tip
                                                                       : QVariant();
  }

 protected:
  /// The data of a cell in all other roles.
  virtual QVariant cell(const Row& /*row*/, int /*column*/, int /*role*/) const { return {}; }

  void reset_rows(QList<Row> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
  }
  /// Replaces the rows. Keeps the selection if their number is unchanged.
  void replace_rows(QList<Row> rows) {
    if (rows.size() != rows_.size()) return reset_rows(std::move(rows));
    rows_ = std::move(rows);
    if (!rows_.isEmpty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
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
  QList<TableColumn<Row>> columns_;
};

/// A view of the model. Rows are selected as a whole, cells are not edited in place and have one
/// line; Tab leaves the table.
inline QTableView* make_table(QAbstractItemModel& model, const QString& name) {
  auto* table = new QTableView;
  table->setModel(&model);
  table->setAccessibleName(name);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setAlternatingRowColors(true);
  table->setShowGrid(false);
  table->setWordWrap(false);
  table->setTabKeyNavigation(false);
  table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
  table->verticalHeader()->hide();
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setStretchLastSection(true);
  return table;
}

/// Like make_table(), for a model that sorts. The rows have its order until a title is clicked.
inline QTableView* make_sorted_table(QAbstractItemModel& model, const QString& name) {
  QTableView* table = make_table(model, name);
  table->setSortingEnabled(true);
  table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  table->horizontalHeader()->setSortIndicatorClearable(true);
  return table;
}

}  // namespace seawind::gui
