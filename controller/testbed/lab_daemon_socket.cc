// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/lab_daemon_socket.h"

#include <chrono>
#include <utility>

#include "common/error.h"
#include "common/unix_time.h"
#include "lab/lab_folder.h"
#include "lab/tls_client.h"

namespace seawind {

LabDaemonSocket::LabDaemonSocket(LabAddress emulator, std::filesystem::path lab)
    : emulator_(std::move(emulator)),
      lab_(std::move(lab)),
      listener_({.path = path().string(),
                 .program = "seawind",
                 .accepted = [this](Fd connection) { admit(std::move(connection)); },
                 .refused = [](const std::string&) {}}) {}

LabDaemonSocket::~LabDaemonSocket() {
  stop_.request_stop();
}

void LabDaemonSocket::admit(Fd connection) {
  constexpr std::size_t kMostConnections = 16;
  constexpr std::chrono::seconds kTime{5};
  std::erase_if(relays_, [](const auto& relay) { return relay->ended(); });
  if (relays_.size() >= kMostConnections) return;
  try {
    relays_.push_back(lab::carry(std::move(connection), {emulator_.address, emulator_.port},
                                 emulator_.identity, lab::kDaemonService,
                                 *lab::LabFolder(lab_).credentials(unix_seconds()), kTime,
                                 stop_.get_token()));
  } catch (const Error&) {  // the caller's connection is closed
  }
}

}  // namespace seawind
