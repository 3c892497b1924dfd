// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/daemon_link.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>

#include "common/printable.h"
#include "controller/testbed/call_limit.h"
#include "controller/testset/show_config.h"
#include "emulator/api/emulator.grpc.pb.h"

namespace seawind {
namespace {

using Stub = Emulator::StubInterface;

constexpr std::chrono::seconds kAnswer{5};
/// Limit on calls in which the daemon may complete the event log.
constexpr std::chrono::seconds kCompletion{60};
/// Number of tries for a change. A try fails when another change is made between reading and
/// changing the link.
constexpr int kTries = 5;

AffectsSpec affects(LinkDirections directions) {
  switch (directions) {
    case LinkDirections::kDownlink:
      return DOWNLINK;
    case LinkDirections::kUplink:
      return UPLINK;
    default:
      return BOTH;
  }
}

/// An error of a call to the daemon at a socket that the user named.
LinkCallError error_at(const std::string& socket, const char* call, const grpc::Status& status) {
  if (status.error_code() != grpc::StatusCode::UNAVAILABLE) return {call, status};
  if (::access(socket.c_str(), R_OK | W_OK) != 0 && errno == EACCES)
    return {
        call, status.error_code(),
        fmt::format("no permission for {}: the members of its group have it", printable(socket))};
  return {call, status.error_code(),
          fmt::format("no seawindd answers at {}: start one, or name its socket by --socket",
                      printable(socket))};
}

/// A call of the daemon, which `stop` ends.
template <typename Method, typename Request, typename Answer>
grpc::Status call(const std::shared_ptr<grpc::Channel>& daemon, Method method,
                  const Request& request, Answer& answer, std::chrono::seconds most = kAnswer,
                  const std::stop_token& stop = {}) {
  grpc::ClientContext context;
  const CallLimit limit(context, most);
  const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
  return limit.status_of((Emulator::NewStub(daemon).get()->*method)(&context, request, &answer));
}

}  // namespace

DaemonLink::DaemonLink(const std::string& socket, std::string name)
    : name_(std::move(name)), socket_(socket), daemon_(connect_to(socket)) {}

LinkConfiguration DaemonLink::read(const std::stop_token& stop) const {
  LinkRequest request;
  request.set_name(name_);
  LinkConfiguration answer;
  const auto status = call(daemon_, &Stub::GetLink, request, answer, kAnswer, stop);
  if (!status.ok()) throw LinkCallError("read the link", status);
  return answer;
}

ShownLink DaemonLink::configuration(const std::stop_token& stop) const {
  const LinkConfiguration now = read(stop);
  const HopSpec& hop = now.hop();
  std::string outages;
  for (const auto& [parameter, value] : flat_config(hop.link()))
    if (parameter.starts_with("outages[")) outages += (outages.empty() ? "" : "; ") + value;
  return {.link = show_config(hop.link()),
          .downlink_router = hop.has_downlink_router() ? show_config(hop.downlink_router()) : "",
          .uplink_router = hop.has_uplink_router() ? show_config(hop.uplink_router()) : "",
          .link_time_ns = now.link_time_ns(),
          .version = now.version(),
          .profile = hop.link().name(),
          .outages = outages};
}

grpc::Status DaemonLink::stream(std::chrono::milliseconds interval, const std::stop_token& stop,
                                const std::function<bool(const LinkReport&)>& callback) const {
  grpc::ClientContext context;
  const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
  ReportsRequest request;
  request.set_name(name_);
  request.set_interval_ns(std::chrono::nanoseconds(interval).count());
  // The first report comes at once, each further one after the interval.
  std::optional<CallLimit> limit(std::in_place, context, kAnswer);
  const auto daemon = Emulator::NewStub(daemon_);
  const auto reader = daemon->WatchReports(&context, request);
  Reports reports;
  while (reader->Read(&reports)) {
    limit.reset();  // the callback has no limit: a suspended program, a pager
    const bool continued = callback(reports.links(0));
    limit.emplace(context, interval + kAnswer);
    if (continued) continue;
    context.TryCancel();
    break;
  }
  return limit->status_of(reader->Finish());
}

std::optional<AppliedChange> DaemonLink::try_change(const RequestedChange& requested,
                                                    const RunningCase& where,
                                                    const SearchPath& search, Diagnostics& problems,
                                                    const std::function<void()>& check,
                                                    bool& again) const {
  again = false;
  const LinkConfiguration now = read();
  check();
  const auto wanted = edited_link({requested.profile, requested.router, requested.set}, now.hop(),
                                  where, search, problems);
  if (!wanted) return {};
  ChangeLinkRequest request;
  request.set_name(name_);
  *request.mutable_hop() = *wanted;
  request.set_only_if_version(now.version());
  HopSpec after = *wanted;
  if (requested.outage) {
    OutageSpec& outage = *request.add_outages_now();
    outage.mutable_length()->set_fixed(static_cast<double>(requested.outage->count()));
    outage.set_affects(affects(requested.outage_directions));
    *after.mutable_link()->add_outages() = outage;
  }
  if (differences(now.hop(), after).empty()) {
    problems.add({.file = "the changed link"},
                 "nothing would change: the link already has these values");
    return {};
  }
  LinkChanged changed;
  const auto status = call(daemon_, &Stub::ChangeLink, request, changed);
  again = status.error_code() == grpc::StatusCode::ABORTED;
  if (again) return {};
  if (status.error_code() == grpc::StatusCode::INVALID_ARGUMENT) {
    std::istringstream lines(status.error_message());
    for (std::string line; std::getline(lines, line);)
      problems.add({.file = "the changed link"}, line);
    return {};
  }
  if (!status.ok()) throw LinkCallError("change the link", status);
  if (requested.outage) {
    OutageSpec& outage = *after.mutable_link()->mutable_outages(after.link().outages_size() - 1);
    outage.set_at(changed.link_time_ns());
  }
  return AppliedChange{.link_time_ns = changed.link_time_ns(),
                       .values = differences(now.hop(), after)};
}

std::optional<AppliedChange> DaemonLink::change(const RequestedChange& request,
                                                const RunningCase& where, const SearchPath& search,
                                                Diagnostics& problems,
                                                const std::function<void()>& check) const {
  if (request.empty()) {
    problems.add({.file = "the changed link"},
                 "nothing would change: the request contains no change",
                 "`--set`, `--profile`, `--router` or `--outage` is one");
    return {};
  }
  for (int i = 0; i < kTries; ++i) {
    bool again = false;
    const auto done = try_change(request, where, search, problems, check, again);
    if (done || !again) return done;
  }
  throw LinkCallError("change the link",
                      {grpc::StatusCode::ABORTED, "other clients change it at the same time"});
}

void DaemonLink::create(CreateLinkRequest request) const {
  request.set_name(name_);
  LinkStarted started;
  const auto status = call(daemon_, &Stub::CreateLink, request, started, kCompletion);
  if (!status.ok()) throw error_at(socket_, "make the link", status);
}

LinkReport DaemonLink::remove() const {
  RemoveLinkRequest request;
  request.set_name(name_);
  LinkReport report;
  const auto status = call(daemon_, &Stub::RemoveLink, request, report, kCompletion);
  if (!status.ok()) throw LinkCallError("remove the link", status);
  return report;
}

std::vector<LinkReport> links_of(const std::string& socket) {
  Reports reports;
  const auto status = call(connect_to(socket), &Stub::GetReports, ReportsRequest(), reports);
  if (!status.ok()) throw error_at(socket, "read the links", status);
  return {reports.links().begin(), reports.links().end()};
}

}  // namespace seawind
