// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "common/config/tree.h"
#include "controller/import/readers.h"

namespace seawind::importer {
namespace {

using config::Entry;
using config::find_entry;
using config::Node;

/// The keys of a profile in the order in which they become options of netem, as
/// NetworkEmulator._build_netem_params() writes them.
constexpr const char* kKeys[] = {"description",
                                 "delay_ms",
                                 "jitter_ms",
                                 "delay_distribution",
                                 "delay_correlation_pct",
                                 "loss_pct",
                                 "loss_correlation_pct",
                                 "loss_model",
                                 "rate_mbit",
                                 "rate_ceil_mbit",
                                 "rate_burst_kbit",
                                 "rate_cburst_kbit",
                                 "corruption_pct",
                                 "corruption_correlation_pct",
                                 "reorder_pct",
                                 "reorder_correlation_pct",
                                 "duplicate_pct",
                                 "duplicate_correlation_pct",
                                 "limit_packets",
                                 "uplink"};

/// One direction: the keys of the profile, overridden by those of `uplink`.
class Profile {
 public:
  Profile(const Node& base, const Node* over, Diagnostics& problems)
      : base_(base), over_(over), problems_(problems) {}

  Netem netem(const FindTable& find_table) {
    Command command;
    const auto add = [&](const std::string& text, const Location& at) {
      command.push_back({text, at});
    };
    const auto add_share = [&](const char* option, const char* key, const char* correlation,
                               const char* otherwise) {
      const Node* share = number(key);
      if (share == nullptr) return;
      add(option, share->at);
      add(share->text, share->at);
      if (const Node* with = number(correlation, true))
        add(with->text, with->at);
      else if (otherwise != nullptr)
        add(otherwise, share->at);
    };
    if (const Node* limit = number("limit_packets")) {
      add("limit", limit->at);
      add(limit->text, limit->at);
    }
    if (const Node* delay = number("delay_ms")) {
      add("delay", delay->at);
      add(delay->text + "ms", delay->at);
      if (const Node* jitter = number("jitter_ms")) {
        add(jitter->text + "ms", jitter->at);
        if (const Node* with = number("delay_correlation_pct")) add(with->text, with->at);
        const Node* distribution = find("delay_distribution");
        if (distribution != nullptr && distribution->text != "fixed" &&
            distribution->text != "none") {
          add("distribution", distribution->at);
          add(distribution->text, distribution->at);
        }
      }
    } else if (const Node* jitter = number("jitter_ms")) {
      warn_not_represented(problems_, jitter->at,
                           "a jitter without a delay, which netemu leaves out");
    }
    loss(command);
    add_share("corrupt", "corruption_pct", "corruption_correlation_pct", nullptr);
    add_share("duplicate", "duplicate_pct", "duplicate_correlation_pct", nullptr);
    if (number("delay_ms")) {
      add_share("reorder", "reorder_pct", "reorder_correlation_pct", "25");
    } else if (const Node* share = number("reorder_pct")) {
      warn_not_represented(problems_, share->at, "reordering without a delay, which netem refuses");
    }
    Words words(command, problems_);
    Netem netem = read_netem(words, find_table, problems_).value_or(Netem());
    netem.at = base_.at;
    return netem;
  }

  /// htb around netem, which has no queue of its own.
  std::optional<Tbf> htb() {
    const Node* rate = number("rate_mbit");
    if (rate == nullptr) return {};
    const Command command = {{rate->text + "mbit", rate->at}};
    const auto value = Words(command, problems_).rate();
    for (const char* key : {"rate_ceil_mbit", "rate_burst_kbit", "rate_cburst_kbit"})
      if (const Node* other = number(key))
        warn_not_represented(problems_, other->at,
                             fmt::format("{}: the link has one rate and no bursts", key));
    if (!value) return {};
    return Tbf{{*value, rate->at, fmt::format("htb rate {} bit/s", *value)}, {}, 0};
  }

 private:
  const Node* find(const char* key) const {
    const Entry* entry = over_ == nullptr ? nullptr : find_entry(*over_, key);
    if (entry == nullptr) entry = find_entry(base_, key);
    if (entry == nullptr || entry->value.kind == Node::Kind::kNull) return nullptr;
    if (entry->value.kind == Node::Kind::kScalar)
      return entry->value.text == "null" || entry->value.text == "~" ? nullptr : &entry->value;
    problems_.add(entry->value.at, fmt::format("`{}` is a list or a map; expected a value", key));
    return nullptr;
  }

  /// The node of a number above 0, or with `zero` from 0 on. netemu takes others for "not set".
  const Node* number(const char* key, bool zero = false) const {
    const Node* node = find(key);
    if (node == nullptr) return nullptr;
    Diagnostics own;
    const Command command = {{node->text, node->at}};
    const auto value = Words(command, own).number(0, 1e9, "a number from 0");
    if (!value)
      problems_.add(node->at, fmt::format("`{}`: `{}` is not a number from 0 on", key, node->text));
    return value && (*value > 0 || zero) ? node : nullptr;
  }

