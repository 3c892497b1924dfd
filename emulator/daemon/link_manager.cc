// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/link_manager.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "common/answer_text.h"
#include "common/cpu_time.h"
#include "common/error.h"
#include "common/netlink/interface_use.h"
#include "common/restarting_counter.h"
#include "emulator/api/emulator.pb.h"
#include "emulator/daemon/check_requests.h"
#include "emulator/daemon/link_report.h"
#include "emulator/daemon/numa.h"
#include "emulator/daemon/refused.h"
#include "emulator/ports/interface.h"
#include "emulator/ports/registry.h"
#include "emulator/spec/hop_spec.h"

namespace seawind {
namespace {

using Reason = Refused::Reason;

constexpr std::size_t kMaxLinks = 4096;
constexpr std::uint32_t kDefaultSnap = 96;  // IP and TCP headers with options

void fill(const PauseTotals& totals, MachinePauses& out) {
  out.set_watched_ns(totals.watched.ns());
  out.set_largest_ns(totals.largest.ns());
  out.set_number(totals.number);
  out.set_total_ns(totals.total.ns());
}

void refuse_invalid(const std::vector<std::string>& problems) {
  if (!problems.empty())
    throw Refused(Reason::kInvalid, fmt::format("{}", fmt::join(problems, "\n")));
}

/// Converts an Error for the client. If file descriptors are exhausted, the text says how to raise
/// the limit.
Refused refused(const Error& error) {
  const auto* system = dynamic_cast<const SystemError*>(&error);
  if (system == nullptr || system->number() != EMFILE) return {Reason::kCannot, error.what()};
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return {
      Reason::kExhausted,
      fmt::format("{}: the daemon may open {} files and a link takes up to 8; raise the hard limit "
                  "(ulimit -Hn, LimitNOFILE=)",
                  error.what(), limit.rlim_cur)};
}

Refused no_such_link(const std::string& name) {
  return {Reason::kNotFound, fmt::format("there is no link named {}", name)};
}

}  // namespace

/// The counters of an interface since the construction.
class InterfaceBaseline {
 public:
  explicit InterfaceBaseline(int index)
      : index_(index), before_(interface_counters(index).value_or(InterfaceCounters())) {}
  /// Empty if the interface no longer exists. A driver may reset its counter of drops.
  std::optional<InterfaceCounters> since() const {
    const auto now = interface_counters(index_);
    if (!now) return {};
    RestartingCounter dropped(before_.dropped);
    dropped.read(now->dropped);
    return InterfaceCounters{now->carrier_changes - before_.carrier_changes, dropped.total()};
  }

 private:
  int index_;
  InterfaceCounters before_;
};

struct LinkManager::Link {
  std::string name;
  HopSpec spec;               // from CreateLink or the last ChangeLink
  Duration since;             // link time of `spec`
  std::uint32_t changes = 0;  // by ChangeLink
  google::protobuf::RepeatedPtrField<TimedChangeSpec> timed_changes;
  std::int64_t timed_rate = 0;  // the largest of the timed changes, bit/s
  std::vector<std::string> states;
  std::unique_ptr<InterfaceLock> fixed_lock;
  std::unique_ptr<InterfaceLock> mobile_lock;
  std::optional<Placement::Place> place;
  RelayThread* thread = nullptr;   // of `place`
  std::optional<ReservedLog> log;  // outlives `relay`, which logs into it
  std::unique_ptr<RelayLink> relay;
  std::vector<InterfaceBaseline> interfaces;
  std::int64_t start_monotonic = 0;  // CLOCK_MONOTONIC of the link's time 0, ns
  Duration steal_at_start;
  Pauses::Mark pauses_at_start;
  std::uint64_t stalls_at_start = 0;

