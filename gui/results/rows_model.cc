// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/rows_model.h"

#include <QCoreApplication>
#include <QFont>
#include <QSaveFile>

#include "gui/write_all.h"

namespace seawind::gui {

TableCell number_cell(double value) {
  return {QString::number(value, 'g', 6), value};
}

void RowsModel::set_rows(const QStringList& titles, std::vector<Row> rows) {
  beginResetModel();
  titles_ = titles;
  rows_ = std::move(rows);
  endResetModel();
}

int RowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(titles_.size());
}

QVariant RowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const TableCell& cell = row(index.row())[static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole:
      return cell.text;
    case kSortRole:
      return cell.value.isValid() ? cell.value : QVariant(cell.text);
    case Qt::TextAlignmentRole:
      return static_cast<int>((cell.value.isValid() ? Qt::AlignRight : Qt::AlignLeft) |
                              Qt::AlignVCenter);
    case Qt::FontRole:
      if (cell.strong) {
        QFont font;
        font.setBold(true);
        return font;
      }
      return {};
    default:
      return {};
  }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section >= titles_.size())
    return {};
  return titles_[section];
}

QString to_csv(const QAbstractItemModel& model, int value_role) {
  const auto field = [](QString text) {
    if (text.contains(',') || text.contains('"') || text.contains('\n'))
      return '"' + text.replace('"', "\"\"") + '"';
    return text;
  };
  QString out;
  for (int c = 0; c < model.columnCount(); ++c)
    out += (c > 0 ? "," : "") + field(model.headerData(c, Qt::Horizontal).toString());
  out += "\r\n";
  for (int r = 0; r < model.rowCount(); ++r) {
    for (int c = 0; c < model.columnCount(); ++c) {
      const QVariant value = model.index(r, c).data(value_role);
      const QString text = value.typeId() == QMetaType::Double
                               ? QString::number(value.toDouble(), 'g', 17)
                               : model.index(r, c).data(Qt::DisplayRole).toString();
      out += (c > 0 ? "," : "") + field(text);
    }
    out += "\r\n";
  }
  return out;
}

bool write_text(const QString& file, const QString& text, QString& error) {
  const QByteArray bytes = text.toUtf8();
  QSaveFile out(file);
  if (write_all(out, bytes)) return true;
  error =
      QCoreApplication::translate("Results", "cannot write %1: %2").arg(file, out.errorString());
  return false;
}

}  // namespace seawind::gui
