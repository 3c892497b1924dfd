// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/axis_model.h"

#include "gui/document/file_content.h"

namespace seawind::gui {
namespace {

const QString kMoved = QStringLiteral("application/x-seawind-axis-value");  // "MODEL ROW"

}  // namespace

AxisModel::AxisModel(Matrix& matrix, int axis, Places places, QObject* parent)
    : QAbstractListModel(parent), matrix_(matrix), axis_(axis), places_(std::move(places)) {
  refresh();
  connect(&matrix_, &Matrix::axes_changed, this, &AxisModel::refresh);
  connect(&matrix_.document(), &YamlDocument::file_changed, this, &AxisModel::refresh);
}

void AxisModel::refresh() {
  const QString file = matrix_.document().file();
  const Kind kind = axis_kind(axis_);
  QList<Row> rows;
  QStringList names;
  for (const QString& reference : matrix_.references(axis_)) {
    const QString path = resolve_reference(reference, kind, file, places_);
    rows.append({reference, path, places_.is_shipped(path)});
    names.append(id_of(path.isEmpty() ? reference : path));
  }
  const int chosen = static_cast<int>(rows.size());
  for (const AxisFile& other : axis_files(kind, file, places_))
    if (!names.contains(other.name)) rows.append({other.name, other.path, other.shipped});
  if (rows == rows_ && chosen == chosen_) return;
  beginResetModel();
  rows_ = std::move(rows);
  chosen_ = chosen;
  descriptions_.clear();
  endResetModel();
}

int AxisModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QString AxisModel::tip(const Row& row) const {
  if (row.path.isEmpty())
    return tr("There is no file for %1: correct the name, or put the file into %2.")
        .arg(row.name, folder_of(axis_kind(axis_)));
  auto description = descriptions_.find(row.path);
  if (description == descriptions_.end())
    description = descriptions_.insert(row.path, description_of(row.path));
  const QString origin = row.shipped ? tr("comes with Seawind") : row.path;
  return description->isEmpty() ? origin : *description + "\n" + origin;
}

QVariant AxisModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[index.row()];
  const bool chosen = index.row() < chosen_;
  switch (role) {
    case Qt::DisplayRole:
      return chosen && row.path.isEmpty() ? tr("%1 (no such file)").arg(row.name) : row.name;
    case Qt::CheckStateRole:
      return chosen ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
      return tip(row);
    case Qt::FontRole: {
      QFont font;
      font.setItalic(!row.shipped);  // a file of the user
      font.setBold(chosen);
      return font;
    }
    case Qt::AccessibleDescriptionRole:
      return chosen ? tr("value %1 of %2").arg(index.row() + 1).arg(chosen_)
                    : tr("not in the axis");
    case kPath:
      return row.path;
    case kChosen:
      return chosen;
    case kSearch:
      return row.name;
    default:
      return {};
  }
}

bool AxisModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::CheckStateRole) return false;
  const bool chosen = index.row() < chosen_;
  const bool wanted = value.toInt() == Qt::Checked;
  if (chosen == wanted) return false;
  return wanted ? matrix_.add(axis_, rows_[index.row()].name) : matrix_.remove(axis_, index.row());
}

Qt::ItemFlags AxisModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  Qt::ItemFlags flags =
      Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemNeverHasChildren;
  if (index.row() < chosen_) flags |= Qt::ItemIsDragEnabled;
  return flags;
}

QStringList AxisModel::mimeTypes() const {
  return {kMoved, "text/uri-list"};
}

QMimeData* AxisModel::mimeData(const QModelIndexList& indexes) const {
  if (indexes.isEmpty() || indexes.first().row() >= chosen_) return nullptr;
  auto* data = new QMimeData;
  data->setData(kMoved, id_ + ' ' + QByteArray::number(indexes.first().row()));
  return data;
}

bool AxisModel::canDropMimeData(const QMimeData* data, Qt::DropAction /*action*/, int /*row*/,
                                int /*column*/, const QModelIndex& /*parent*/) const {
  if (data->hasFormat(kMoved)) return data->data(kMoved).startsWith(id_ + ' ');
  return !yaml_files_of(*data).isEmpty();
}

bool AxisModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                             const QModelIndex& parent) {
  if (!canDropMimeData(data, action, row, column, parent)) return false;
  if (row < 0) row = parent.isValid() ? parent.row() : chosen_;
  row = std::min(row, chosen_);
  if (data->hasFormat(kMoved)) {
    const int from = data->data(kMoved).split(' ').last().toInt();
    move(from, row > from ? row - 1 : row);
    return false;  // the document has moved the value; the view must not remove the old row
  }
  return add_files(yaml_files_of(*data), row);
}

bool AxisModel::add_files(const QStringList& paths, int before) {
  bool added = false;
  for (const QString& path : paths) {
    const QString reference =
        reference_to(path, axis_kind(axis_), matrix_.document().file(), places_);
    bool there = false;
    for (const QString& old : matrix_.references(axis_)) there |= id_of(old) == id_of(reference);
    if (there) continue;
    added |= matrix_.add(axis_, reference, before);
    if (before >= 0) ++before;
  }
  return added;
}

}  // namespace seawind::gui
