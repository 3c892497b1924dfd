// SPDX-License-Identifier: GPL-3.0-or-later
// The links of this daemon by name. It validates whole requests, does the expensive part (opening
// ports, building hops, files) on the calling thread and passes finished links to a relay thread.
// Thread-safe. A rejected call throws Refused and changes nothing.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "emulator/daemon/link_disposal.h"
#include "emulator/daemon/log_store.h"
#include "emulator/daemon/relay_threads.h"

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
  LinkManager(RelayThreads& relays, LogStore& logs, Clock& clock, const Directory& log_directory);
  ~LinkManager();  // removes all remaining links

  LinkStarted create(const CreateLinkRequest& request);
  LinkConfiguration configuration(const std::string& name);
  LinkChanged change(const ChangeLinkRequest& request);
  LinkReport remove(const std::string& name);
  /// The report of one link, or of all if `name` is empty.
  Reports reports(const std::string& name);
  /// Removes every link and logs a summary of each.
  void remove_all();
  std::size_t size();

 private:
  struct Link;
  /// A name in use. It is reserved from the start of the link's creation until its removal is
  /// complete.
  struct Entry {
    std::mutex mutex;
    std::unique_ptr<Link> link;
  };
  std::unique_ptr<Link> build(const CreateLinkRequest& request, LinkStarted& started);
  std::shared_ptr<Entry> find(const std::string& name);
  static Link& link_of(const Entry& entry, const std::string& name);
  LinkReport report(Link& link, const LinkSnapshot& snapshot, const LogFailure& log_error);
  LinkReport finish(std::unique_ptr<Link> link);

  RelayThreads& relays_;
  LogStore& logs_;
  Clock& clock_;
  const Directory& log_directory_;
  std::mutex mutex_;  // guards entries_ itself; never locked while holding an entry's mutex
  std::map<std::string, std::shared_ptr<Entry>> entries_;
  LinkDisposal disposal_;
};

}  // namespace seawind