  /// "correlated" is netemu's word for a random loss with a correlation.
  void loss(Command& command) {
    const Node* share = number("loss_pct");
    const Node* with = number("loss_correlation_pct", true);
    const Node* model = find("loss_model");
    if (share == nullptr) return;
    command.push_back({"loss", share->at});
    const bool chain = model != nullptr && (model->text == "gemodel" || model->text == "state");
    if (chain) {
      command.push_back({model->text, model->at});
      if (with != nullptr)
        problems_.warn(model->at,
                       fmt::format("netemu gives loss_correlation_pct to netem as the second value "
                                   "of `{}`, and so it is read here",
                                   model->text));
    } else if (model != nullptr && model->text != "correlated" && model->text != "none") {
      problems_.add(model->at, fmt::format("`{}` is no loss_model; expected gemodel, state, "
                                           "correlated or none",
                                           model->text));
    }
    command.push_back({share->text, share->at});
    if (with != nullptr) command.push_back({with->text, with->at});
  }

  const Node& base_;
  const Node* over_;
  Diagnostics& problems_;
};

void check_keys(const Node& profile, Diagnostics& problems) {
  const std::vector<std::string> known(std::begin(kKeys), std::end(kKeys));
  for (const Entry& entry : profile.entries)
    if (std::find(known.begin(), known.end(), entry.key) == known.end())
      problems.add(entry.at, fmt::format("`{}` is not a key of a netemu profile", entry.key),
                   did_you_mean(entry.key, known));
}

/// A boolean of YAML 1.1, which the program's own reader (PyYAML) reads.
std::optional<bool> yaml_flag(const Node& value) {
  if (value.kind != Node::Kind::kScalar) return {};
  for (const char* word : {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"})
    if (value.text == word) return true;
  for (const char* word : {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"})
    if (value.text == word) return false;
  return {};
}

const Entry* choose(const Node& profiles, const std::vector<Source>& sources,
                    Diagnostics& problems) {
  std::vector<std::string> names;
  for (const Entry& entry : profiles.entries) names.push_back(entry.key);
  const std::string all = fmt::format("`{}`", fmt::join(names, "`, `"));
  if (sources.size() == 2) {
    const std::string& wanted = sources[1].text;
    if (const auto found = std::find_if(profiles.entries.begin(), profiles.entries.end(),
                                        [&](const Entry& one) { return one.key == wanted; });
        found != profiles.entries.end())
      return &*found;
    problems.add({sources[1].name, 1, 1},
                 fmt::format("`{}` is not a profile of {}; expected one of {}", wanted,
                             sources[0].name, all),
                 did_you_mean(wanted, names));
    return nullptr;
  }
  if (profiles.entries.size() == 1) return &profiles.entries.front();
  problems.add(profiles.at,
               fmt::format("there are {} profiles; expected the name of one behind the "
                           "file: {}",
                           profiles.entries.size(), all));
  return nullptr;
}

}  // namespace

void read_netemu(const std::vector<Source>& sources, const FindTable& find_table, Draft& draft,
                 Diagnostics& problems) {
  const auto root = config::parse_tree(sources[0].text, sources[0].name, problems);
  if (!root) return;
  const Entry* profiles = find_entry(*root, "profiles");
  if (profiles == nullptr || profiles->value.kind != Node::Kind::kMap ||
      profiles->value.entries.empty())
    return problems.add({sources[0].name}, "no profiles; expected `profiles:` with a map of them");
  const Entry* chosen = choose(profiles->value, sources, problems);
  if (chosen == nullptr) return;
  const Node& base = chosen->value;
  if (base.kind != Node::Kind::kMap)
    return problems.add(base.at, "a profile is a map; expected `delay_ms: 20` and the like");
  check_keys(base, problems);
  const Entry* uplink = find_entry(base, "uplink");
  if (uplink != nullptr && uplink->value.kind != Node::Kind::kMap)
    return problems.add(uplink->value.at, "`uplink` is a map of the keys that differ");
  if (uplink != nullptr) check_keys(uplink->value, problems);
  if (!problems.empty()) return;

  const Entry* both = find_entry(*root, "bidirectional");
  const std::optional<bool> limits_both = both == nullptr ? true : yaml_flag(both->value);
  if (!limits_both)
    return problems.add(both->value.at, fmt::format("`bidirectional`: `{}` is no boolean; expected "
                                                    "true or false",
                                                    both->value.text));
  Profile down(base, nullptr, problems);
  Profile up(base, uplink == nullptr ? nullptr : &uplink->value, problems);
  const auto fill = [&](Profile& profile, DirectionDraft& direction) {
    const Shaper shaper{profile.netem(find_table), profile.htb(), false};
    if (problems.empty()) shape(shaper, direction, problems);
  };
  fill(up, draft.uplink);
  if (!*limits_both)
    fill_unlimited(draft.downlink, "bidirectional: false");
  else
    fill(down, draft.downlink);

  const Entry* described = find_entry(base, "description");
  const std::string description = described == nullptr ? "" : described->value.text;
  draft.description = description.empty() ? "netemu profile " + chosen->key : description;
  const Entry* delay = find_entry(base, "delay_ms");
  const bool of_5qi = chosen->key.starts_with("5qi");
  if (delay != nullptr && (of_5qi || description.find("PDB") != std::string::npos))
    warn_not_represented(
        problems, delay->value.at,
        "a delay budget: a PDB is the bound that 98 % of the packets keep between terminal "
        "and UPF (3GPP TS 23.501, 5.7.3.4), no typical delay; it is written as the delay that "
        "the file has");
}

}  // namespace seawind::importer
