// SPDX-License-Identifier: GPL-3.0-or-later
// The links of this daemon by name: checks requests whole, does the heavy part (opening ports,
// building hops, files) on the calling thread and hands finished links to the relay thread.
// Thread-safe. What is refused throws Refused and changes nothing.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "emulator/daemon/log_store.h"
#include "emulator/daemon/relay_thread.h"

namespace seawind {

class CreateLinkRequest;
class LinkStarted;
class ChangeLinkRequest;
class LinkChanged;
class LinkConfiguration;
class LinkReport;
class Reports;

class LinkManager {
 public:
  LinkManager(RelayThread& relay, LogStore& logs, Clock& clock, const Directory& log_directory);
  ~LinkManager();  // removes what is left

  LinkStarted create(const CreateLinkRequest& request);
  LinkConfiguration configuration(const std::string& name);
  LinkChanged change(const ChangeLinkRequest& request);
  LinkReport remove(const std::string& name);
  /// Of one link, or of all when the name is empty.
  Reports reports(const std::string& name);
  /// Removes every link; for each, a line of the log says how it fared.
  void remove_all();
  std::size_t size();

 private:
  struct Link;
  /// A name in use: reserved while the link is being made, and until it is gone.
  struct Entry {
    std::mutex mutex;
    std::unique_ptr<Link> link;
  };
  std::unique_ptr<Link> build(const CreateLinkRequest& request, LinkStarted& started);
  std::shared_ptr<Entry> find(const std::string& name);
  static Link& link_of(const Entry& entry, const std::string& name);
  LinkReport report(Link& link, const LinkSnapshot& snapshot, const LogFailure& log_error);
  LinkReport finish(std::unique_ptr<Link> link);

  RelayThread& relay_;
  LogStore& logs_;
  Clock& clock_;
  const Directory& log_directory_;
  std::mutex mutex_;  // of entries_ itself; never taken while holding an entry's
  std::map<std::string, std::shared_ptr<Entry>> entries_;
};

}  // namespace seawind
