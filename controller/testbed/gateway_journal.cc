// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/gateway_journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <net/if.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "common/error.h"
#include "common/print_error.h"
#include "common/process.h"
#include "common/whole_file.h"
#include "namespaces/connection_tracking.h"
#include "namespaces/netns.h"
#include "namespaces/veth.h"

namespace seawind {
namespace {

using nlohmann::json;

constexpr auto kParent = "/run";
constexpr auto kFolder = "seawind";  // for root, whatever its XDG_RUNTIME_DIR is
constexpr auto kLock = "lock";

/// Settings of a network namespace as one run found them.
struct Entry {
  std::string boot;
  std::uint64_t network_namespace = 0;  // its cookie, unique until the machine is restarted
  std::uint64_t inode = 0;              // of the namespace, as in /proc
  std::string interface;                // the run's own
  std::string mac;            // with another one, an interface of this name is not the run's
  std::string client;         // address of the fixed host behind it
  std::string all;            // net.ipv4.conf.all.forwarding
  std::vector<unsigned> off;  // interfaces without forwarding; names may change
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Entry, boot, network_namespace, inode, interface, mac, client,
                                   all, off)

std::string boot_id() {
  return first_line("/proc/sys/kernel/random/boot_id");
}

std::uint64_t cookie_of_network_namespace() {
  const Fd probe(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  std::uint64_t cookie = 0;
  socklen_t length = sizeof cookie;
  if (!probe || getsockopt(probe.get(), SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &length) != 0)
    throw system_error("identify the network namespace");
  return cookie;
}

std::uint64_t inode_of_network_namespace() {
  struct stat info {};
  if (fstat(current_network_namespace().get(), &info) != 0)
    throw system_error("identify the network namespace");
  return info.st_ino;
}

/// Whether /proc lists all processes of the machine: this one is in the first PID and user
/// namespaces.
bool lists_all_processes() {
  constexpr ino_t kFirst = 0xEFFFFFFC;  // PROC_PID_INIT_INO of the kernel
  struct stat own {};
  return stat("/proc/self/ns/pid", &own) == 0 && own.st_ino == kFirst &&
         in_initial_user_namespace();
}

/// Whether a process is in the network namespace, or a file (of `ip netns`) keeps it. True also if
/// not all processes are listed: in a container or user namespace with the machine's /run.
bool network_namespace_exists(std::uint64_t inode) {
  if (!lists_all_processes()) return true;
  for (const pid_t process : listed_processes()) {
    struct stat info {};
    if (stat(fmt::format("/proc/{}/ns/net", process).c_str(), &info) == 0 && info.st_ino == inode)
      return true;
  }
  const std::string root = fmt::format(" net:[{}] ", inode);
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);)
    if (line.find(root) != std::string::npos) return true;
  return false;
}

/// Empty: there is no such interface any more.
std::string name_of(unsigned interface) {
  char name[IF_NAMESIZE] = {};
  return if_indextoname(interface, name) != nullptr ? name : "";
}

std::string forwarding_of(const std::string& interface) {
  return fmt::format("/proc/sys/net/ipv4/conf/{}/forwarding", interface);
}

constexpr struct flock kWholeFile {
  .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0, .l_pid = 0
};

/// Locks the file for this process (fcntl(2)). The lock ends with the process, also if a child has
/// inherited the descriptor.
bool try_lock(const Fd& file) {
  struct flock wanted = kWholeFile;
  return fcntl(file.get(), F_SETLK, &wanted) == 0;
}

/// 0: unknown.
pid_t owner_of_lock(const Fd& file) {
  struct flock found = kWholeFile;
  return fcntl(file.get(), F_GETLK, &found) == 0 && found.l_type != F_UNLCK ? found.l_pid : 0;
}

/// Takes the lock, which other runs hold for some hundredths of a second.
Fd lock(const Directory& directory) {
  constexpr std::chrono::seconds kLongest{5};
  constexpr std::chrono::milliseconds kPollInterval{5};
  Fd file = directory.open_or_create(kLock);
  for (const auto begun = std::chrono::steady_clock::now(); !try_lock(file);) {
    if (std::chrono::steady_clock::now() - begun > kLongest)
      throw Error(fmt::format("cannot change this network: another seawind holds {}",
                              directory.path_of(kLock)));
    std::this_thread::sleep_for(kPollInterval);
  }
  return file;
}

/// Enough for about 90 000 interfaces that do not forward.
constexpr std::size_t kLargestEntry = 1 << 20;  // bytes

/// Nothing when its writer was killed before it was complete, and so before the first change.
std::optional<Entry> read_entry(const Directory& directory, const std::string& name) {
  try {
    return json::parse(directory.read_text(name, kLargestEntry)).get<Entry>();
  } catch (const json::exception&) {
    return {};
  }
}

/// The complete entries of this network namespace, except `own`.
std::vector<Entry> other_entries(const Directory& directory, const std::string& own) {
  const std::uint64_t here = cookie_of_network_namespace();
  std::vector<Entry> out;
  for (const std::string& name : directory.names()) {
    if (name == kLock || name == own) continue;
    auto entry = read_entry(directory, name);
    if (entry && entry->boot == boot_id() && entry->network_namespace == here)
      out.push_back(std::move(*entry));
  }
  return out;
}

/// Undoes an entry and removes its file. Appends the settings that it writes to `written`.
void undo(const Directory& directory, const std::string& name, const Entry& entry,
          std::vector<std::string>& written) {
  if (interface_state(entry.interface).mac == entry.mac)
    remove_interface(current_network_namespace().get(), entry.interface);
  const auto others = other_entries(directory, name);
  // Writing net.ipv4.conf.all.forwarding also writes that of every interface.
  const bool changed_for_all = first_line(forwarding_of("all")) != entry.all;
  for (const unsigned interface : entry.off) {
    const bool used = std::any_of(others.begin(), others.end(), [&](const Entry& other) {
      return std::find(other.off.begin(), other.off.end(), interface) != other.off.end();
    });
    const std::string name_now = name_of(interface);
    if (name_now.empty() || used || changed_for_all || first_line(forwarding_of(name_now)) != "1")
      continue;
    write_setting(forwarding_of(name_now), "0");
    written.push_back(fmt::format("net.ipv4.conf.{}.forwarding=0", name_now));
  }
  try {
    delete_connections_of(entry.client);
  } catch (const Error& error) {  // they end by themselves
    print_error("seawind: warning: {}\n", error.what());
  }
  directory.remove(name);
}

/// The caller holds the lock.
RestoredGateways restore(const Directory& directory) {
  const std::uint64_t here = cookie_of_network_namespace();
  RestoredGateways out;
  for (const std::string& name : directory.names()) {
    if (name == kLock) continue;
    const Fd file = directory.open_or_create(name);
    const bool owned = !try_lock(file);
    const auto entry = read_entry(directory, name);
    const bool ours = entry && entry->boot == boot_id() && entry->network_namespace == here;
    if (owned) {
      if (ours) out.in_use.push_back({entry->interface, owner_of_lock(file)});
    } else if (ours) {
      undo(directory, name, *entry, out.written);
    } else if (!entry || entry->boot != boot_id() || !network_namespace_exists(entry->inode)) {
      directory.remove(name);
    }
  }
  return out;
}

/// Opens the folder, closed to other users, who could hold a lock.
Directory journal_folder() {
  Directory folder = Directory(kParent).open_or_make(kFolder);
  if (fchmod(folder.fd(), S_IRWXU) != 0) throw system_error("use " + folder.path().string());
  return folder;
}

}  // namespace

