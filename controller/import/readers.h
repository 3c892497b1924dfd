// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of the other formats (tc.h has that of tc). Each fills the draft, reports what it
// does not understand as a problem, and warns of what a profile cannot express.
#pragma once

#include "controller/import/source.h"
#include "controller/import/tc.h"

namespace seawind::importer {

/// mahimahi: the trace of the uplink, that of the downlink, and the words of mm-link, mm-delay and
/// mm-loss. Reference: ravinet/mahimahi, src/frontend and src/packet.
void read_mahimahi(const std::vector<Source>& sources, Draft& draft, Diagnostics& problems);

/// A preset by name, `chrome:Slow 4G`. References: ChromeDevTools/devtools-frontend,
/// front_end/core/sdk/NetworkManager.ts; catchpoint/WebPageTest, connectivity.ini.sample.
void read_preset(const std::vector<Source>& sources, Draft& draft, Diagnostics& problems);

/// A profile of the 6G testbed's netemu (5G-MAG/6G-Testbed, netemu/src/netemu): a YAML file, and
/// the name of one of its profiles if it has several.
void read_netemu(const std::vector<Source>& sources, const FindTable& find_table, Draft& draft,
                 Diagnostics& problems);

/// The configuration of rattan (stack-rs/rattan, rattan-core/src/config), in TOML or JSON.
void read_rattan(const std::vector<Source>& sources, Draft& draft, Diagnostics& problems);

}  // namespace seawind::importer
