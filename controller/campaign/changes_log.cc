// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/changes_log.h"

#include <fmt/format.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "common/unix_time.h"
#include "controller/store/layout.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(LinkDirections directions) {
  switch (directions) {
    case LinkDirections::kDownlink:
      return "downlink";
    case LinkDirections::kUplink:
      return "uplink";
    default:
      return "both";
  }
}

/// "anna@lab3 (seawind)".
std::string who() {
  std::array<char, 4096> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  getpwuid_r(getuid(), &entry, buffer.data(), buffer.size(), &found);
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return fmt::format("{}@{} ({})", found != nullptr ? found->pw_name : fmt::format("{}", getuid()),
                     host.data(), program_invocation_short_name);
}

}  // namespace

std::string change_to_json(const RequestedChange& request, const AppliedChange& done,
                           const std::string& who, std::int64_t unix_ns) {
  Json asked = Json::object();
  if (!request.profile.empty()) asked["profile"] = request.profile;
  if (!request.router.empty()) asked["router"] = request.router;
  for (const auto& [path, value] : request.set) asked["set"][path] = value;
  if (request.outage)
    asked["outage"] = {{"length_ns", request.outage->count()},
                       {"affects", name_of(request.outage_directions)}};
  Json values = Json::array();
  for (const Difference& value : done.values)
    values.push_back({{"path", value.path}, {"before", value.before}, {"after", value.after}});
  const Json line{{"unix_ns", unix_ns},
                  {"link_time_ns", done.link_time_ns},
                  {"who", who},
                  {"asked", asked},
                  {"changed", values}};
  return json_text(line);
}

ChangesLog::ChangesLog(const Directory& campaign, const std::string& attempt)
    : attempt_(campaign.open(attempt)) {
  struct stat info {};
  do {  // repeated if another process has removed the file
    fd_ = attempt_.append(kChangesFile);
    if (flock(fd_.get(), LOCK_SH) != 0 || fstat(fd_.get(), &info) != 0)
      throw system_error("lock " + attempt_.path_of(kChangesFile));
  } while (info.st_nlink == 0);
}

ChangesLog::~ChangesLog() {
  struct stat info {};
  if (flock(fd_.get(), LOCK_EX | LOCK_NB) == 0 && fstat(fd_.get(), &info) == 0 &&
      info.st_size == 0 && info.st_nlink > 0)
    unlinkat(attempt_.fd(), kChangesFile, 0);
}

void ChangesLog::add(const RequestedChange& request, const AppliedChange& done) {
  const std::string line = change_to_json(request, done, who(), unix_now()) + "\n";
  // A single write() keeps the lines of two writers apart.
  if (write(fd_.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    throw system_error("write " + attempt_.path_of(kChangesFile));
}

}  // namespace seawind
