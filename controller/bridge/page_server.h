// SPDX-License-Identifier: GPL-3.0-or-later
// The page of devices in `seawind bridge`: starts the process that serves it (page_process.h), and
// answers that process's queries.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "common/directory.h"
#include "common/fds.h"
#include "controller/bridge/page_messages.h"
#include "controller/bridge/serving_program.h"
#include "controller/campaign/daemon_link.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {

/// A profile that a device may choose.
struct OfferedProfile {
  std::string name;
  std::string reference;  // a name or a file
};

struct PageLink {
  std::string name;
  std::string address{};  // of the device whose link it is; empty: of all others
};

struct PagePlan {
  int network_namespace = -1;  // of the DHCP server
  std::string address;         // of the DHCP server
  std::vector<OfferedProfile> profiles;
  std::filesystem::path configs;  // where names of profiles are looked up
  std::vector<PageLink> links;
  std::string socket;  // of their daemon
  bool quiet = false;  // do not print changes
};

class PageServer {
 public:
  /// Returns when the page is served. Its process prints into device-page.log in `logs`. Must be
  /// called by the main thread. Throws Error, Stopped.
  PageServer(PagePlan plan, const Directory& logs, const std::stop_token& stop);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  /// Called often, by the main thread. Prints a warning when the process has ended, and starts it
  /// again, at most kMostRestarts times.
  void check();

 private:
  using Clock = std::chrono::steady_clock;
  /// The last two reports of a link, a second apart.
  struct Known {
    explicit Known(const PagePlan& plan, const PageLink& link) : daemon(plan.socket, link.name) {}
    DaemonLink daemon;
    LinkReport before{};
    LinkReport now{};
    std::optional<std::uint32_t> read{};  // the number of changes that `shown` includes
    ShownLink shown{};
    Clock::time_point chosen{};  // the last choice; the beginning of time: none
  };

  void start();
  void end();
  /// Answers until the channel closes.
  void answer();
  void read_links();
  PageState answer_to(const PageQuery& query);
  void change(Known& link, const PageQuery& query, PageState& state);

  PagePlan plan_;
  const Directory& logs_;
  std::stop_token stop_;
  std::map<std::uint32_t, std::size_t> links_of_;  // by address, in host byte order
  std::vector<Known> known_;                       // used only by `answers_` while it runs
  int restarts_ = 0;                               // with the one that was refused
  Fd channel_;
  std::optional<ServingProgram> program_;
  std::thread answers_;
};

}  // namespace seawind
