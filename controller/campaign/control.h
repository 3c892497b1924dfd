// SPDX-License-Identifier: GPL-3.0-or-later
// Control of a running campaign through its directory: every process that may write there may
// control the campaign.
//
// The file `control` holds the request: one word (run, pause, finish, stop). It is replaced as a
// whole. The controller reads it several times a second. A request holds until another one is
// written. The file is removed when a run begins and when it ends.
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>

#include "controller/campaign/run_state.h"

namespace seawind {

class Directory;

/// Whether a controller runs this campaign, that is, holds the campaign's lock. False where there
/// is no campaign. The check does not take the lock.
bool is_running(const std::filesystem::path& campaign);

/// "not running; `seawind resume SHOWN` runs the missing repetitions", or that none is missing. For
/// a campaign that no controller runs. Throws Error when its store cannot be read.
std::string not_running_text(const std::filesystem::path& campaign, const std::string& shown);

/// Writes the request, whether or not a controller runs. Throws Error.
void write_control(const std::filesystem::path& campaign, ControlRequest request);
/// The current request; kRun when there is none or its word is unknown, `before` when it cannot be
/// read.
ControlRequest read_control(const Directory& campaign,
                            ControlRequest before = ControlRequest::kRun);

enum class ControlAnswer {
  kTaken,       // the controller carries it out
  kEnded,       // the run ended in the meantime
  kNotRunning,  // no controller runs there; nothing was written
  kNoAnswer,    // the controller did not take it in time; the request stays
};

/// Writes the request and waits until the controller has taken it, at most `patience`, or until
/// `stop`. Blocks. Throws Error when the request cannot be written.
ControlAnswer send_request(const std::filesystem::path& campaign, ControlRequest request,
                           std::chrono::milliseconds patience = std::chrono::seconds(10),
                           const std::stop_token& stop = {});

}  // namespace seawind