  /// Number of timed changes the link has applied until `link_time`.
  int made(Duration link_time) const {
    const auto later =
        std::find_if(timed_changes.begin(), timed_changes.end(),
                     [&](const auto& change) { return change.at_ns() > link_time.ns(); });
    return static_cast<int>(later - timed_changes.begin());
  }
  /// The configuration in force at `link_time`.
  const HopSpec& current(Duration link_time) const {
    const int last = made(link_time);
    return last > 0 && timed_changes[last - 1].at_ns() > since.ns() ? timed_changes[last - 1].hop()
                                                                    : spec;
  }
  std::uint64_t version(Duration link_time) const {
    return changes + static_cast<std::uint64_t>(made(link_time));
  }
};

LinkManager::LinkManager(RelayThreads& relays, LogStore& logs, Clock& clock,
                         const Directory& log_directory)
    : relays_(relays), logs_(logs), clock_(clock), log_directory_(log_directory) {}

LinkManager::~LinkManager() {
  remove_all();
}

std::size_t LinkManager::size() {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

LinkStarted LinkManager::create(const CreateLinkRequest& request) {
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    if (entries_.size() >= kMaxLinks && !entries_.contains(request.name())) {
      throw Refused(Reason::kExhausted,
                    fmt::format("there are {} links, the maximum of a daemon", kMaxLinks));
    }
    const auto [place, is_new] = entries_.try_emplace(request.name());
    if (!is_new) {
      throw Refused(Reason::kExists,
                    fmt::format("there is a link named {} already", request.name()));
    }
    entry = place->second = std::make_shared<Entry>();
  }
  try {
    LinkStarted started;
    auto link = build(request, started);
    const std::lock_guard lock(entry->mutex);
    entry->link = std::move(link);
    return started;
  } catch (const std::exception& error) {
    {
      const std::lock_guard lock(mutex_);
      entries_.erase(request.name());
    }
    spdlog::warn("link refused name={} reason=\"{}\"", log_text(request.name()),
                 log_text(error.what()));
    if (dynamic_cast<const NoSuchInterface*>(&error))
      throw Refused(Reason::kNotFound, error.what());
    if (dynamic_cast<const InterfaceTaken*>(&error)) throw Refused(Reason::kExists, error.what());
    if (const auto* plain = dynamic_cast<const Error*>(&error)) throw refused(*plain);
    throw;
  }
}

std::unique_ptr<LinkManager::Link> LinkManager::build(const CreateLinkRequest& request,
                                                      LinkStarted& started) {
  std::vector<std::string> problems;
  HopConfig config = check_create(request, problems);
  refuse_invalid(problems);

  auto link = std::make_unique<Link>();
  link->name = request.name();
  link->spec = request.hop();
  link->timed_changes = request.changes();
  for (const TimedChange& change : config.changes)
    link->timed_rate = std::max(link->timed_rate, load_of(*change.config));
  for (const auto& state : config.channel.states) link->states.push_back(state.name);
  const Interface fixed = find_interface(request.fixed_interface());
  const Interface mobile = find_interface(request.mobile_interface());
  link->fixed_lock = std::make_unique<InterfaceLock>(fixed.name);
  link->mobile_lock = std::make_unique<InterfaceLock>(mobile.name);
  for (const Interface* one : {&fixed, &mobile})
    if (const std::string problem = use_problem(one->name); !problem.empty())
      throw Error("cannot use interface " + one->name + ": " + problem);
  const std::int64_t down = largest_rate(config, Direction::kDownlink);
  const std::int64_t up = largest_rate(config, Direction::kUplink);
  const std::string kind =
      request.port_kind().empty()
          ? default_port_kind(std::max(down, up), fixed.super_packets || mobile.super_packets)
          : request.port_kind();
  const Time ports_since = clock_.monotonic();
  auto fixed_port = open_port(kind, {fixed.name, down});
  auto mobile_port = open_port(kind, {mobile.name, up});

  const auto fixed_node = numa_node_of_interface(fixed.name);
  link->place.emplace(relays_.placement(), load_of(config),
                      fixed_node ? fixed_node : numa_node_of_interface(mobile.name));
  RelayThread& thread = relays_[link->place->thread()];
  link->thread = &thread;
  EventLogTarget target;
  if (!request.event_log().empty()) {
    link->log.emplace(logs_);
    target = {&logs_.ring(link->place->thread()), link->log->number(),
              request.snap_bytes() == 0 ? kDefaultSnap : request.snap_bytes()};
  }
  // The link starts within the relay's next turn; absolute lifetimes are wrong by that delay of
  // some milliseconds.
  constexpr Duration kDay = Duration::seconds(86'400);
  const ClockSample now = clock_.sample();
  const Duration realtime = now.realtime_offset + (now.monotonic - Time());
  config.time_of_day = realtime - kDay * (realtime / kDay);
  link->relay =
      std::make_unique<RelayLink>(config, thread.packets(), ports_since, std::move(fixed_port),
                                  std::move(mobile_port), target, clock_, thread.pauses());
  link->interfaces = {InterfaceBaseline(fixed.index), InterfaceBaseline(mobile.index)};
  link->steal_at_start = cpu_time().steal;
  link->stalls_at_start = thread.stalls();
  if (const Pauses* pauses = thread.machine_pauses()) link->pauses_at_start = pauses->mark();
  const auto start = [&](std::vector<std::byte>& early) {
    early = link->relay->monitor().start_logging();
    const ClockSample at = thread.add(*link->relay);
    link->start_monotonic = at.monotonic.ns();
    started.set_start_monotonic_ns(link->start_monotonic);
    started.set_start_realtime_ns(at.monotonic.ns() + at.realtime_offset.ns());
    return LogHeader{.snap_limit = target.snap_bytes,
                     .start_monotonic_ns = started.start_monotonic_ns(),
                     .start_realtime_ns = started.start_realtime_ns(),
                     .seed = config.seed};
  };
  if (link->log) {
    logs_.open(link->log->number(), log_directory_, request.event_log(), start);
  } else {
    std::vector<std::byte> none;
    start(none);
  }
  spdlog::info("link created name={} fixed={} mobile={} port={} thread={} seed={} log={}",
               link->name, fixed.name, mobile.name, kind, link->place->thread(), config.seed,
               request.event_log().empty() ? "-" : request.event_log());
  return link;
}

std::shared_ptr<LinkManager::Entry> LinkManager::find(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(name);
  if (found == entries_.end()) throw no_such_link(name);
  return found->second;
}

LinkManager::Link& LinkManager::link_of(const Entry& entry, const std::string& name) {
  if (!entry.link) throw no_such_link(name);
  return *entry.link;
}

LinkConfiguration LinkManager::configuration(const std::string& name) {
  const auto entry = find(name);
  const std::lock_guard lock(entry->mutex);
  const Link& link = link_of(*entry, name);
  const Duration now = link.thread->snapshot(*link.relay).link_time;
  LinkConfiguration answer;
  answer.set_name(name);
  *answer.mutable_hop() = link.current(now);
  answer.set_link_time_ns(now.ns());
  answer.set_version(link.version(now));
  for (int i = link.made(now); i < link.timed_changes.size(); ++i) {
    *answer.add_changes() = link.timed_changes[i];
  }
  return answer;
}

LinkChanged LinkManager::change(const ChangeLinkRequest& request) {
  const auto entry = find(request.name());
  const std::lock_guard lock(entry->mutex);
  Link& link = link_of(*entry, request.name());
  std::vector<std::string> problems;
  HopConfig config = check_change(request, link.spec, problems);
  refuse_invalid(problems);
  const std::int64_t rate = std::max(load_of(config), link.timed_rate);
  std::uint64_t version = 0;
  const auto since = link.thread->reconfigure(*link.relay, std::move(config), [&](Duration now) {
    version = link.version(now);
    return !request.has_only_if_version() || version == request.only_if_version();
  });
  if (!since) {
    throw Refused(Reason::kChanged, fmt::format("the link has been changed meanwhile: its version "
                                                "is {}, not {}",
                                                version, request.only_if_version()));
  }
  link.since = *since;
  link.place->set_rate(rate);
  link.spec = request.hop();
  for (const OutageSpec& outage : request.outages_now()) {
    OutageSpec& added = *link.spec.mutable_link()->add_outages();
    added = outage;
    added.set_at(link.since.ns());
  }
  ++link.changes;
  LinkChanged changed;
  changed.set_link_time_ns(link.since.ns());
  spdlog::info("link changed name={} link_time_ns={}", link.name, changed.link_time_ns());
  return changed;
}

LinkReport LinkManager::report(Link& link, const LinkSnapshot& snapshot,
                               const LogFailure& log_error) {
  LinkReport out = link_report(snapshot, link.states);
  out.set_name(link.name);
  out.set_start_monotonic_ns(link.start_monotonic);
  out.set_changes(link.changes);
  out.set_thread(static_cast<std::uint32_t>(link.place->thread()));
  out.set_log_error(log_error.message);
  out.set_log_error_number(log_error.error_number);
  Fidelity& fidelity = *out.mutable_fidelity();
  fidelity.set_cpu_steal_ns((cpu_time().steal - link.steal_at_start).ns());
  fidelity.set_stalls(link.thread->stalls() - link.stalls_at_start);
  std::uint64_t changes = 0;
  std::uint64_t drops = 0;
  for (const InterfaceBaseline& interface : link.interfaces) {
    const auto since = interface.since();
    changes += since ? since->carrier_changes : 1;
    drops += since ? since->dropped : 0;
  }
  fidelity.set_interface_changes(changes);
  fidelity.set_interface_drops(drops);
  fidelity.set_realtime(link.thread->scheduling().realtime_priority > 0);
  if (const Pauses* pauses = link.thread->machine_pauses())
    fill(pauses->since(link.pauses_at_start), *fidelity.mutable_pauses());
  return out;
}

LinkReport LinkManager::finish(std::unique_ptr<Link> link) {
  const LinkSnapshot last = link->thread->remove(*link->relay);
  const Histogram& lateness = last.lateness.all;
  const LogFailure failure = link->log ? link->log->close() : LogFailure();
  LinkReport final_report = report(*link, last, failure);
  if (!failure.message.empty())
    spdlog::error("log failed name={} reason=\"{}\"", link->name, failure.message);
  spdlog::info(
      "link removed name={} releases={} lateness_p50_ns={} lateness_p99_ns={} lateness_max_ns={}",
      link->name, lateness.total(), lateness.quantile(0.5), lateness.quantile(0.99),
      lateness.max());
  disposal_.add(std::move(link->relay));
  return final_report;
}

LinkReport LinkManager::remove(const std::string& name) {
  const auto entry = find(name);
  std::unique_ptr<Link> link;
  {
    const std::lock_guard lock(entry->mutex);
    link = std::move(entry->link);
  }
  if (!link) throw no_such_link(name);
  LinkReport last = finish(std::move(link));
  const std::lock_guard lock(mutex_);
  entries_.erase(name);
  return last;
}

Reports LinkManager::reports(const std::string& name) {
  std::vector<std::shared_ptr<Entry>> wanted;
  if (!name.empty()) {
    wanted.push_back(find(name));
  } else {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, entry] : entries_) wanted.push_back(entry);
  }
  Reports out;
  if (const auto pauses = relays_.machine_pauses()) fill(*pauses, *out.mutable_pauses());
  for (const auto& entry : wanted) {
    const std::lock_guard lock(entry->mutex);
    if (!entry->link) continue;
    Link& link = *entry->link;
    const LogFailure failure = link.log ? logs_.error(link.log->number()) : LogFailure();
    *out.add_links() = report(link, link.thread->snapshot(*link.relay), failure);
  }
  if (!name.empty() && out.links().empty()) throw no_such_link(name);
  return out;
}

void LinkManager::remove_all() {
  std::vector<std::string> names;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, entry] : entries_) names.push_back(name);
  }
  for (const std::string& name : names) {
    try {
      remove(name);
    } catch (const Refused&) {  // removed by another client meanwhile
    }
  }
}

}  // namespace seawind
