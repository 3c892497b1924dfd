// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/page_server.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <utility>

#include "common/error.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "controller/bridge/address_server.h"
#include "controller/bridge/page_process.h"
#include "controller/campaign/job.h"
#include "controller/campaign/link_counters.h"
#include "controller/campaign/rpc.h"
#include "namespaces/netns.h"

namespace seawind {
namespace {

constexpr int kMostRestarts = 5;
constexpr std::chrono::seconds kPeriod{1};  // of reading, and between two changes of a link

PageDirection direction_of(const DirectionCounters& before, const DirectionCounters& now,
                           std::int64_t elapsed_ns) {
  const DirectionRates rates = rates_between(before, now, elapsed_ns);
  PageDirection out{.delivered_bit_s = rates.delivered_bit_s,
                    .delay_s = rates.delay_s,
                    .router_packets = now.router_packets(),
                    .router_bytes = now.router_bytes(),
                    .send_buffer_bytes = now.send_buffer_bytes(),
                    .dropped = dropped_packets(now),
                    .retransmissions = now.retransmissions()};
  out.state = now.state();
  return out;
}

}  // namespace

PageServer::PageServer(PagePlan plan, const Directory& logs, const std::stop_token& stop)
    : plan_(std::move(plan)), logs_(logs), stop_(stop) {
  for (const PageLink& link : plan_.links) {
    if (!link.address.empty()) links_of_[number_of(link.address)] = known_.size();
    known_.emplace_back(plan_, link);
  }
  // The page's process has no right to bind a low port: in this network anyone may.
  in_network_namespace(plan_.network_namespace,
                       [] { write_setting("/proc/sys/net/ipv4/ip_unprivileged_port_start", "0"); });
  start();
}

PageServer::~PageServer() {
  end();
}

void PageServer::start() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw system_error("make a channel to the page's process");
  channel_ = Fd(ends[0]);
  const Fd theirs(ends[1]);
  ServingStart start{.program = kPageCommand,
                     .file = "/proc/self/exe",
                     .arguments = {kPageCommand, plan_.address},
                     .environment = std::vector<std::string>(),  // it needs none
                     .input = theirs.get(),
                     .network_namespace = plan_.network_namespace,
                     .rights = Rights{.ids = kNobody},
                     .ready = kPageReady};
  for (const OfferedProfile& one : plan_.profiles) start.arguments.push_back(one.name);
  program_.emplace(start, logs_, stop_);
  answers_ = std::thread([this] { answer(); });
}

void PageServer::end() {
  if (channel_) shutdown(channel_.get(), SHUT_RDWR);
  if (answers_.joinable()) answers_.join();
  program_.reset();
}

void PageServer::check() {
  if (restarts_ > kMostRestarts || (program_ && !program_->has_ended())) return;
  end();
  const bool again = restarts_++ < kMostRestarts;
  print_error("seawind: warning: the page of the devices has ended{}\n",
              again ? "; it is started again" : ": it is not started again");
  if (!again) return;
  try {
    start();
  } catch (const Stopped&) {  // the link ends
  } catch (const std::exception& error) {
    print_error("seawind: warning: the page of the devices: {}\n", error.what());
  }
}

void PageServer::answer() {
  auto next = Clock::now();
  for (;;) {
    if (Clock::now() >= next) {
      read_links();
      next = Clock::now() + kPeriod;
    }
    pollfd wait{.fd = channel_.get(), .events = POLLIN, .revents = 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    if (poll(&wait, 1, static_cast<int>(std::max(left.count(), std::int64_t{0}))) <= 0) continue;
    PageQuery query;
    if (recv(channel_.get(), &query, sizeof query, MSG_TRUNC) != sizeof query) return;
    const PageState state = answer_to(query);
    if (send(channel_.get(), &state, sizeof state, MSG_NOSIGNAL) != sizeof state) return;
  }
}

void PageServer::read_links() {
  std::vector<LinkReport> reports;
  try {
    reports = links_of(plan_.socket);
  } catch (const Error&) {  // they have ended
  }
  for (Known& one : known_) {
    const auto found = std::find_if(reports.begin(), reports.end(), [&](const LinkReport& report) {
      return report.name() == one.daemon.name();
    });
    if (found == reports.end()) {
      one.now.Clear();
      continue;
    }
    one.before = std::exchange(one.now, *found);
    if (one.read == one.now.changes()) continue;
    try {
      one.shown = one.daemon.configuration();
      one.read = one.now.changes();
    } catch (const Error&) {  // read again in a second
    }
  }
}

PageState PageServer::answer_to(const PageQuery& query) {
  const auto own = links_of_.find(query.address);
  Known& link = known_[own == links_of_.end() ? 0 : own->second];
  PageState out;
  if (link.now.name().empty()) return out;
  out.result = PageResult::kShown;
  if (query.profile >= 0) change(link, query, out);
  const std::int64_t elapsed_ns = link.now.link_time_ns() - link.before.link_time_ns();
  out.shared = own == links_of_.end() ? 1 : 0;
  out.link_time_ns = link.now.link_time_ns();
  out.link = link.daemon.name();
  out.profile = link.shown.profile;
  out.outages = link.shown.outages;
  out.downlink = direction_of(link.before.downlink(), link.now.downlink(), elapsed_ns);
  out.uplink = direction_of(link.before.uplink(), link.now.uplink(), elapsed_ns);
  return out;
}

void PageServer::change(Known& link, const PageQuery& query, PageState& state) {
  const auto now = Clock::now();
  if (link.chosen != Clock::time_point() && now - link.chosen < kPeriod) {
    state.result = PageResult::kTooSoon;
    return;
  }
  state.result = PageResult::kRefused;
  if (static_cast<std::size_t>(query.profile) >= plan_.profiles.size()) return;
  link.chosen = now;
  const OfferedProfile& wanted = plan_.profiles[static_cast<std::size_t>(query.profile)];
  try {
    TestSet set;
    fill_defaults(set);
    Diagnostics problems;
    if (!link.daemon.change({.profile = wanted.reference}, {set, {}, kFirstFlowPort},
                            SearchPath{{".", plan_.configs}}, problems)) {
      state.problem = problems.all().empty() ? "" : problems.all().front().message;
      return;
    }
    state.result = PageResult::kShown;
    link.shown = link.daemon.configuration();
  } catch (const Error& error) {
    state.problem = error.what();
  }
  if (state.result == PageResult::kShown && !plan_.quiet)
    print_error("seawind: link {}: changed to {} by the device {}\n", link.daemon.name(),
                printable(wanted.name), text_of(query.address));
}

}  // namespace seawind
