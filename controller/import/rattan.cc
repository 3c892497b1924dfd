// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "common/config/tree.h"
#include "controller/import/draft.h"
#include "controller/import/readers.h"

namespace seawind::importer {
namespace {

using config::Entry;
using config::find_entry;
using config::Node;
using Units = std::vector<std::pair<std::string_view, double>>;

// ------------------------------------------------------------------------------ TOML as a tree

/// The end of the comment or string that begins at `at`; `at`: none does.
std::size_t end_of_text(const std::string& toml, std::size_t at) {
  const char quote = toml[at];
  if (quote == '#') return std::min(toml.find('\n', at), toml.size());
  if (quote != '"' && quote != '\'') return at;
  const std::string three(3, quote);
  const bool several_lines = toml.compare(at, 3, three) == 0;
  for (std::size_t i = at + (several_lines ? 3 : 1); i < toml.size(); ++i) {
    if (quote == '"' && toml[i] == '\\') {
      ++i;
    } else if (!several_lines) {
      if (toml[i] == '\n') return i;
      if (toml[i] == quote) return i + 1;
    } else if (toml.compare(i, 3, three) == 0) {
      i += 3;
      for (int own = 0; own < 2 && toml[i] == quote; ++own) ++i;  // it may end with two quotes
      return i;
    }
  }
  return toml.size();
}

/// The place of a key of too many parts (`a.b.c`), which toml++ and tree_of() would read and
/// destroy recursively. toml++ itself has a limit for levels of brackets.
std::optional<Location> too_deep(const std::string& text, const std::string& file) {
  constexpr int kMostParts = 256;
  int dots = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::size_t end = end_of_text(text, i); end > i) {
      i = end - 1;
      continue;
    }
    const char c = text[i];
    if (c == ',' || c == '=' || c == '\n') dots = 0;
    if (c != '.' || ++dots < kMostParts) continue;
    const auto here = text.begin() + static_cast<std::ptrdiff_t>(i);
    const auto line = std::count(text.begin(), here, '\n') + 1;
    const std::size_t line_begin = text.rfind('\n', i) + 1;  // 0 in the first line
    return Location{file, static_cast<int>(line), static_cast<int>(i - line_begin) + 1, 1};
  }
  return {};
}

Node tree_of(const toml::node& value, const std::string& file) {
  Node out;
  out.at = {file, static_cast<int>(value.source().begin.line),
            static_cast<int>(value.source().begin.column), 1};
  if (const auto* table = value.as_table()) {
    out.kind = Node::Kind::kMap;
    for (const auto& [key, inside] : *table) {
      Node node = tree_of(inside, file);
      const Location at{file, static_cast<int>(key.source().begin.line),
                        static_cast<int>(key.source().begin.column), 1};
      out.entries.push_back({std::string(key.str()), at, std::move(node)});
    }
  } else if (const auto* list = value.as_array()) {
    out.kind = Node::Kind::kList;
    for (const auto& inside : *list) out.items.push_back(tree_of(inside, file));
  } else {
    out.kind = Node::Kind::kScalar;
    if (const auto* text = value.as_string())
      out.text = text->get();
    else if (const auto* whole = value.as_integer())
      out.text = fmt::format("{}", whole->get());
    else if (const auto* number = value.as_floating_point())
      out.text = fmt::format("{}", number->get());
    else if (const auto* flag = value.as_boolean())
      out.text = flag->get() ? "true" : "false";
  }
  return out;
}

std::optional<Node> tree_of(const Source& source, Diagnostics& problems) {
  const std::size_t first = source.text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && source.text[first] == '{')  // JSON is YAML
    return config::parse_tree(source.text, source.name, problems);
  if (const auto where = too_deep(source.text, source.name)) {
    problems.add(*where, "cannot be read as TOML: a key of more than 256 parts");
    return {};
  }
  try {
    const toml::table table = toml::parse(source.text, source.name);
    return tree_of(table, source.name);
  } catch (const toml::parse_error& error) {
    const auto& where = error.source().begin;
    problems.add({source.name, static_cast<int>(where.line), static_cast<int>(where.column), 1},
                 fmt::format("cannot be read as TOML: {}", error.description()));
    return {};
  }
}

