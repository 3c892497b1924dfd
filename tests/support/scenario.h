// SPDX-License-Identifier: GPL-3.0-or-later
// Text scenarios: a configuration, arrivals and the exact events they must cause, in virtual time.
//
//   # a comment
//   channel lead_in=2s good=5s bad=1s          states in order with fixed dwells
//   down rate=64kbit prop=300ms lsb=12000B router=20p slots=2 input=1 ...
//   down.bad p=1 handling=iterate delay=700ms threshold=701ms    what differs in a state
//   seed 7
//   show received delivered drop               event kinds to compare (default: all)
//   spike interval=1s length=100ms affects=both
//   outage at=1s length=2s persistency=500ms queue_loss=0.5 affects=up   (persistency: discards)
//   at 0ms down 576 x44                        44 packets of 576 B arrive at that instant
//   at 0ms up 100 protocol=6 dscp=46           not UDP; with a DSCP
//   at 5ms reconfigure down rate=128kbit       changes some values
//   at 5ms timeline down rate=128kbit          the same by HopConfig::changes; on its own line of
//                                              changes, which begins at the configuration above
//   until 10s                                  where the run ends (default: all packets are out)
//   expect
//   372000000 down delivered p1                time in ns, direction, kind, packet, then code= and
//   ...                                        value= when not 0
//
// Durations, rates and numbers may be distributions: uniform:1ms,2ms or list:1ms,2ms,3ms. The keys
// of directions and states are the tables kDirectionKeys and kStateKeys of scenario_values.cc;
// limits are 12000B, 20p or both with a comma.
#pragma once

#include <string>

namespace seawind::test {

struct ScenarioResult {
  std::string expected;
  std::string actual;
};

/// Runs the scenario of that file. Throws std::runtime_error with file and line when it cannot be
/// read.
ScenarioResult run_scenario(const std::string& path);

}  // namespace seawind::test
