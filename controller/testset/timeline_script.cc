// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/timeline_script.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <set>

#include "common/config/names.h"
#include "common/config_reader.h"
#include "common/units.h"
#include "controller/testset/link_change.h"
#include "controller/testset/read_document.h"
#include "controller/testset/router_flows.h"
#include "emulator/api/link_rules.h"
#include "workloads/api/handover_notice.h"

namespace seawind {
namespace {

std::string entry_path(int entry) {
  return fmt::format("timeline[{}]", entry);
}

template <typename Message>
void read_named(const Document<TestSet>& set, const SearchPath& search, const char* kind,
                const char* key, const std::string& reference, int entry,
                NamedDocuments<Message>& out, Diagnostics& problems) {
  if (reference.empty()) return;
  const auto file = find_reference(search, kind, reference, set.file);
  const Location at = set.at(entry_path(entry) + "." + key);
  if (file.empty()) {
    return report_missing_reference(search, kind, reference, set.file, at, problems);
  }
  auto found = out.documents.find(file);
  if (found == out.documents.end())
    found = out.documents.emplace(file, read_document<Message>(file, search, problems)).first;
  out.of_entry.emplace(entry, &found->second);
}

}  // namespace

TimelineScript::TimelineScript(const Document<TestSet>& test_set, const SearchPath& search,
                               Diagnostics& problems)
    : set_(test_set) {
  for (int i = 0; i < set_.message.timeline_size(); ++i) {
    const TimelineEntry& entry = set_.message.timeline(i);
    read_named(set_, search, "profiles", "link", entry.link(), i, links_, problems);
    read_named(set_, search, "routers", "router", entry.router(), i, routers_, problems);
  }
}

void TimelineScript::check(const std::vector<const Workload*>& workloads,
                           Diagnostics& problems) const {
  std::set<std::string> flows;
  std::set<std::string> others;  // than TFRC
  for (const Workload* workload : workloads) {
    for (const Flow& flow : workload->flows()) {
      flows.insert(flow.name());
      if (!flow.has_tfrc()) others.insert(flow.name());
    }
  }
  const std::vector<std::string> names(flows.begin(), flows.end());
  for (const auto& [file, link] : links_.documents) {
    if (!link.ok) continue;
    check_link(link, problems);
    check_mtu(set_, link, problems);
  }
  for (const auto& [file, router] : routers_.documents) {
    if (!router.ok) continue;
    check_router(router, problems);
    check_router_flows(router, workloads, problems);
    check_router_holds_mtu(set_, router, problems);
  }
  std::int64_t before = 0;
  for (int i = 0; i < set_.message.timeline_size(); ++i) {
    const TimelineEntry& entry = set_.message.timeline(i);
    const std::string path = entry_path(i);
    if (entry.at() < before) {
      problems.add(set_.at(path + ".at"),
                   fmt::format("the timeline must be in order of time: {} follows {}",
                               format_quantity(static_cast<double>(entry.at()), DURATION),
                               format_quantity(static_cast<double>(before), DURATION)));
    }
    before = entry.at();
    if (const std::int64_t at = set_.message.settle() + entry.at(); at >= set_.message.timeout()) {
      problems.add(
          set_.at(path + ".at"),
          fmt::format("`timeout` is {}, but this entry is {} after the link",
                      format_quantity(static_cast<double>(set_.message.timeout()), DURATION),
                      format_quantity(static_cast<double>(at), DURATION)));
    }
    if (entry.link().empty() && entry.router().empty() && !entry.has_change() &&
        entry.notify().empty() && entry.outages().empty()) {
      problems.add(set_.at(path),
                   "nothing happens here: give `link`, `change`, `router`, `outages` or `notify`");
    }
    for (int k = 0; k < entry.notify_size(); ++k) {
      const Notice& notice = entry.notify(k);
      const std::string here = fmt::format("{}.notify[{}].", path, k);
      if (flows.count(notice.flow()) == 0)
        problems.add(set_.at(here + "flow"),
                     fmt::format("no workload has a flow `{}`", notice.flow()),
                     did_you_mean(notice.flow(), names));
      else if (others.count(notice.flow()) > 0)
        problems.add(set_.at(here + "flow"),
                     fmt::format("`{}` is no `tfrc` flow: only the receiver of such a flow is told "
                                 "of a handover",
                                 notice.flow()));
      if (!parse_handover_notice(notice.text()))
        problems.add(set_.at(here + "text"),
                     fmt::format("`{}` is no notice of a handover", notice.text()),
                     fmt::format("write {}", kHandoverForms));
    }
  }
}

void TimelineScript::apply(int index, LinkProfile& link) const {
  const TimelineEntry& entry = set_.message.timeline(index);
  if (const auto named = links_.of_entry.find(index); named != links_.of_entry.end()) {
    const Channel running = link.channel();
    link = named->second->message;
    name_after_file(named->second->file, link);
    for (const OutageSpec& outage : timeline_outages(set_.message)) *link.add_outages() = outage;
    if (link.channel().states().empty()) *link.mutable_channel() = running;
  }
  const std::string path = entry_path(index) + ".change.";
  apply_direction(entry.change().downlink(), set_.places, path + "downlink",
                  *link.mutable_downlink());
  apply_direction(entry.change().uplink(), set_.places, path + "uplink", *link.mutable_uplink());
}

void name_after_file(const std::filesystem::path& file, LinkProfile& link) {
  const std::string name = file.stem().string();
  if (link.name().empty() && config::name_problem(name, NameKind::NAME).empty())
    link.set_name(name);
}

std::vector<OutageSpec> timeline_outages(const TestSet& test_set) {
  std::vector<OutageSpec> all;
  for (const TimelineEntry& entry : test_set.timeline()) {
    for (const OutageSpec& outage : entry.outages()) {
      all.push_back(outage);
      all.back().set_at(test_set.settle() + entry.at() + outage.at());
    }
  }
  return all;
}

void TimelineScript::check_result(int index, const Case& test_case, const LinkProfile& link,
                                  bool router, Diagnostics& problems) const {
  const TimelineEntry& entry = set_.message.timeline(index);
  const Location at = set_.at(entry_path(index));
  const std::string who = fmt::format("case {}", test_case.id());
  if (!google::protobuf::util::MessageDifferencer::Equals(link.channel(),
                                                          test_case.link().channel())) {
    problems.add(at, fmt::format("{}: the channel of `{}` differs from that of the link `{}`; a "
                                 "running link keeps its channel",
                                 who, entry.link(), test_case.link().name()));
  }
  for (const std::string& line : check_message(link)) {
    problems.add(at, fmt::format("{}: {}", who, line));
  }
  for (const LinkProblem& p : link_problems(link)) {
    problems.add(at, fmt::format("{}: {}: {}", who, p.path, p.message), p.hint);
  }
  for (const std::string& line : mtu_problems(set_.message, link)) {
    problems.add(at, fmt::format("{}: {}", who, line));
  }
  const char* down = flow_control_key(link.downlink());
  const char* up = flow_control_key(link.uplink());
  if ((down != nullptr && !router) || up != nullptr) {
    problems.add(
        at, fmt::format(
                "{}: {}: holds packets back, but there is no router to queue them", who,
                up != nullptr ? fmt::format("uplink.{}", up) : fmt::format("downlink.{}", down)));
  }
}

/// Bytes of the changes of a case, whose first link has `link` bytes.
std::size_t TimelineScript::size_of_changes(std::size_t link) const {
  std::size_t router = 0;
  std::size_t all = 0;
  for (int i = 0; i < set_.message.timeline_size(); ++i) {
    const TimelineEntry& entry = set_.message.timeline(i);
    if (entry.link().empty() && entry.router().empty() && !entry.has_change()) continue;
    if (const auto named = links_.of_entry.find(i); named != links_.of_entry.end())
      link = named->second->message.ByteSizeLong();
    if (const auto named = routers_.of_entry.find(i); named != routers_.of_entry.end())
      router = named->second->message.ByteSizeLong();
    all += link + router;
  }
  return all;
}

void TimelineScript::resolve(Case& test_case, std::size_t& room, Diagnostics& problems) const {
  room -= std::min(room, size_of_changes(test_case.link().ByteSizeLong()));
  if (room == 0) return;
  for (const OutageSpec& outage : timeline_outages(set_.message))
    *test_case.mutable_link()->add_outages() = outage;
  LinkProfile link = test_case.link();
  Router router = test_case.downlink_router();
  bool has_router = test_case.has_downlink_router();
  for (int i = 0; i < set_.message.timeline_size(); ++i) {
    const TimelineEntry& entry = set_.message.timeline(i);
    if (entry.link().empty() && entry.router().empty() && !entry.has_change()) continue;
    apply(i, link);
    if (const auto named = routers_.of_entry.find(i); named != routers_.of_entry.end()) {
      router = named->second->message;
      has_router = true;
    }
    check_result(i, test_case, link, has_router, problems);
    TimedChangeSpec& change = *test_case.add_changes();
    change.set_at_ns(set_.message.settle() + entry.at());
    *change.mutable_hop()->mutable_link() = link;
    if (has_router) *change.mutable_hop()->mutable_downlink_router() = router;
  }
}

}  // namespace seawind
