// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers for values and paths used by all fields. Independent of widgets.
#pragma once

#include <QString>
#include <QStringList>

#include "common/config/tree.h"
#include "gui/document/schema.h"

namespace seawind::gui {

/// The number and the unit of "0.3s"; when the text is no number, all of it is `number`.
struct NumberWithUnit {
  QString number;
  QString unit;
  bool is_number = false;
};
NumberWithUnit split_quantity(const QString& text);

/// A node in YAML's flow style, on one line: "{uniform: {min: 30ms, max: 40ms}}".
QString flow_text(const config::Node& node);
/// What the items of a list look like between its brackets: "clear, short, clear".
QString to_items(const config::Node& list);

/// The node at a path below `root`, or null. Keys may hold dots.
const config::Node* walk(const config::Node& root, const QString& path);

/// "downlink.states.bad.rate_base" -> "downlink.states.bad"; "flows[1]" -> "flows"; "" for one
/// part.
QString parent_path(const QString& path);
/// The last part: a key, or "[1]".
QString last_part(const QString& path);
QString join_path(const QString& parent, const QString& key);
inline QString item_path(const QString& list, int index) {
  return list + '[' + QString::number(index) + ']';
}

/// The smallest value in flow style that the schema takes: what a new item begins with.
QString smallest_value(const SchemaNode& node);

/// The children of which only one may be there: kinds of flow, disciplines.
QStringList kinds_of(const SchemaNode& node);

/// "queue_max_length" -> "queue max length".
QString spoken(const QString& key);

}  // namespace seawind::gui
