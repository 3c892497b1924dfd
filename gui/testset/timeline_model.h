// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a test set as a table of instants and changes. The model reads the document;
// TimelineView edits the entries in a form.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include "gui/document/yaml_document.h"

namespace seawind::gui {

class TimelineModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kAt, kWhat, kColumns };

  explicit TimelineModel(YamlDocument& document, QObject* parent = nullptr);

  /// Each edit is one undo step, and returns the row of the entry afterwards; -1: nothing has
  /// changed.
  int add();  // after the last entry, ten seconds later
  int duplicate(int row);
  int remove(int row);
  int move(int row, int by);
  /// Sorts by time, as the file format requires. False if the entries were in order or an instant
  /// is invalid.
  bool sort_by_time();
  bool is_sorted() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    QString at;
    QString what;
    bool operator==(const Row&) const = default;
  };
  void read();
  QString path(int row) const { return QString("timeline[%1]").arg(row); }

  YamlDocument& document_;
  QList<Row> rows_;
};

/// An entry as text: "link becomes lan; outage 13s (downlink, discards); downlink rate_base
/// 10kbit/s".
QString timeline_words(const config::Node& entry);

}  // namespace seawind::gui
