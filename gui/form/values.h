// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers for values and paths, independent of widgets.
#pragma once

#include <QtWidgets>

#include "common/config/tree.h"
#include "gui/document/schema.h"
#include "gui/document/tree_edits.h"

namespace seawind::gui {

/// The number and the unit of "0.3s". If the text is not a number, `number` is the whole text.
struct NumberWithUnit {
  QString number;
  QString unit;
  bool is_number = false;
};
NumberWithUnit split_quantity(const QString& text);

/// The node as one line of flow style: "{uniform: {min: 30ms, max: 40ms}}".
QString inline_yaml(const config::Node& node);
/// The items of a list without the brackets: "clear, short, clear".
QString to_items(const config::Node& list);

/// "downlink.states.bad.rate_base" -> "downlink.states.bad"; "flows[1]" -> "flows"; a single part
/// -> "".
QString parent_path(const QString& path);
/// The last part: a key, or "[1]".
QString last_part(const QString& path);
inline QString item_path(const QString& list, int index) {
  return list + '[' + QString::number(index) + ']';
}

/// The smallest value that the schema accepts, in flow style, for a new item.
QString smallest_value(const SchemaNode& node);

/// The mutually exclusive children: generators of a flow, disciplines.
QStringList kinds_of(const SchemaNode& node);

/// "queue_max_length" -> "queue max length".
QString readable_key(const QString& key);

}  // namespace seawind::gui
