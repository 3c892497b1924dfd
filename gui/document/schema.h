// SPDX-License-Identifier: GPL-3.0-or-later
// The published JSON Schema (configs/schema) as the editor uses it: for every path the kind of
// value, units, labels, default, range and help. Each kind is read once.
#pragma once

#include <QtWidgets>
#include <optional>
#include <vector>

#include "gui/places.h"

namespace seawind::gui {

struct SchemaNode {
  enum class Shape {
    kSection,  // a map with keys of its own: `children`
    kMap,      // a map with free keys: `item` is the value
    kList,  // `item`; if there are `children`, a map of those is valid as well (the distributions
            // mixture, empirical and list)
    kText,
    kReference,  // text that names a file of another kind: `references`
    kInteger,
    kQuantity,      // a number with one of `units`; no units: a plain number
    kChoice,        // one of `labels`
    kSwitch,        // true or false
    kLimit,         // bytes or packets
    kDistribution,  // fixed (as a kQuantity), or drawn from one of `children`
  };
  QString key;  // last part of the path; empty for the root and for items
  Shape shape = Shape::kText;
  QString doc;           // without range and default
  QString range;         // "1bit/s to 100Gbit/s", or empty
  QString default_text;  // as written ("off" included), or empty
  QString rule;          // the naming rule in words; empty: any text
  QString example;
  QString source;     // paper, RFC or section of the specification
  QString element;    // the element of a packet's path that shows the value, or empty
  QString word;       // the words before the value there, in English
  QStringList units;  // contains "" if the unit is optional (0.5 or 50%)
  QStringList labels;
  QStringList label_docs;  // one per label
  QString references;      // kReference: folder of the files: profiles, routers, ...
  QString choice;          // exactly one of the siblings with the same `choice` must be present
  QStringList required_unless;  // `required` only if none of these siblings is present
  bool required = false;
  bool can_be_off = false;
  bool per_state = false;    // may differ by channel state
  bool allows_list = false;  // a list of such values is valid as well (link: e0, link: [e0, r4])
  std::vector<const SchemaNode*> children;  // in the order of the documentation
  QStringList one_of;  // kSection: the children with a `choice`; at most one of them may be present
  const SchemaNode* item = nullptr;

  const SchemaNode* child(const QString& name) const;
};

/// The root of the kind's schema, valid until the program ends. Recursive schemas (routers in
/// routers) give a cyclic graph: traverse it only along a document. Throws Error if the file is
/// missing or invalid. Thread-safe.
const SchemaNode& schema(Kind kind, const Places& places);
/// The node at a path of a document ("downlink.states.bad.rate_base"), or null. For an element of
/// an `allows_list` list of plain values it is the node of the list itself.
const SchemaNode* schema_at(const SchemaNode& root, const QString& path);

}  // namespace seawind::gui
