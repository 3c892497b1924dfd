// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/holder_client.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "common/error.h"
#include "namespaces/helper_process.h"
#include "namespaces/holder.h"

namespace seawind {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// The holder's own output.
constexpr auto kOwnLog = "testbed";
/// Limit on the time until the holder answers; a slot takes some hundredths of a second.
constexpr auto kHolderTimeout = std::chrono::seconds(10);
/// The limit after the user has requested a stop.
constexpr auto kStopTimeout = std::chrono::seconds(2);

}  // namespace

int HolderClient::End::slot() const {
  int slot = -1;
  std::sscanf(program.c_str(), "agent-%d", &slot);
  return slot;
}

std::string HolderClient::End::words() const {
  const int its = slot();
  std::string out = its >= 0          ? fmt::format("an agent of slot {} {}", its, how)
                    : program.empty() ? "the test bed's process " + how
                                      : program + " " + how;
  if (!last_line.empty() && (its < 0 || how.starts_with("ended")))
    out += ", its log ends: " + last_line;
  return out;
}

HolderClient::HolderClient(const Directory& log_dir, const Directory& program_logs,
                           std::stop_token stop)
    : program_logs_(program_logs), stop_(std::move(stop)) {
  HelperProcess holder = start_helper({kHolderCommand, std::to_string(getpid())}, program_logs,
                                      log_name(kOwnLog), {log_dir.fd(), program_logs.fd()});
  channel_.emplace(std::move(holder.channel));
  holder_ = holder.process.pid;
  try {
    const auto ready = next_message();
    if (!ready)
      throw Error("cannot start the test bed: it ended at once; see " +
                  program_logs_.path_of(log_name(kOwnLog)));
    if (ready->contains("error")) throw Error(ready->at("error").get<std::string>());
  } catch (...) {
    kill_holder();
    throw;
  }
}

HolderClient::~HolderClient() {
  kill_holder();
}

void HolderClient::kill_holder() {
  channel_.reset();  // the inner holder ends, and with it the test bed
  if (holder_ <= 0) return;
  kill(holder_, SIGKILL);  // the inner holder dies with it, even if it is stopped
  waitpid(holder_, nullptr, 0);
  holder_ = -1;
}

std::optional<json> HolderClient::next_message(std::vector<Fd>* files) {
  constexpr auto kPollInterval = std::chrono::milliseconds(100);
  auto give_up = Clock::now() + kHolderTimeout;
  while (!channel_->readable_within(kPollInterval)) {
    if (stop_.stop_requested()) give_up = std::min(give_up, Clock::now() + kStopTimeout);
    if (Clock::now() < give_up) continue;
    kill_holder();
    throw Error("cannot reach the test bed: its process does not answer and has been killed");
  }
  return channel_->receive(files);
}

std::string HolderClient::last_line(const std::string& program) const {
  std::string last;
  try {
    std::istringstream text(program_logs_.read_text(log_name(program)));
    for (std::string line; std::getline(text, line);)
      if (!line.empty()) last = line;
  } catch (const Error&) {  // no log
  }
  return last;
}

void HolderClient::note_end(const json& message) {
  const auto program = message.at("exited").get<std::string>();
  ends_.push_back({program, message.at("how").get<std::string>(), last_line(program)});
}

std::vector<Fd> HolderClient::request(const json& message) {
  if (!channel_) throw Error("cannot reach the test bed: it has ended");
  channel_->send(message);
  std::vector<Fd> files;
  for (;;) {
    const auto answer = next_message(&files);
    if (!answer) {
      channel_.reset();
      const auto last = last_line(kOwnLog);
      throw Error("cannot reach the test bed: it has ended" +
                  (last.empty() ? last : ", its log ends: " + last));
    }
    if (answer->contains("error")) throw Error(answer->at("error").get<std::string>());
    if (answer->contains("ok")) return files;
    note_end(*answer);
  }
}

std::vector<HolderClient::End> HolderClient::ends() {
  while (channel_ && channel_->readable_within(std::chrono::milliseconds(0))) {
    if (const auto message = channel_->receive()) {
      note_end(*message);
    } else {
      channel_.reset();
      ends_.push_back({"", "has ended", ""});
    }
  }
  return std::exchange(ends_, {});
}

}  // namespace seawind
