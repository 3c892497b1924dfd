// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a test set as a table of instants and changes. The model reads the document;
// TimelineView edits the entries in a form.
#pragma once

#include "gui/document/yaml_document.h"
#include "gui/row_table.h"

namespace seawind::gui {

struct TimelineRow {
  QString at;
  QString what;
  bool operator==(const TimelineRow&) const = default;
};

class TimelineModel : public RowTable<TimelineRow> {
  Q_OBJECT

 public:
  enum Column { kAt, kWhat };

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

 private:
  QVariant cell(const TimelineRow& row, int column, int role) const override;
  void read();
  QString path(int row) const { return QString("timeline[%1]").arg(row); }

  YamlDocument& document_;
};

/// An entry as text: "link becomes lan; outage 13s (downlink, discards); downlink rate_base
/// 10kbit/s".
QString timeline_words(const config::Node& entry);

}  // namespace seawind::gui
