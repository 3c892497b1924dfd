// SPDX-License-Identifier: GPL-3.0-or-later
// When the flows of a workload run, as far as the file tells.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/schema.h"

namespace seawind::gui {

struct FlowTime {
  QString name;
  QString path;  // "flows[1]"
  bool is_up = false;
  QString role;                     // "bulk"
  QString generator;                // "bulk_tcp"; empty: none is given
  QString what;                     // "343040B", "1147 packets of 48B every 20ms"
  double earliest = 0, latest = 0;  // start, s
  QString rule;                     // of the spread: "grid"; empty: a fixed start
  std::optional<double> length;     // s; nothing: the link and the other flows decide
  bool is_mean = false;             // the length is drawn: this is its mean
};

/// `workload`: with what it extends. Values that are not understood count as left out.
std::vector<FlowTime> flow_times(const config::Node& workload, const SchemaNode& schema);

}  // namespace seawind::gui
