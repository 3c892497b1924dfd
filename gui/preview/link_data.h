// SPDX-License-Identifier: GPL-3.0-or-later
// The output of `seawind-link preview` for a profile, in the units of the plots.
#pragma once

#include <QtWidgets>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace seawind::gui {

struct LinkData {
  /// An interval in one state; neighbours have different states.
  struct State {
    double from = 0, to = 0;  // s
    int state = 0;            // index in state_names
  };
  struct Blocked {
    double from = 0, to = 0;  // s
    QString reason;
  };
  struct DirectionData {
    QVector<double> rate_at,
        rate;  // start and rate of each step, s and bit/s; the end repeats the last rate
    std::vector<Blocked> blocked;
    QVector<double> sent_at, delay;  // send time and delay of each delivered probe packet, s and ms
    QVector<double> lost_at;         // send time of each lost probe packet, s
    QVector<double> sorted,
        share;  // delay in ms, ascending; share of the sent packets with at most that delay
    quint64 sent = 0, delivered = 0;
    std::map<QString, quint64> drops;  // drop reason to number of packets
  };

  double duration = 0;  // s
  QStringList state_names;
  std::vector<State> states;
  std::array<DirectionData, 2> directions;  // downlink, uplink
};

/// Parses the JSON output of the program. Throws Error if it is not of the expected form.
LinkData read_link_data(const std::string& json);

}  // namespace seawind::gui
