// SPDX-License-Identifier: GPL-3.0-or-later
// `tc qdisc` commands with netem and tbf. A source has the commands of one or two interfaces; the
// first interface is the downlink, the second one the uplink.
#pragma once

#include <functional>

#include "controller/import/netem.h"
#include "controller/import/source.h"

namespace seawind::importer {

/// Finds the table that `distribution NAME` means: a file of that name, or NAME.dist in tc's
/// folders. Nothing: there is none.
using FindTable = std::function<std::optional<std::string>(const std::string& name)>;

/// Reads the options behind the word `netem`. Nothing when there are problems.
std::optional<Netem> read_netem(Words& words, const FindTable& find_table, Diagnostics& problems);
std::optional<Tbf> read_tbf(Words& words, Diagnostics& problems);

void read_tc(const std::vector<Source>& sources, const FindTable& find_table, Draft& draft,
             Diagnostics& problems);

}  // namespace seawind::importer
