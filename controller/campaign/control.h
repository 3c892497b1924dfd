// SPDX-License-Identifier: GPL-3.0-or-later
// Control of a running campaign through its directory: who may write there may control it.
//
// The file `control` holds what is asked: one word (run, pause, finish, stop), replaced as a whole.
// The controller reads it several times a second; it is a wish that holds until another is written,
// and is removed when a run begins and when it ends.
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>

#include "controller/campaign/run_state.h"

namespace seawind {

class Directory;

/// Whether a controller runs this campaign: it holds the campaign's lock. False where there is no
/// campaign. Asking disturbs nobody.
bool is_running(const std::filesystem::path& campaign);

/// Asks, whether or not anything runs. Throws Error.
void write_control(const std::filesystem::path& campaign, ControlRequest request);
/// What is asked; kRun when nothing, or nothing known, is.
ControlRequest read_control(const Directory& campaign);

enum class ControlAnswer {
  kTaken,       // the controller is doing it
  kEnded,       // the run ended meanwhile
  kNotRunning,  // nothing runs there; nothing was written
  kNoAnswer,    // not within the time; the wish stays
};

/// Asks and waits until the controller has taken note, at most `patience`, or until `stop`.
/// Blocks. Throws Error when the wish cannot be written.
ControlAnswer ask(const std::filesystem::path& campaign, ControlRequest request,
                  std::chrono::milliseconds patience = std::chrono::seconds(10),
                  const std::stop_token& stop = {});

}  // namespace seawind
