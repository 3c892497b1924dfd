// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/link_change.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <cstddef>
#include <map>

#include "common/config/rules.h"
#include "controller/testset/read_document.h"
#include "controller/testset/router_flows.h"
#include "controller/testset/show_config.h"
#include "controller/testset/testset.pb.h"
#include "controller/testset/timeline_script.h"
#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

using google::protobuf::FieldDescriptor;
namespace fs = std::filesystem;

void copy_field(LinkDirection from, const FieldDescriptor& field, LinkDirection& to) {
  to.GetReflection()->SwapFields(&to, &from, {&field});
}

/// Clears what keys of `change` replace (Param.unless), as `extends` does.
void drop_replaced(const LinkDirection& change, LinkDirection& to) {
  const auto& type = *LinkDirection::descriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    for (const std::string& other : config::words(config::rules_of(field).unless())) {
      if (!change.GetReflection()->HasField(change, type.FindFieldByName(other))) continue;
      to.GetReflection()->ClearField(&to, &field);
      for (auto& [name, state] : *to.mutable_states()) {
        state.GetReflection()->ClearField(&state, &field);
      }
    }
  }
}

/// The name of a state of the channel, which may have dots, at the front of `text`; empty: none.
std::string state_in_front(const std::string& text, const Channel& channel) {
  std::string longest;
  for (const ChannelState& state : channel.states())
    if ((text + ".").starts_with(state.name() + ".") && state.name().size() > longest.size())
      longest = state.name();
  return longest;
}

std::vector<std::string> segments(const std::string& path, const Channel& channel) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < path.size();) {
    std::size_t end = std::min(path.find('.', begin), path.size());
    if (parts.size() == 2 && parts[1] == "states")
      if (const auto state = state_in_front(path.substr(begin), channel); !state.empty())
        end = begin + state.size();
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// One `--set PATH=VALUE` as a separate document, which the reader checks.
class Setting {
 public:
  /// `channel`: of the link.
  Setting(const std::string& path, const std::string& value, const Channel& channel)
      : path_(path), value_(value), parts_(segments(path, channel)) {}

  Location at() const { return {.file = "--set " + path_}; }

  bool apply(LinkProfile& link, SearchPath search, Diagnostics& problems) const {
    if (!shape_is_right(problems)) return false;
    const fs::path file = "--set " + path_ + "=" + value_;
    search.unsaved[file] = text();
    LinkChange change;
    Locations places;
    Diagnostics own;
    read_config(file, search, change, own, &places);
    for (const Diagnostic& d : own.all()) problems.add(at(), d.message, d.hint);
    if (!own.empty()) return false;
    for (const auto& [name, given, to] :
         {std::tuple{"downlink", &change.downlink(), link.mutable_downlink()},
          std::tuple{"uplink", &change.uplink(), link.mutable_uplink()}}) {
      apply_direction(*given, places, name, *to);
    }
    return true;
  }

 private:
  bool shape_is_right(Diagnostics& problems) const {
    const bool state = parts_.size() > 1 && parts_[1] == "states";
    const std::size_t needed = state ? 4 : 2;
    if (value_.find('\n') != std::string::npos) {
      problems.add(at(), "a value is one line");
    } else if (parts_.size() < needed) {
      problems.add(at(),
                   state ? "names no parameter: write downlink.states.STATE.PARAMETER=VALUE"
                         : "names no parameter: write downlink.PARAMETER=VALUE",
                   "for instance --set downlink.rate_base=32kbit/s");
    } else if (parts_.size() > needed) {
      const auto end = parts_.begin() + static_cast<std::ptrdiff_t>(needed);
      const auto whole = fmt::format("{}", fmt::join(parts_.begin(), end, "."));
      problems.add(at(), fmt::format("`{}` is set as a whole", parts_[needed - 1]),
                   fmt::format("give all of it: --set '{}={{...}}'", whole));
    } else {
      return true;
    }
    return false;
  }

  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      std::string key;
      for (const char c : parts_[i])
        key += (c == '"' || c == '\\') ? std::string{'\\', c} : std::string{c};
      out += fmt::format("{}\"{}\":{}", std::string(2 * i, ' '), key,
                         i + 1 < parts_.size() ? "\n" : " ");
    }
    return out + value_ + "\n";
  }

  std::string path_;
  std::string value_;
  std::vector<std::string> parts_;
};

fs::path found(const SearchPath& search, const char* kind, const char* option,
               const std::string& reference, Diagnostics& problems) {
  fs::path file = find_reference(search, kind, reference, "");
  if (file.empty()) {
    report_missing_reference(search, kind, reference, "", {.file = option}, problems);
  }
  return file;
}

/// The search path with the parent of the file's folder in front.
SearchPath from(const fs::path& file, const SearchPath& search) {
  SearchPath out = search;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  out.roots.insert(out.roots.begin(), (folder / "..").lexically_normal());
  return out;
}

void hand_over(const std::string& profile, const TestSet& test_set, const SearchPath& search,
               LinkProfile& link, Diagnostics& problems) {
  const fs::path file = found(search, "profiles", "--profile", profile, problems);
  if (file.empty()) return;
  const auto document = read_document<LinkProfile>(file, from(file, search), problems);
  if (!document.ok) return;
  check_link(document, problems);
  const Channel running = link.channel();
  link = document.message;
  name_after_file(file, link);
  for (const OutageSpec& outage : timeline_outages(test_set)) *link.add_outages() = outage;
  const bool fits = fits_channel(link, running);
  if (link.channel().states().empty()) *link.mutable_channel() = running;
  if (fits) return;
  problems.add({.file = "--profile"},
               fmt::format("the channel of `{}` differs from that of the link that runs; a running "
                           "link keeps its channel",
                           link.name()),
               "a profile without channel states fits any link");
}

