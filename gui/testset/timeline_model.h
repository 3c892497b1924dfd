// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a test set as a table: when, and what changes. It reads the document; the entries
// are edited in a form (TimelineView).
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

  /// One step of undo each; they say where the entry is afterwards, -1: nothing has changed.
  int add();  // behind the last, ten seconds after it
  int duplicate(int row);
  int remove(int row);
  int move(int row, int by);
  /// In order of time, as the file must be; false: it was, or an instant is not understood.
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

/// "link becomes lan; outage 13s (downlink, discards); downlink rate_base 10kbit/s".
QString timeline_words(const config::Node& entry);

}  // namespace seawind::gui
