// SPDX-License-Identifier: GPL-3.0-or-later
// The times at which the flows of a workload run, as far as the file determines them. They equal
// those of the controller's estimate.
#pragma once

#include <QtWidgets>
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
  QString generator;                // "bulk_tcp"; empty: the flow has none
  QString what;                     // the traffic: "343040B", "1147 packets of 48B every 20ms"
  double earliest = 0, latest = 0;  // bounds of the start, s
  QString rule;                     // rule of the start spread: "grid"; empty: fixed start
  std::optional<double> length;     // s; nothing: depends on the link and on other flows
  bool is_mean = false;             // `length` is a mean, because it is drawn at random
};

/// `workload`: merged with the files it extends; `schema`: root of the workload schema. Values that
/// cannot be parsed count as absent.
std::vector<FlowTime> flow_times(const config::Node& workload, const SchemaNode& schema);

}  // namespace seawind::gui
