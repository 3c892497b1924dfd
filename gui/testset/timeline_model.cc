// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/timeline_model.h"

#include <algorithm>
#include <optional>

#include "common/units.h"
#include "gui/document/tree_edits.h"
#include "gui/document/undo_step.h"

namespace seawind::gui {
namespace {

using config::Node;

QString text_of(const Node& node) {
  return QString::fromStdString(node.text);
}

/// Appends "rate_base 10kbit/s", "states.bad.rate_base 4kbit/s", ... for each value below the node.
void add_leaves(const Node& node, const QString& path, QStringList& leaves) {
  switch (node.kind) {
    case Node::Kind::kScalar:
      leaves.append(path + ' ' + text_of(node));
      break;
    case Node::Kind::kList:
      leaves.append(
          TimelineModel::tr("%1 (%n)", nullptr, static_cast<int>(node.items.size())).arg(path));
      break;
    case Node::Kind::kMap:
      for (const auto& entry : node.entries) {
        const QString key = QString::fromStdString(entry.key);
        add_leaves(entry.value, path.isEmpty() ? key : path + '.' + key, leaves);
      }
      break;
    case Node::Kind::kNull:
      break;
  }
}

QString outage_words(const Node& outage) {
  QStringList notes;
  if (const Node* affects = node_at(outage, "affects")) notes.append(text_of(*affects));
  if (const Node* discard = node_at(outage, "discard"); discard && text_of(*discard) == "true")
    notes.append(TimelineModel::tr("discards"));
  if (const Node* at = node_at(outage, "at"))
    notes.append(TimelineModel::tr("%1 later").arg(text_of(*at)));
  const Node* length = node_at(outage, "length");
  const QString text =
      TimelineModel::tr("outage %1")
          .arg(length == nullptr                     ? QString("?")
               : length->kind == Node::Kind::kScalar ? text_of(*length)
                                                     : TimelineModel::tr("of drawn length"));
  return notes.isEmpty() ? text : text + " (" + notes.join(", ") + ')';
}

std::optional<double> instant(const QString& text) {
  return parse_quantity(text.toStdString(), DURATION).value;
}

}  // namespace

QString timeline_words(const Node& entry) {
  QStringList words;
  if (const Node* link = node_at(entry, "link"))
    words.append(TimelineModel::tr("link becomes %1").arg(text_of(*link)));
  if (const Node* change = node_at(entry, "change"))
    for (const char* direction : {"downlink", "uplink"})
      if (const Node* values = node_at(*change, direction)) {
        QStringList leaves;
        add_leaves(*values, {}, leaves);
        words.append(QString(direction) + ' ' + leaves.join(", "));
      }
  if (const Node* router = node_at(entry, "router"))
    words.append(TimelineModel::tr("router becomes %1").arg(text_of(*router)));
  if (const Node* outages = node_at(entry, "outages"))
    for (const Node& outage : outages->items) words.append(outage_words(outage));
  if (const Node* notify = node_at(entry, "notify"))
    for (const Node& notice : notify->items) {
      const Node* flow = node_at(notice, "flow");
      const Node* text = node_at(notice, "text");
      words.append(
          TimelineModel::tr("%1 receives \"%2\"")
              .arg(flow ? text_of(*flow) : QString("?"), text ? text_of(*text) : QString()));
    }
  return words.isEmpty() ? TimelineModel::tr("nothing yet") : words.join("; ");
}

TimelineModel::TimelineModel(YamlDocument& document, QObject* parent)
    : RowTable(
          {{tr("At"),
            [](const TimelineRow& row) { return row.at.isEmpty() ? tr("(no instant)") : row.at; }},
           {tr("What changes"), &TimelineRow::what}},
          parent),
      document_(document) {
  read();
  connect(&document_, &YamlDocument::tree_changed, this, &TimelineModel::read);
}

void TimelineModel::read() {
  QList<TimelineRow> rows;
  const Node* timeline = document_.find("timeline");
  if (timeline != nullptr && timeline->kind == Node::Kind::kList)
    for (const Node& entry : timeline->items) {
      const Node* at = node_at(entry, "at");
      rows.append({at == nullptr ? QString() : text_of(*at), timeline_words(entry)});
    }
  if (rows != rows_) replace_rows(std::move(rows));
}

QVariant TimelineModel::cell(const TimelineRow& row, int column, int role) const {
  return role == Qt::ToolTipRole ? columns_[column].text(row) : QVariant();
}

int TimelineModel::add() {
  if (!document_.is_editable()) return -1;
  const int n = static_cast<int>(rows_.size());
  double next = 30e9;
  if (n > 0)
    if (const auto last = instant(rows_.last().at)) next = *last + 10e9;
  const QString at = QString::fromStdString(format_quantity(next, DURATION));
  return document_.insert_item("timeline", n, "{at: " + at + '}') ? n : -1;
}

int TimelineModel::duplicate(int row) {
  if (!document_.is_editable() || row < 0 || row >= rows_.size()) return -1;
  const QString text = document_.block(path(row));
  return document_.insert_item("timeline", row + 1, text) ? row + 1 : -1;
}

int TimelineModel::remove(int row) {
  if (!document_.is_editable() || row < 0 || row >= rows_.size()) return -1;
  if (!document_.remove(path(row))) return -1;
  return std::min(row, static_cast<int>(rows_.size()) - 1);
}

int TimelineModel::move(int row, int by) {
  const int to = row + by;
  if (!document_.is_editable() || row < 0 || row >= rows_.size() || to < 0 || to >= rows_.size())
    return -1;
  return document_.move_item("timeline", row, to) ? to : -1;
}

bool TimelineModel::is_sorted() const {
  double last = 0;
  for (const TimelineRow& row : rows_) {
    const auto at = instant(row.at);
    if (!at) continue;
    if (*at < last) return false;
    last = *at;
  }
  return true;
}

bool TimelineModel::sort_by_time() {
  if (!document_.is_editable() || is_sorted()) return false;
  for (const TimelineRow& row : rows_)
    if (!instant(row.at)) return false;
  const UndoStep step(document_, tr("Sort the timeline"));
  // Insertion sort by moves, so that entries in order are not moved.
  for (int row = 1; row < rows_.size(); ++row) {
    int to = row;
    while (to > 0 && *instant(rows_[to - 1].at) > *instant(rows_[row].at)) --to;
    if (to != row && !document_.move_item("timeline", row, to)) return false;
  }
  return true;
}

}  // namespace seawind::gui
