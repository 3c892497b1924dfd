// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/control.h"

#include <fmt/format.h>

#include <sstream>
#include <thread>

#include "common/directory.h"
#include "common/error.h"
#include "controller/campaign/files.h"
#include "controller/campaign/live.h"
#include "controller/store/layout.h"
#include "controller/store/store.h"

namespace seawind {
namespace {

constexpr std::chrono::milliseconds kPollInterval{20};

}  // namespace

bool is_running(const std::filesystem::path& campaign) {
  return is_locked(campaign / kLockFile);
}

std::string not_running_text(const std::filesystem::path& campaign, const std::string& shown) {
  const Store store(campaign / kStoreFile, Store::Access::kReadOnly);
  if (store.progress().pending == 0) return "not running: no repetition is missing";
  return fmt::format("not running; `seawind resume {}` runs the missing repetitions", shown);
}

void write_control(const std::filesystem::path& campaign, ControlRequest request) {
  Directory(campaign).replace(kControlFile, std::string(to_string(request)) + "\n");
}

ControlRequest read_control(const Directory& campaign, ControlRequest before) {
  constexpr std::size_t kLongest = 64;
  std::string word;
  try {
    if (!campaign.status_of(kControlFile)) return ControlRequest::kRun;
    std::istringstream(campaign.read_text(kControlFile, kLongest)) >> word;
  } catch (const Error&) {
    return before;
  }
  return control_request(word).value_or(ControlRequest::kRun);
}

ControlAnswer send_request(const std::filesystem::path& campaign, ControlRequest request,
                           std::chrono::milliseconds patience, const std::stop_token& stop) {
  if (!is_running(campaign)) return ControlAnswer::kNotRunning;
  write_control(campaign, request);
  const auto give_up = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (const auto live = read_live(campaign); live && live->state == state_of(request))
      return ControlAnswer::kTaken;
    if (!is_running(campaign)) return ControlAnswer::kEnded;
    if (stop.stop_requested() || std::chrono::steady_clock::now() >= give_up)
      return ControlAnswer::kNoAnswer;
    // A run that has just begun removed the request meant for its predecessor.
    std::error_code ignored;
    if (!std::filesystem::exists(campaign / kControlFile, ignored))
      write_control(campaign, request);
    std::this_thread::sleep_for(kPollInterval);
  }
}

}  // namespace seawind
