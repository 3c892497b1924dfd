// SPDX-License-Identifier: GPL-3.0-or-later
// What `seawind-link preview` found out about a profile, in the units of the plots.
#pragma once

#include <QStringList>
#include <QVector>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace seawind::gui {

struct LinkData {
  /// One state for a while; neighbours differ.
  struct State {
    double from = 0, to = 0;  // s
    int state = 0;            // place in state_names
  };
  struct Blocked {
    double from = 0, to = 0;  // s
    QString reason;
  };
  struct DirectionSummary {
    QVector<double> rate_at, rate;  // s, bit/s: steps, the last at the end
    std::vector<Blocked> blocked;
    QVector<double> sent_at, delay;  // s, ms: of the probe packets delivered
    QVector<double> lost_at;         // s: of the others
    QVector<double> sorted, share;   // ms, share of the packets sent that took no longer
    quint64 sent = 0, delivered = 0;
    std::map<QString, quint64> drops;  // by reason
  };

  double duration = 0;  // s
  QStringList state_names;
  std::vector<State> states;
  std::array<DirectionSummary, 2> ways;  // downlink, uplink
};

/// From what the program printed. Throws Error when it is not that.
LinkData read_link_data(const std::string& json);

}  // namespace seawind::gui