GatewayJournal::GatewayJournal() : directory_(journal_folder()), lock_(lock(directory_)) {
  in_use_ = restore(directory_).in_use;
}

std::vector<unsigned> GatewayJournal::record(const Own& own,
                                             const std::vector<std::string>& interfaces) {
  Entry entry{.boot = boot_id(),
              .network_namespace = cookie_of_network_namespace(),
              .inode = inode_of_network_namespace(),
              .interface = own.interface,
              .mac = own.mac,
              .client = own.client,
              .all = first_line(forwarding_of("all")),
              .off = {}};
  const auto others = other_entries(directory_, "");
  for (const std::string& name : interfaces) {
    const unsigned interface = if_nametoindex(name.c_str());
    if (interface == 0) continue;  // it was removed
    const bool used = std::any_of(others.begin(), others.end(), [&](const Entry& other) {
      return other.all == entry.all &&
             std::find(other.off.begin(), other.off.end(), interface) != other.off.end();
    });
    if (used || first_line(forwarding_of(name)) == "0") entry.off.push_back(interface);
  }
  const std::string text = json(entry).dump();
  if (text.size() > kLargestEntry)  // it could not be read, and nothing restored
    throw Error(
        fmt::format("cannot change this network: {} interfaces do not forward, which takes {} "
                    "bytes to note; the limit is {}",
                    entry.off.size(), text.size(), kLargestEntry));
  const std::string name = fmt::format("{}-{}", entry.network_namespace, own.interface);
  file_ = directory_.open_or_create(name);
  if (!try_lock(file_)) throw Error("cannot lock " + directory_.path_of(name));
  name_ = name;
  interfaces_ = entry.off;
  all_ = entry.all;
  if (write(file_.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw system_error("write " + directory_.path_of(name));
  return interfaces_;
}

bool GatewayJournal::forwarding_of_all_has_changed() const {
  return first_line(forwarding_of("all")) != all_;
}

bool forwards(const std::string& interface) {
  return first_line(forwarding_of(interface)) == "1";
}

void GatewayJournal::switch_on() {
  for (const unsigned interface : interfaces_)
    if (const std::string name = name_of(interface); !name.empty())
      write_setting(forwarding_of(name), "1");
}

GatewayJournal::~GatewayJournal() {
  if (name_.empty()) return;
  try {
    if (!lock_) lock_ = lock(directory_);
    std::vector<std::string> written;
    if (const auto entry = read_entry(directory_, name_))
      undo(directory_, name_, *entry, written);
    else
      directory_.remove(name_);
  } catch (const std::exception& error) {  // the next run puts them back
    print_error("seawind: {}\n", error.what());
  }
}

RestoredGateways restore_gateways() {
  const std::filesystem::path folder = std::filesystem::path(kParent) / kFolder;
  // The root of a user namespace has no journal, and must not see that of the machine's root.
  if (geteuid() != 0 || access(folder.c_str(), R_OK | W_OK | X_OK) != 0) return {};
  const Directory directory = Directory(kParent).open(kFolder);
  const Fd held = lock(directory);
  return restore(directory);
}

}  // namespace seawind
