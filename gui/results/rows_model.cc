// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/rows_model.h"

#include "controller/export/csv_field.h"
#include "gui/write_all.h"

namespace seawind::gui {

TableCell number_cell(double value) {
  return {QString::number(value, 'g', 6), value};
}

void RowsModel::set_rows(const QStringList& titles, const std::vector<Row>& rows) {
  beginResetModel();
  columns_.clear();
  for (std::size_t c = 0; c < static_cast<std::size_t>(titles.size()); ++c)
    columns_.append(TableColumn<Row>(
        titles[static_cast<qsizetype>(c)], [c](const Row& row) { return row[c].text; },
        Qt::AlignLeft,
        [c](const Row& row) {
          return row[c].value.isValid() ? row[c].value : QVariant(row[c].text);
        }));
  rows_ = QList<Row>(rows.begin(), rows.end());
  endResetModel();
}

QVariant RowsModel::cell(const Row& row, int column, int role) const {
  const TableCell& one = row[static_cast<std::size_t>(column)];
  if (role == Qt::TextAlignmentRole && one.value.isValid())
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::FontRole || !one.strong) return {};
  QFont font;
  font.setBold(true);
  return font;
}

QString to_csv(const QAbstractItemModel& model, int value_role) {
  const auto field = [](const QString& text) {
    bool is_number = false;
    text.toDouble(&is_number);
    return is_number ? text : QString::fromStdString(csv_field(text.toStdString()));
  };
  QString out;
  for (int c = 0; c < model.columnCount(); ++c)
    out += (c > 0 ? "," : "") + field(model.headerData(c, Qt::Horizontal).toString());
  out += "\n";
  for (int r = 0; r < model.rowCount(); ++r) {
    for (int c = 0; c < model.columnCount(); ++c) {
      const QVariant value = model.index(r, c).data(value_role);
      const QString text = value.typeId() == QMetaType::Double
                               ? QString::number(value.toDouble(), 'g', 17)
                               : model.index(r, c).data(Qt::DisplayRole).toString();
      out += (c > 0 ? "," : "") + field(text);
    }
    out += "\n";
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
