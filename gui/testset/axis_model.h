// SPDX-License-Identifier: GPL-3.0-or-later
// One axis as a list. Its values come first, in order and checked; the files that can be added
// follow. A check adds a value, clearing it removes the value. Dragging moves values within this
// list. Dropped files are added.
#pragma once

#include <QtWidgets>

#include "gui/testset/axis_files.h"
#include "gui/testset/matrix.h"

namespace seawind::gui {

class AxisModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kPath = Qt::UserRole, kChosen, kSearch };

  AxisModel(Matrix& matrix, int axis, Places places, QObject* parent = nullptr);

  int axis() const { return axis_; }
  int chosen() const { return static_cast<int>(matrix_.references(axis_).size()); }
  /// Scans the folders again.
  void refresh();
  bool move(int from, int to) { return matrix_.move(axis_, from, to); }
  /// Adds files by path, before row `before` (-1: at the end).
  bool add_files(const QStringList& paths, int before = -1);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::CopyAction | Qt::MoveAction; }
  bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                       const QModelIndex& parent) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 private:
  struct Row {
    QString name;  // the reference in the document; for other files, the reference that a check
                   // would add
    QString path;  // empty: the reference does not resolve
    bool shipped = false;
    bool operator==(const Row&) const = default;
  };
  QString tip(const Row& row) const;

  Matrix& matrix_;
  const QByteArray id_ = QUuid::createUuid().toByteArray();  // in values that are dragged
  const int axis_;
  const Places places_;
  QList<Row> rows_;
  int chosen_ = 0;
  mutable QHash<QString, QString> descriptions_;
};

}  // namespace seawind::gui
