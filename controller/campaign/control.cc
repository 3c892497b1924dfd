// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/control.h"

#include <fstream>
#include <string>
#include <thread>

#include "controller/campaign/files.h"
#include "controller/campaign/live.h"
#include "controller/results/layout.h"

namespace seawind {
namespace {

constexpr std::chrono::milliseconds kLook{20};

}  // namespace

bool is_running(const std::filesystem::path& campaign) {
  return is_locked(campaign / kLockFile);
}

void write_control(const std::filesystem::path& campaign, ControlRequest request) {
  replace_file(campaign / kControlFile, std::string(to_string(request)) + "\n");
}

ControlRequest read_control(const std::filesystem::path& campaign) {
  std::ifstream in(campaign / kControlFile);
  std::string word;
  in >> word;
  return control_request(word).value_or(ControlRequest::kRun);
}

ControlAnswer ask(const std::filesystem::path& campaign, ControlRequest request,
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
    // A run that begins just now has removed what its predecessor was asked.
    std::error_code ignored;
    if (!std::filesystem::exists(campaign / kControlFile, ignored))
      write_control(campaign, request);
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace seawind
