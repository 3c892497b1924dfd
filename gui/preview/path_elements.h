// SPDX-License-Identifier: GPL-3.0-or-later
// The elements a packet passes in one direction of a link, in the order of docs/reference/link.md
// ("The path of a packet"), with the values of a profile. The parameters of an element, and the
// words before their values, come from the .proto files; only lines of another form are written
// here.
#pragma once

#include <QtWidgets>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/schema.h"

namespace seawind::gui {

struct PathElement {
  QStringList elements;  // Param.element of the parameters whose words are among the lines
  QString title;         // "Send buffer", translated
  QStringList lines;     // its values, most important first
  QString path;          // of the key to edit; empty: the element is not part of this document
  bool is_on = true;     // false: the element has no effect on packets
};

/// `profile`: merged with the files it extends; `schema`: root of the profile schema; `direction`:
/// "downlink" or "uplink"; `router`: name of the router in front of the link, empty: none.
std::vector<PathElement> path_elements(const config::Node& profile, const SchemaNode& schema,
                                       const QString& direction, const QString& router);

/// The state process that both directions share. It is off if there is only one state.
PathElement channel_element(const config::Node& profile);

}  // namespace seawind::gui
