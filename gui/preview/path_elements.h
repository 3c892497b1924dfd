// SPDX-License-Identifier: GPL-3.0-or-later
// What a packet meets in one direction of a link, as docs/reference/link.md tells it ("The path of
// a packet"), with the values this profile sets.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/schema.h"

namespace seawind::gui {

struct PathElement {
  QString title;      // "Send buffer"
  QStringList lines;  // its values, the ones that say most first
  QString path;       // of the key to edit; empty: not in this document
  bool is_on = true;  // false: packets pass as if it were not there
};

/// `direction`: "downlink" or "uplink". `router`: the name of the router in front; empty: none.
std::vector<PathElement> path_elements(const config::Node& profile, const SchemaNode& schema,
                                       const QString& direction, const QString& router);

/// The state process both directions share; off when there is one state only.
PathElement channel_element(const config::Node& profile);

}  // namespace seawind::gui