// ------------------------------------------------------------------------------------- values

/// "1s 500ms", "1Gbps 200Mbps": the sum of numbers with units. Nothing for another text.
std::optional<double> sum_of(std::string_view text, const Units& units) {
  double sum = 0;
  bool any = false;
  for (;;) {
    const auto skip = [&] {
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    };
    skip();
    if (text.empty()) return any ? std::optional(sum) : std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < 0 || !std::isfinite(value)) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    skip();
    const std::size_t length = std::min(text.find_first_of(" 0123456789"), text.size());
    const auto unit = std::find_if(units.begin(), units.end(), [&](const auto& one) {
      return one.first == text.substr(0, length);
    });
    if (unit == units.end()) return {};
    text.remove_prefix(length);
    sum += value * unit->second;
    any = true;
  }
}

constexpr double kLongestDelay = 3600e9;  // ns, of a profile
const Units kTimes = {{"ns", 1},    {"us", 1e3}, {"ms", 1e6},   {"s", 1e9},
                      {"sec", 1e9}, {"m", 60e9}, {"min", 60e9}, {"h", 3600e9}};
const Units kRates = {{"bps", 1},    {"kbps", 1e3},  {"Kbps", 1e3}, {"Mbps", 1e6},
                      {"Gbps", 1e9}, {"Tbps", 1e12}, {"Bps", 8},    {"kBps", 8e3},
                      {"MBps", 8e6}, {"GBps", 8e9},  {"kb/s", 1e3}, {"Mb/s", 1e6}};

// --------------------------------------------------------------------------------------- cells

/// The cells of one direction, in the order in which a packet passes them.
class Path {
 public:
  Path(DirectionDraft& out, Diagnostics& problems) : out_(out), problems_(problems) {}

  void add(const std::string& name, const Node& cell) {
    const Node* type = value(cell, "type");
    if (type == nullptr)
      return problems_.add(cell.at, fmt::format("the cell `{}` has no `type`; expected Bw, Delay, "
                                                "Loss, ...",
                                                name));
    name_ = name;
    if (type->text == "Bw")
      bandwidth(cell);
    else if (type->text == "BwReplay")
      replay(cell);
    else if (type->text == "TokenBucket")
      token_bucket(cell);
    else if (type->text == "Delay")
      delay(cell);
    else if (type->text == "Loss")
      loss(cell);
    else if (type->text != "Shadow" && type->text != "Spy")
      problems_.add(type->at,
                    fmt::format("the cell `{}` of type {} is not understood; expected Bw, "
                                "BwReplay, TokenBucket, Delay, Loss, Shadow or Spy",
                                name, type->text));
  }

  void finish() {
    if (!problems_.empty()) return;
    LinkDirection& values = out_.values;
    if (!values.has_rate_base() && !values.has_delivery_trace()) {
      values.mutable_rate_base()->set_fixed(kRateWithoutLimit);
      out_.remark("rate_base", "no cell with a bandwidth: the fastest that a profile can say");
    }
    if (!values.has_link_send_buffer_size()) unlimited("no limit");
    if (delay_ > 0) {
      values.mutable_propagation_delay()->set_fixed(delay_);
      out_.remark("propagation_delay", delay_words_);
    }
    if (loss_ > 0) {
      values.mutable_error_probability()->set_fixed(loss_);
      out_.remark("error_probability", loss_words_);
    }
  }

 private:
  const Node* value(const Node& map, const char* key) const {
    const Entry* entry = map.kind == Node::Kind::kMap ? find_entry(map, key) : nullptr;
    return entry == nullptr || entry->value.kind == Node::Kind::kNull ? nullptr : &entry->value;
  }

