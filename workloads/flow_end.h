// SPDX-License-Identifier: GPL-3.0-or-later
// The life of one end of a flow, which all generators except `command` share: log "prepared",
// report ready, run the traffic, log its failure as "error", log "close". An end of a generator
// derives from FlowEnd and implements the traffic.
#pragma once

#include <poll.h>

#include <nlohmann/json.hpp>

#include "common/error.h"
#include "workloads/control.h"
#include "workloads/flow_log.h"
#include "workloads/flow_options.h"
#include "workloads/monotonic.h"
#include "workloads/tcp_socket.h"
#include "workloads/udp_socket.h"

namespace seawind {

/// `Options` derives from FlowOptions; the caller keeps options and control. Constructors of ends
/// open sockets, so that a failure is known before the end reports ready.
template <typename Options>
class FlowEnd {
 public:
  FlowEnd(const FlowEnd&) = delete;
  FlowEnd& operator=(const FlowEnd&) = delete;

  /// Called once. Throws Error when the log cannot be written.
  Outcome run() {
    log_.event(monotonic_ns(), "prepared", prepared_);
    control_.ready();
    try {
      traffic();
      outcome_.ok = true;
    } catch (const Error& e) {
      outcome_.error = e.what();
      log_.event(monotonic_ns(), "error", {{"error", outcome_.error}, {"bytes", outcome_.bytes}});
    }
    outcome_.lost_datagrams = lost_datagrams();
    Fields fields = closing();
    fields["ok"] = outcome_.ok;
    log_.event(monotonic_ns(), "close", fields);
    log_.close();
    return outcome_;
  }

 protected:
  using Fields = nlohmann::ordered_json;

  FlowEnd(const char* generator, const Options& options, Control& control)
      : options_(options),
        control_(control),
        log_(options.log),
        prepared_(prepared_fields(generator, options)) {}
  ~FlowEnd() = default;

  /// Moves the payload and counts it in outcome_.bytes. Throws Error when the flow fails.
  virtual void traffic() = 0;
  /// Called after traffic(), also after a failure. Returns the fields of "close", except "ok".
  virtual Fields closing() { return {{"bytes", outcome_.bytes}}; }

  /// Waits for the start instant. The caller acts before it calls log_start().
  Control::Start wait_start() {
    const Control::Start start = control_.wait_start();
    outcome_.start_late_ns = start.actual - start.intended;
    return start;
  }
  void log_start(const Control::Start& start) {
    log_.event(start.actual, "start",
               {{"intended", start.intended}, {"late_ns", *outcome_.start_late_ns}});
  }

  /// Waits for a connection from the other end.
  Fd wait_connection(int listener) {
    for (;;) {
      control_.wait(listener, POLLIN, Control::kNever);
      Fd socket = accept_connection(listener, options_.local, options_.port);
      if (socket) return socket;
    }
  }

  const Options& options_;
  Control& control_;
  FlowLog log_;
  Fields prepared_;  // fields of the event; constructors add their own
  Outcome outcome_;
};

}  // namespace seawind
