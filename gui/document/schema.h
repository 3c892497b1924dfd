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
    kList,     // `item`; with `children` too, a map of those may stand in its place (the laws
               // mixture, empirical and list)
    kText,
    kReference,  // text that names a file of another kind: `references`
    kWhole,      // an integer
    kQuantity,   // a number with one of `units`; no units: a plain number
    kChoice,     // one of `labels`
    kSwitch,     // true or false
    kLimit,      // bytes or packets
    kDrawn,      // fixed (as a kQuantity), or drawn from a distribution: `children` are the laws
  };
  QString key;  // last part of the path; empty: the root, or an item
  Shape shape = Shape::kText;
  QString doc;           // without range and default
  QString range;         // "1bit/s to 100Gbit/s", or empty
  QString default_text;  // as written ("off" included), or empty
  QString rule;          // of a name: what it may be made of, in words; empty: any text
  QString example;
  QStringList units;  // an empty one among them: may be written without (0.5 or 50%)
  QStringList labels;
  QStringList label_docs;  // one for each label
  QString references;      // folder: profiles, routers, ...
  QString reads;           // kText that names a file of data, relative to the document: its format
  QString choice;          // siblings with the same word here: exactly one of them must be given
  QStringList unless;      // `required` only when none of these siblings is there
  bool required = false;
  bool can_be_off = false;
  bool many = false;  // a plain value that may also be a list of them (link: e0, link: [e0, r4])
  std::vector<const SchemaNode*> children;  // in the order they are documented and written
  QStringList one_of;  // kSection: the children with a `choice`: only one of them may be there
  const SchemaNode* item = nullptr;

  const SchemaNode* child(const QString& name) const;
};

/// The root of the kind's schema; lives as long as the program. Schemas that refer to themselves
/// (routers in routers) give a graph with cycles: follow it only along a document. Throws Error
/// when the file is missing or not understood. From any thread.
const SchemaNode& schema(Kind kind, const Places& places);
/// The node at a path of a document ("downlink.states.bad.rate_base"), or null. An element of a
/// list of plain values that is `many` is at the node itself.
const SchemaNode* schema_at(const SchemaNode& root, const QString& path);

/// What the reference page (docs/reference) says about a key, as rich text: its row of the table,
/// and the paragraphs that speak of it; empty: nothing.
QString reference_help(Kind kind, const QString& path, const Places& places = Places::standard());
/// The folder of the reference pages: beside configs in the source tree, else the installed one;
/// empty when there is none.
QString reference_folder(const Places& places);

}  // namespace seawind::gui