  void only(const Node& map, const std::vector<std::string>& keys) {
    for (const Entry& entry : map.entries)
      if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
        problems_.add(entry.at,
                      fmt::format("`{}` is not a key here; expected one of {}", entry.key,
                                  fmt::join(keys, ", ")),
                      did_you_mean(entry.key, keys));
  }

  std::optional<double> quantity(const Node& node, const Units& units, double least, double most,
                                 const char* expected) {
    const auto found =
        node.kind == Node::Kind::kScalar ? sum_of(node.text, units) : std::optional<double>();
    if (found && *found >= least && *found <= most) return found;
    problems_.add(node.at, fmt::format("`{}` is not understood; expected {}", node.text, expected));
    return {};
  }

  std::optional<double> plain(const Node& node, double least, double most, const char* expected) {
    static const Units kNone = {{"", 1}};
    return quantity(node, kNone, least, most, expected);
  }

  std::optional<double> rate(const Node& node) {
    constexpr const char* kExpected = "a bandwidth of 1bps to 100Gbps: 30Mbps";
    if (node.kind != Node::Kind::kMap) return quantity(node, kRates, 1, 100e9, kExpected);
    only(node, {"gbps", "bps"});  // the older form
    double sum = 0;
    if (const Node* giga = value(node, "gbps"))
      sum += 1e9 * plain(*giga, 0, 100, kExpected).value_or(0);
    if (const Node* bits = value(node, "bps")) sum += plain(*bits, 0, 1e9, kExpected).value_or(0);
    if (sum >= 1 && sum <= 100e9) return sum;
    problems_.add(node.at, fmt::format("is out of range; expected {}", kExpected));
    return {};
  }

  bool first_bottleneck(const Node& cell) {
    if (!out_.values.has_rate_base() && !out_.values.has_delivery_trace()) return true;
    problems_.add(cell.at, fmt::format("the cell `{}` is a second one with a bandwidth in this "
                                       "direction; expected one",
                                       name_));
    return false;
  }

  void bandwidth(const Node& cell) {
    only(cell, {"type", "bandwidth", "queue", "queue_config", "bw_type"});
    if (!first_bottleneck(cell)) return;
    const Node* bandwidth = value(cell, "bandwidth");
    if (bandwidth != nullptr) {
      const auto rate = this->rate(*bandwidth);
      if (!rate) return;
      out_.values.mutable_rate_base()->set_fixed(std::round(*rate));
      out_.remark("rate_base", fmt::format("{}.bandwidth", name_));
      warn_not_represented(
          problems_, bandwidth->at,
          "a packet leaves rattan's cell when its transmission begins; here when it ends");
    }
    overhead(cell);
    queue(cell);
  }

  void replay(const Node& cell) {
    only(cell, {"type", "trace", "queue", "queue_config", "bw_type"});
    if (!first_bottleneck(cell)) return;
    const Node* trace = value(cell, "trace");
    if (trace == nullptr)
      return problems_.add(cell.at, fmt::format("the cell `{}` has no `trace`", name_));
    if (trace->text.ends_with(".json") || trace->text.ends_with(".toml"))
      return problems_.add(trace->at,
                           "a trace of netem-trace is not understood; expected one of "
                           "mahimahi");
    auto& out = *out_.values.mutable_delivery_trace();
    out.set_file(trace->text);
    out.set_opportunity_bytes(1500);
    out_.remark("delivery_trace", fmt::format("{}.trace", name_));
    warn_not_represented(
        problems_, trace->at,
        "rattan plays the trace as a rate that changes each millisecond; here each line "
        "delivers 1500 bytes");
    overhead(cell);
    queue(cell);
  }

