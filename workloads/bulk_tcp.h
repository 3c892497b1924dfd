// SPDX-License-Identifier: GPL-3.0-or-later
// Bulk TCP as in experiments B3. The source opens the connection at its start instant, hands the
// kernel `size` bytes in writes of `write_size`, or as many as it accepts until `duration` is over,
// shuts down its sending side and waits for the sink's end of stream. The sink accepts one
// connection, reads to the end, checks the count if there is one, and closes. Kernel defaults
// everywhere: no TCP_NODELAY, no TCP_QUICKACK, no buffer sizes.
#pragma once

#include <cstdint>
#include <string>

#include "workloads/control.h"
#include "workloads/flow_options.h"
#include "workloads/outcome.h"

namespace seawind {

struct BulkTcpOptions : FlowOptions {
  std::int64_t size = 0;               // payload bytes of the transfer; 0: it has a duration
  std::int64_t duration = 0;           // ns from the start instant; 0: it has a size
  std::int64_t write_size = 4288;      // bytes per write; source only
  std::int64_t tcp_info_interval = 0;  // ns between TCP_INFO samples; 0: only the one at close
};

/// "SENT of SIZE bytes", or "SENT bytes" without a size; for messages.
std::string progress_text(const BulkTcpOptions& options, std::int64_t bytes);

Outcome run_bulk_tcp_source(const BulkTcpOptions& options, Control& control);
Outcome run_bulk_tcp_sink(const BulkTcpOptions& options, Control& control);

}  // namespace seawind
