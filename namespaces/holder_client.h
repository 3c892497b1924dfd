// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a holder (holder.h) and makes its requests. Errors throw Error.
#pragma once

#include <sys/types.h>

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "common/directory.h"
#include "common/fds.h"
#include "namespaces/message_channel.h"

namespace seawind {

/// Used only by the thread that made it; the holder dies with that thread.
class HolderClient {
 public:
  /// `log_dir` becomes the --log-dir of the programs that the holder starts (holder_log_dir()), the
  /// output of these goes to `program_logs`; both must outlive the client. After a stop,
  /// timeouts are shorter.
  HolderClient(const Directory& log_dir, const Directory& program_logs, std::stop_token stop);
  /// Ends the holder, and with it everything that it holds.
  ~HolderClient();
  HolderClient(const HolderClient&) = delete;
  HolderClient& operator=(const HolderClient&) = delete;

  /// Returns the descriptors that the answer carries. A holder that does not answer in time (it may
  /// be stopped) is killed; SIGKILL works despite SIGSTOP.
  std::vector<Fd> request(const nlohmann::json& message);

  /// A program that the holder has started and that has ended.
  struct End {
    std::string program;    // empty: the holder itself
    std::string how;        // "was ended by signal 9 (Killed)"
    std::string last_line;  // of its output

    /// The slot of an agent, whose program is called agent-SLOT...; -1: another program.
    int slot() const;
    /// "an agent of slot 3 was ended by signal 9 (Killed)", with the last line unless the agent
    /// was killed, which writes nothing.
    std::string words() const;
  };
  /// Programs that ended since the last call. Does not block.
  std::vector<End> ends();

  /// The log of a program's output, below `program_logs`.
  static std::string log_name(const std::string& program) { return program + ".log"; }

 private:
  /// Empty when the holder is gone.
  std::optional<nlohmann::json> next_message(std::vector<Fd>* files = nullptr);
  void kill_holder();
  void note_end(const nlohmann::json& message);
  std::string last_line(const std::string& program) const;

  const Directory& program_logs_;
  std::stop_token stop_;
  std::optional<MessageChannel> channel_;
  pid_t holder_ = -1;
  std::vector<End> ends_;
};

}  // namespace seawind