  void token_bucket(const Node& cell) {
    only(cell, {"type", "limit", "rate", "burst", "peakrate", "minburst"});
    if (!first_bottleneck(cell)) return;
    const Node* rate = value(cell, "rate");
    if (rate != nullptr) {
      const auto found = this->rate(*rate);
      if (!found) return;
      out_.values.mutable_rate_base()->set_fixed(std::round(*found));
      out_.remark("rate_base", fmt::format("{}.rate", name_));
    }
    for (const char* key : {"burst", "peakrate", "minburst"})
      if (const Node* other = value(cell, key))
        warn_not_represented(problems_, other->at,
                             fmt::format("{}: every packet takes its transmission time", key));
    if (const Node* limit = value(cell, "limit")) {
      const auto bytes = plain(*limit, 0, 1e9, "bytes up to 1000000000");
      if (!bytes) return;
      out_.values.mutable_link_send_buffer_size()->set_bytes(
          std::max<std::int64_t>(std::llround(*bytes), 1));
      out_.remark("link_send_buffer_size", fmt::format("{}.limit", name_));
    }
  }

  void overhead(const Node& cell) {
    const Node* type = value(cell, "bw_type");
    if (type == nullptr || type->text == "NetworkLayer") return;
    if (type->text != "LinkLayer")
      return problems_.add(type->at, fmt::format("`{}` is not a bw_type; expected NetworkLayer or "
                                                 "LinkLayer",
                                                 type->text));
    out_.values.set_protocol_overhead_per_packet(38);
    out_.remark("protocol_overhead_per_packet", "bw_type LinkLayer");
  }

  void unlimited(const std::string& why) {
    out_.values.mutable_link_send_buffer_size()->set_packets(kPacketsWithoutLimit);
    out_.remark("link_send_buffer_size", why + ": bounded by max_held_size alone");
  }

  void queue(const Node& cell) {
    const Node* kind = value(cell, "queue");
    const std::string name = kind == nullptr ? "Infinite" : kind->text;
    static const std::vector<std::string> kKinds = {"Infinite", "DropTail", "DropHead", "CoDel"};
    if (std::find(kKinds.begin(), kKinds.end(), name) == kKinds.end())
      return problems_.add(kind->at,
                           fmt::format("the queue {} is not understood; expected one of {}", name,
                                       fmt::join(kKinds, ", ")));
    const Node* config = value(cell, "queue_config");
    if (name == "DropHead")
      warn_not_represented(problems_, kind->at, "DropHead: the packet that arrives is dropped");
    if (name == "CoDel")
      warn_not_represented(problems_, kind->at,
                           "CoDel, which a router has (`router:` of a test set)");
    const Node* packets = config == nullptr ? nullptr : value(*config, "packet_limit");
    const Node* bytes = config == nullptr ? nullptr : value(*config, "byte_limit");
    if (name == "Infinite" || (packets == nullptr && bytes == nullptr)) return unlimited(name);
    only(*config, {"packet_limit", "byte_limit", "bw_type", "interval", "target", "mtu"});
    const Node& limit = packets != nullptr ? *packets : *bytes;
    const auto value = plain(limit, 0, 1e9, "a limit up to 1000000000");
    if (!value) return;
    const std::int64_t whole = std::max<std::int64_t>(std::llround(*value), 1);
    if (*value == 0)
      warn_not_represented(problems_, limit.at, "a queue for no packet; here it has one place");
    auto& size = *out_.values.mutable_link_send_buffer_size();
    if (packets != nullptr)
      size.set_packets(std::min(whole, kPacketsWithoutLimit));
    else
      size.set_bytes(whole);
    out_.remark("link_send_buffer_size", fmt::format("{}, {} {}", name_, name, limit.text));
    if (packets != nullptr && bytes != nullptr)
      warn_not_represented(problems_, bytes->at, "byte_limit beside packet_limit");
  }

  void delay(const Node& cell) {
    only(cell, {"type", "delay", "ingress_round_up"});
    const Node* delay = value(cell, "delay");
    if (delay == nullptr) return;
    const auto ns = quantity(*delay, kTimes, 0, kLongestDelay, "a delay up to 1 h: 20ms");
    if (!ns) return;
    delay_ += std::round(*ns);
    if (delay_ > kLongestDelay)
      problems_.add(delay->at,
                    "the delays of the cells are more than 1 h together, which a profile "
                    "cannot say");
    delay_words_ += fmt::format("{}{}.delay", delay_words_.empty() ? "" : " + ", name_);
    if (const Node* round = value(cell, "ingress_round_up"))
      warn_not_represented(problems_, round->at, "ingress_round_up: arrivals are not rounded");
  }

