// SPDX-License-Identifier: GPL-3.0-or-later
// The published JSON Schema (configs/schema) as what a form needs: for every path its kind of
// value, unit, labels, default, range and help. Read once per kind.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "gui/places.h"

namespace seawind::gui {

struct SchemaNode {
  enum class Shape {
    kSection,  // a map with keys of its own: `children`
    kMap,      // a map with free keys: `item` is the value
    kList,     // `item`
    kText,
    kReference,  // text that names a file of another kind: `references`
    kWhole,      // an integer
    kQuantity,   // a number with one of `units`
    kChoice,     // one of `labels`
    kSwitch,     // true or false
    kLimit,      // bytes or packets
    kDrawn,      // fixed, or drawn from a distribution: `children` are the laws
  };
  QString key;  // last part of the path
  Shape shape = Shape::kText;
  QString doc;           // without range and default
  QString range;         // "1bit/s to 100Gbit/s", or empty
  QString default_text;  // as written, or empty
  QString example;
  QStringList units;
  QStringList labels;
  QString references;  // folder: profiles, routers, ...
  bool required = false;
  bool can_be_off = false;
  bool many = false;  // kReference, kText: one or a list of them
  std::vector<const SchemaNode*> children;
  QStringList one_of;  // kSection: keys of which only one may be there (kinds of flow, disciplines)
  const SchemaNode* item = nullptr;

  const SchemaNode* child(const QString& name) const;
};

/// The root of the kind's schema; lives as long as the program. Schemas that refer to themselves
/// (routers in routers) give a graph with cycles: follow it only along a document. Throws Error
/// when the file is missing or not understood.
const SchemaNode& schema(Kind kind, const Places& places);
/// The node at a path of a document ("downlink.states.bad.rate_base"), or null.
const SchemaNode* schema_at(const SchemaNode& root, const QString& path);
/// The section of the reference page (docs/reference) about a key, as rich text; empty: none.
QString reference_help(Kind kind, const QString& path);

}  // namespace seawind::gui
