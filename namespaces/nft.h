// SPDX-License-Identifier: GPL-3.0-or-later
// nftables of the network namespace in which the object is made, by libnftables.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

struct nft_ctx;

namespace seawind {

/// The kernel removes the tables with `flags owner` that run() has made when this object, or its
/// process, ends. The netlink socket has no close-on-exec flag: a process that keeps such a table
/// must not execute programs that inherit its descriptors.
class Nft {
 public:
  /// Throws Error.
  Nft();
  /// Executes commands in the syntax of nft(8), all or none. Throws Error.
  void run(const std::string& commands);
  /// What `command` prints, as JSON. Throws Error.
  std::string json(const std::string& command);

 private:
  struct Free {
    void operator()(nft_ctx* context) const;
  };
  std::unique_ptr<nft_ctx, Free> context_;
};

/// Packets that the rules of a table (IPv4) have counted, by the comments of these rules, in the
/// calling thread's network namespace; empty: there is no such table. Each of its counters starts
/// at `start` packets. Throws Error, also when a counter is below `start`: others have reset it.
/// Uses netlink, because libnftables also reads the elements of all sets of all tables (250 000
/// elements: seconds, and 250 MB).
std::map<std::string, std::int64_t> counters_of_rules(const std::string& table, std::int64_t start);

}  // namespace seawind