  /// pattern[i]: the probability of a loss after i losses in a row; the last one holds for more.
  void loss(const Node& cell) {
    only(cell, {"type", "pattern"});
    const Node* pattern = value(cell, "pattern");
    if (pattern == nullptr) return;
    if (pattern->kind != Node::Kind::kList)
      return problems_.add(pattern->at, "`pattern` is a list; expected [0.01]");
    std::vector<double> p;
    for (const Node& item : pattern->items) {
      const auto one = plain(item, 0, 1, "a probability from 0 to 1");
      if (!one) return;
      p.push_back(*one);
    }
    if (p.empty()) return;
    if (std::all_of(p.begin(), p.end(), [&](double one) { return one == p[0]; })) {
      loss_ = either(loss_, p[0]);
      loss_words_ += fmt::format("{}{}.pattern", loss_words_.empty() ? "" : ", ", name_);
      return;
    }
    if (out_.values.has_loss_pattern())
      return problems_.add(pattern->at, "a second pattern of losses in this direction");
    auto& chain = *out_.values.mutable_loss_pattern()->mutable_gilbert_elliott();
    chain.set_p(p[0]);
    chain.set_r(tidy(1 - p[1]));
    chain.set_loss_bad(1);
    chain.set_loss_good(0);
    out_.remark("loss_pattern",
                fmt::format("{}.pattern: the first and the second probability", name_));
    if (p.size() > 2)
      warn_not_represented(problems_, pattern->items[2].at,
                           "further probabilities; the second one stays");
  }

  DirectionDraft& out_;
  Diagnostics& problems_;
  std::string name_;
  double delay_ = 0;  // ns
  std::string delay_words_;
  double loss_ = 0;
  std::string loss_words_;
};

/// Follows the links from `from` to `to`.
void follow(const Node& cells, const Node& links, const std::string& from, const std::string& to,
            DirectionDraft& out, Diagnostics& problems) {
  Path path(out, problems);
  std::set<std::string> seen;
  std::string at = from;
  Location here = links.at;
  for (;;) {
    const Entry* link = find_entry(links, at);
    if (link == nullptr)
      return problems.add(here,
                          fmt::format("no link leads from `{}` on; expected a way from `{}` to "
                                      "`{}`",
                                      at, from, to));
    here = link->at;
    at = link->value.text;
    if (at == to) break;
    if (!seen.insert(at).second)
      return problems.add(here, fmt::format("the links lead to `{}` twice", at));
    const Entry* cell = find_entry(cells, at);
    if (cell == nullptr)
      return problems.add(link->value.at, at.empty() ? "the name of one cell is expected"
                                                     : fmt::format("there is no cell `{}`", at));
    path.add(at, cell->value);
  }
  path.finish();
}

}  // namespace

void read_rattan(const std::vector<Source>& sources, Draft& draft, Diagnostics& problems) {
  const Source& source = sources.front();
  const auto root = tree_of(source, problems);
  if (!root) return;
  const Entry* cells = find_entry(*root, "cells");
  if (cells == nullptr) cells = find_entry(*root, "devices");  // the older name
  const Entry* links = find_entry(*root, "links");
  if (cells == nullptr || links == nullptr || cells->value.kind != Node::Kind::kMap ||
      links->value.kind != Node::Kind::kMap)
    return problems.add({source.name},
                        "no cells or no links; expected `[cells.NAME]` and `[links]`");
  follow(cells->value, links->value, "left", "right", draft.uplink, problems);
  follow(cells->value, links->value, "right", "left", draft.downlink, problems);
  draft.description = "rattan, " + source.name + ": left to right is the uplink";
}

}  // namespace seawind::importer