void replace_router(const std::string& router, const RunningCase& where, const SearchPath& search,
                    HopSpec& hop, Diagnostics& problems) {
  if (router == "off") return hop.clear_downlink_router();
  const fs::path file = found(search, "routers", "--router", router, problems);
  if (file.empty()) return;
  const auto document = read_document<Router>(file, from(file, search), problems);
  if (!document.ok) return;
  check_router(document, problems);
  check_router_flows(document, {&where.workload}, problems);
  const Document<TestSet> test_set{"the running link", where.test_set, {}, true};
  check_router_holds_mtu(test_set, document, problems);
  *hop.mutable_downlink_router() = document.message;
  resolve_flows(*hop.mutable_downlink_router(), where.workload, where.first_port);
}

/// The location of a parameter's problem: the option that set it, else the changed link.
Location place_of(const std::string& path, const LinkEdit& edit) {
  for (const auto& [set, value] : edit.set) {
    if (path == set || path.starts_with(set + ".")) return {.file = "--set " + set};
  }
  return {.file = "the changed link"};
}

void check_whole(const LinkEdit& edit, const HopSpec& hop, const RunningCase& where,
                 Diagnostics& problems) {
  const LinkProfile& link = hop.link();
  for (const std::string& line : check_message(link)) {  // such as a link without any rate
    problems.add(place_of(line.substr(0, line.find(": ")), edit), line);
  }
  for (const LinkProblem& p : link_problems(link)) {
    problems.add(place_of(p.path, edit), p.path + ": " + p.message, p.hint);
  }
  const Document<TestSet> test_set{"the running link", where.test_set, {}, true};
  check_mtu(test_set, Document<LinkProfile>{"the changed link", link, {}, true}, problems);
  for (const auto& [name, direction, router] :
       {std::tuple{"downlink", &link.downlink(), hop.has_downlink_router()},
        std::tuple{"uplink", &link.uplink(), hop.has_uplink_router()}}) {
    const char* key = flow_control_key(*direction);
    if (key == nullptr || router) continue;
    const std::string path = fmt::format("{}.{}", name, key);
    problems.add(place_of(path, edit),
                 path + ": holds packets back, but there is no router to queue them");
  }
}

}  // namespace

void apply_direction(const LinkDirection& change, const Locations& places, const std::string& path,
                     LinkDirection& to) {
  const auto& type = *LinkDirection::descriptor();
  drop_replaced(change, to);
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    const std::string here = path + "." + field.name();
    if (places.count(here) == 0) continue;
    if (!field.is_map()) {
      copy_field(change, field, to);
      continue;
    }
    for (const auto& [state, own] : change.states()) {
      LinkDirection& merged = (*to.mutable_states())[state];
      for (int k = 0; k < type.field_count(); ++k) {
        if (places.count(here + "." + state + "." + type.field(k)->name()) > 0) {
          copy_field(own, *type.field(k), merged);
        }
      }
    }
  }
}

bool fits_channel(const LinkProfile& profile, const Channel& running) {
  return profile.channel().states().empty() ||
         google::protobuf::util::MessageDifferencer::Equals(profile.channel(), running);
}

std::optional<HopSpec> edited_link(const LinkEdit& edit, const HopSpec& running,
                                   const RunningCase& of, const SearchPath& search,
                                   Diagnostics& problems) {
  const std::size_t before = problems.all().size();
  HopSpec hop = running;
  TestSet test_set = of.test_set;
  for (const LinkDirection* direction : {&running.link().downlink(), &running.link().uplink()})
    if (direction->has_max_packet_size())  // what this link rejects, the changed one may reject
      test_set.set_mtu(std::min(test_set.mtu(), direction->max_packet_size()));
  const RunningCase where{test_set, of.workload, of.first_port};
  if (!edit.profile.empty()) {
    hand_over(edit.profile, where.test_set, search, *hop.mutable_link(), problems);
  }
  if (!edit.router.empty()) replace_router(edit.router, where, search, hop, problems);
  for (const auto& [path, value] : edit.set) {
    Setting(path, value, hop.link().channel()).apply(*hop.mutable_link(), search, problems);
  }
  if (problems.all().size() == before) check_whole(edit, hop, where, problems);
  if (problems.all().size() != before) return {};
  return hop;
}

std::vector<Difference> differences(const HopSpec& before, const HopSpec& after) {
  const auto values = [](const HopSpec& hop) {
    std::map<std::string, std::string> all;
    const auto add = [&all](const char* name, const google::protobuf::Message& part) {
      for (auto& [path, value] : flat_config(part)) all[name + ("." + path)] = std::move(value);
    };
    add("link", hop.link());
    if (hop.has_downlink_router()) add("downlink_router", hop.downlink_router());
    if (hop.has_uplink_router()) add("uplink_router", hop.uplink_router());
    return all;
  };
  const auto old_values = values(before);
  const auto new_values = values(after);
  std::vector<Difference> all;
  for (const auto& [path, value] : old_values) {
    const auto now = new_values.find(path);
    if (now == new_values.end()) all.push_back({path, value, "off"});
    if (now != new_values.end() && now->second != value) all.push_back({path, value, now->second});
  }
  for (const auto& [path, value] : new_values) {
    if (old_values.count(path) == 0) all.push_back({path, "off", value});
  }
  std::sort(all.begin(), all.end(),
            [](const Difference& a, const Difference& b) { return a.path < b.path; });
  return all;
}

}  // namespace seawind
