// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/import/tc.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "common/traces/netem_dist.h"

namespace seawind::importer {
namespace {

constexpr double kHour = 3600e9;  // ns

class NetemReader {
 public:
  NetemReader(Words& words, const FindTable& find_table, Diagnostics& problems)
      : words_(words), find_table_(find_table), problems_(problems) {}

  std::optional<Netem> read() {
    const std::size_t before = problems_.all().size();
    netem_.at = words_.at();
    netem_.at.width = 1;
    while (words_.more() && problems_.all().size() == before) option(words_.take());
    if (problems_.all().size() == before) finish();
    if (problems_.all().size() != before) return {};
    return std::move(netem_);
  }

 private:
  static const std::vector<std::string>& options() {  // in the order of q_netem.c
    static const std::vector<std::string> kAll = {
        "limit",   "latency", "delay",     "loss",         "drop", "ecn",  "reorder",
        "corrupt", "gap",     "duplicate", "distribution", "rate", "slot", "seed"};
    return kAll;
  }

  void option(const Word& word) {
    const std::string_view name = keyword(word.text, options());
    if (name == "limit") {
      if (const auto value = words_.whole(1, kCountBound, "a number of packets from 1"))
        netem_.limit = At<std::int64_t>{*value, word.at, fmt::format("netem limit {}", *value)};
    } else if (name == "delay" || name == "latency") {
      delay(word);
    } else if (name == "loss" || name == "drop") {
      loss(word);
    } else if (name == "ecn") {
      ecn_ = &word;
    } else if (name == "reorder") {
      share(word, netem_.reorder, "reorder");
    } else if (name == "corrupt") {
      share(word, netem_.corrupt, "corrupt");
    } else if (name == "duplicate") {
      share(word, netem_.duplicate, "duplicate");
    } else if (name == "gap") {
      if (const auto value = words_.whole(0, kCountBound, "a number of packets"))
        gap_ = At<std::int64_t>{*value, word.at, {}};
    } else if (name == "distribution") {
      if (const Word* given = words_.need("the name of a distribution: normal, pareto, ..."))
        distribution_ = given;
    } else if (name == "rate") {
      rate(word);
    } else if (name == "slot") {
      slot(word);
    } else if (name == "seed") {
      if (words_.need("a number"))
        warn_not_represented(problems_, word.at, "netem's seed of random numbers");
    } else {
      problems_.add(word.at, fmt::format("`{}` is not an option of netem", word.text),
                    did_you_mean(word.text, options()));
    }
  }

  void delay(const Word& word) {
    const auto delay = words_.time(1e3, kHour);
    if (!delay) return;
    delay_ = *delay;
    netem_.delay.at = word.at;
    netem_.jitter = false;
    jitter_ = 0;
    if (!words_.number_follows()) return;
    const auto jitter = words_.time(1e3, kHour);
    if (!jitter) return;
    jitter_ = *jitter;
    correlation("delay");
  }

  void loss(const Word& word) {
    if (netem_.loss || netem_.chain)
      return problems_.add(word.at, "a second `loss`; netem takes one");
    if (words_.number_follows()) return share(word, netem_.loss, "loss");
    const Word* model = words_.need("a percentage, `random`, `state` or `gemodel`");
    if (model == nullptr) return;
    if (model->text == "random") {
      share(word, netem_.loss, "loss random");
    } else if (model->text == "state" || model->text == "gemodel") {
      chain(word, *model);
    } else {
      problems_.add(model->at, fmt::format("`{}` is no loss model of netem; expected a percentage, "
                                           "`random`, `state` or `gemodel`",
                                           model->text));
    }
  }

  /// p alone is a Bernoulli loss: the defaults are those of q_netem.c.
  void chain(const Word& word, const Word& model) {
    const bool gemodel = model.text == "gemodel";
    using Labels = std::array<std::string_view, 5>;  // `tc qdisc show` prints them
    const Labels labels =
        gemodel ? Labels{"p", "r", "1-h", "1-k"} : Labels{"p13", "p31", "p32", "p23", "p14"};
    std::vector<double> given;
    for (const std::size_t most = gemodel ? 4 : 5; given.size() < most;) {
      words_.skip(labels[given.size()]);
      if (!given.empty() && !words_.number_follows()) break;
      const auto value = words_.percent();
      if (!value) return;
      given.push_back(*value);
    }
    const auto or_else = [&](std::size_t i, double value) {
      return i < given.size() ? given[i] : value;
    };
    At<LossPatternSpec> chain{{}, word.at, "netem loss " + model.text};
    for (const double value : given) chain.words += fmt::format(" {:g}%", value * 100);
    if (gemodel) {
      auto& spec = *chain.value.mutable_gilbert_elliott();
      spec.set_p(given[0]);
      spec.set_r(or_else(1, tidy(1 - given[0])));
      spec.set_loss_bad(or_else(2, 1));
      spec.set_loss_good(or_else(3, 0));
    } else {
      auto& spec = *chain.value.mutable_four_state();
      spec.set_p13(given[0]);
      spec.set_p31(or_else(1, tidy(1 - given[0])));
      spec.set_p32(or_else(2, 0));
      spec.set_p23(or_else(3, 1));
      spec.set_p14(or_else(4, 0));
      if (spec.p13() + spec.p14() > 1 || spec.p31() + spec.p32() > 1)
        return problems_.add(word.at,
                             "`loss state`: p13 + p14, or p31 + p32, is above 100%; expected less");
    }
    netem_.chain = std::move(chain);
  }

  void share(const Word& word, std::optional<At<double>>& out, const std::string& name) {
    const auto value = words_.percent();
    if (!value) return;
    out = At<double>{*value, word.at, fmt::format("netem {} {:g}%", name, *value * 100)};
    correlation(name);
  }

  void correlation(const std::string& of) {
    if (!words_.number_follows()) return;
    const Location at = words_.at();
    const auto value = words_.percent();
    if (value && *value > 0)
      warn_not_represented(
          problems_, at,
          fmt::format("a correlation of {:g} % between packets ({})", *value * 100, of));
  }

  void rate(const Word& word) {
    const auto rate = words_.rate();
    if (!rate) return;
    netem_.rate = At<std::int64_t>{*rate, word.at, fmt::format("netem rate {} bit/s", *rate)};
    words_.skip("packetoverhead");
    if (words_.signed_number_follows()) {
      const auto overhead = words_.whole(-65535, 65521, "bytes of overhead: -14, 20");
      if (!overhead) return;
      netem_.packet_overhead = *overhead;
    }
    words_.skip("cellsize");
    if (!words_.number_follows()) return;
    const Location at = words_.at();
    const auto cell = words_.whole(0, 65535, "bytes of a cell");
    if (!cell) return;
    std::int64_t more = 0;
    words_.skip("celloverhead");
    if (words_.signed_number_follows()) {
      const auto of_cell = words_.whole(-65535, 65535, "bytes of overhead of a cell");
      if (!of_cell) return;
      more = *of_cell;
    }
    if (*cell == 0) return;
    const std::int64_t bytes = 1500 + kEthernetHeader + netem_.packet_overhead;
    const std::int64_t cells = (std::max<std::int64_t>(bytes, 0) + *cell - 1) / *cell;
    warn_not_represented(
        problems_, at,
        fmt::format("cells of {} bytes and {} of overhead: a packet of 1500 bytes counts {} "
                    "bytes there, and {} here",
                    *cell, more, cells * (*cell + more), std::max<std::int64_t>(bytes, 1500)));
  }

  void slot(const Word& word) {
    if (words_.number_follows()) {
      if (!words_.time(1, kHour)) return;
      if (words_.number_follows() && !words_.time(1, kHour)) return;
    } else {
      const Word* next = words_.need("a time or `distribution`");
      if (next == nullptr) return;
      if (next->text != "distribution")
        return problems_.add(next->at, fmt::format("`{}` is not a slot; expected a time or "
                                                   "`distribution`",
                                                   next->text));
      if (!words_.need("the name of a distribution") || !words_.time(1, kHour) ||
          !words_.time(1, kHour))
        return;
    }
    for (const char* bound : {"packets", "bytes"}) {
      if (!words_.more() || words_.peek().text.empty() ||
          !std::string_view(bound).starts_with(words_.peek().text))
        continue;
      words_.take();
      if (*bound == 'p' ? !words_.whole(0, kCountBound, "a number of packets") : !words_.size())
        return;
    }
    warn_not_represented(problems_, word.at, "slots: packets that are held and leave together");
  }

  void finish() {
    finish_delay();
    if (ecn_ != nullptr && !netem_.loss && !netem_.chain)
      return problems_.add(ecn_->at, "`ecn` without `loss`; netem refuses it");
    if (ecn_ != nullptr)
      warn_not_represented(problems_, ecn_->at, "ecn: packets that are marked, not lost");
    if (netem_.reorder && netem_.reorder->value == 0) netem_.reorder.reset();
    if (!netem_.reorder) {
      if (gap_ && gap_->value > 0) problems_.add(gap_->at, "`gap` without `reorder`");
      return;
    }
    if (delay_ == 0)
      return problems_.add(netem_.reorder->at, "`reorder` without `delay`; netem refuses it");
    if (!gap_ || gap_->value <= 1) return;
    // gap - 1 packets are delayed, then each leaves at once with that probability, until one does.
    const double share = 1 / (static_cast<double>(gap_->value) - 1 + 1 / netem_.reorder->value);
    netem_.reorder->value = share;
    netem_.reorder->words += fmt::format(" gap {}: {:.4g} % of all", gap_->value, share * 100);
    warn_not_represented(problems_, gap_->at,
                         "the gap between reordered packets; their share is kept");
  }

  void finish_delay() {
    netem_.jitter = jitter_ > 0;
    netem_.delay.words = fmt::format("netem delay {:g}ms", delay_ / 1e6);
    if (netem_.jitter) netem_.delay.words += fmt::format(" {:g}ms", jitter_ / 1e6);
    if (delay_ + jitter_ * 4 > kHour)
      return problems_.add(netem_.delay.at, "a delay beyond 1 h; expected less");
    netem_.delay.value = uniform_delay(std::round(delay_), std::round(jitter_));
    if (distribution_ == nullptr) return;
    if (delay_ == 0 || jitter_ == 0)
      return problems_.add(distribution_->at,
                           "`distribution` without a delay and a jitter; netem refuses it");
    const std::string& name = distribution_->text;
    netem_.delay.words += " distribution " + name;
    if (name == "uniform") return;
    if (name == "normal") {
      netem_.delay.value = normal_delay(std::round(delay_), std::round(jitter_));
      return;
    }
    const auto text = find_table_(name);
    if (!text)
      return problems_.add(distribution_->at,
                           fmt::format("there is no table `{}`; expected normal, uniform, or a "
                                       "table of tc's folder (package iproute2) or a file",
                                       name));
    const auto table = parse_netem_dist(*text);
    if (!table.ok())
      return problems_.add(distribution_->at, fmt::format("the table `{}`, line {}: {}", name,
                                                          table.problems.front().line,
                                                          table.problems.front().message));
    netem_.delay.value = table_delay(delay_, jitter_, table.value);
    netem_.delay.words += ", its table at 257 places";
  }

  Words& words_;
  const FindTable& find_table_;
  Diagnostics& problems_;
  Netem netem_;
  double delay_ = 0;   // ns
  double jitter_ = 0;  // ns
  const Word* ecn_ = nullptr;
  const Word* distribution_ = nullptr;
  std::optional<At<std::int64_t>> gap_;
};

/// Reads `tc [qdisc ...]` and what `tc qdisc show` prints. Interfaces keep the order in which they
/// appear.
class TcReader {
 public:
  TcReader(const FindTable& find_table, Diagnostics& problems)
      : find_table_(find_table), problems_(problems) {}

  /// Reads the next source.
  void read(const Source& source) {
    ++source_;
    bool after_shown = false;
    for (const Command& command : shell_commands(source, problems_)) {
      if (problems_.all().size() >= kMaxProblems) return;
      if (after_shown && command.front().at.column > 1) continue;  // of `tc -s qdisc show`
      after_shown = command.front().text == "qdisc";
      Words words(command, problems_);
      if (words.peek().text == "sudo") words.take();
      if (!words.more()) continue;
      const Word& first = words.take();
      if (first.text == "true" || first.text == ":") continue;  // behind `||`
      if (first.text == "qdisc")
        shown(words);
      else if (first.text == "netem" || first.text == "tbf")
        qdisc(interface(""), first, Place{.root = true}, words);
      else if (first.text == "tc" || first.text.ends_with("/tc"))
        tc(words);
      else
        problems_.add(first.at,
                      fmt::format("`{}` is not understood; expected `tc qdisc add dev DEVICE root "
                                  "netem ...`, or `netem ...`",
                                  first.text));
    }
  }

  void fill(const Location& whole, Draft& draft) {
    if (!problems_.empty()) return;
    std::erase_if(interfaces_,
                  [](const Interface& one) { return !one.shaper.netem && !one.shaper.tbf; });
    if (interfaces_.empty())
      return problems_.add(whole,
                           "no netem and no tbf; expected `tc qdisc add dev DEVICE root "
                           "netem delay 100ms`");
    if (interfaces_.size() > 2)
      return problems_.add(
          whole, fmt::format("{} interfaces; a link has two directions", interfaces_.size()));
    shape(interfaces_[0].shaper, draft.downlink, problems_);
    if (interfaces_.size() == 2) return shape(interfaces_[1].shaper, draft.uplink, problems_);
    fill_unlimited(draft.uplink, "not in the source");
    warn_not_represented(
        problems_, whole,
        "the other direction: a qdisc acts on what leaves one interface. That is the downlink "
        "here, and the uplink is unlimited; a second interface or source gives the uplink");
  }

 private:
  struct Interface {
    std::size_t source = 0;
    std::string device;
    Shaper shaper;
    bool netem_is_root = false;

    /// The kind of the root qdisc; empty: none, or unknown.
    std::string_view root() const {
      if (netem_is_root) return "netem";
      return shaper.tbf ? "tbf" : "";
    }
  };

  struct Place {
    bool root = false;
    bool replaces = false;      // `replace`: another kind at the root removes the children
    bool may_be_there = false;  // `replace` and `change`
  };

  std::size_t interface(const std::string& device) {
    const auto found = std::find_if(interfaces_.begin(), interfaces_.end(), [&](const auto& one) {
      return one.source == source_ && one.device == device;
    });
    if (found != interfaces_.end()) return static_cast<std::size_t>(found - interfaces_.begin());
    interfaces_.push_back({source_, device, {}, false});
    return interfaces_.size() - 1;
  }

  /// A line that `tc qdisc show` prints. It has all values, including netem's default limit.
  void shown(Words& words) {
    const Word* kind = words.need("the kind of a queue discipline");
    if (kind == nullptr || !words.need("a handle: 8001:")) return;
    if (kind->text != "netem" && kind->text != "tbf") {
      if (kind->text != "noqueue" && kind->text != "mq")
        warn_not_represented(problems_, kind->at,
                             fmt::format("the queue discipline `{}`", kind->text));
      return;
    }
    std::string device;
    Place place;
    while (words.more()) {
      const Word& word = words.peek();
      if (word.text == "root") {
        place.root = true;
        words.take();
      } else if (word.text == "dev" || word.text == "parent" || word.text == "refcnt") {
        words.take();
        const Word* value = words.need("its value");
        if (value != nullptr && word.text == "dev") device = value->text;
      } else {
        break;
      }
    }
    const std::size_t at = interface(device);
    qdisc(at, *kind, place, words);
    auto& netem = interfaces_[at].shaper.netem;
    if (netem && netem->limit && netem->limit->value == kNetemLimit) netem->limit.reset();
  }

  void tc(Words& words) {
    std::string space;  // network namespace
    while (words.more() && words.peek().text.starts_with("-")) {
      const std::string option = words.take().text;
      if (option.size() > 1 && std::string_view("-netns").starts_with(option))
        if (const Word* name = words.need("a network namespace")) space = name->text + "/";
    }
    const Word* object = words.need("`qdisc`");
    if (object == nullptr) return;
    if (object->text == "filter")
      return warn_not_represented(problems_, object->at,
                                  "a filter; the profile applies to every packet");
    if (object->text.empty() || !std::string_view("qdisc").starts_with(object->text))
      return problems_.add(
          object->at, fmt::format("`tc {}` is not understood; expected `tc qdisc`", object->text));
    const Word* verb = words.need("`add`, `replace`, `change` or `del`");
    if (verb == nullptr) return;
    static const std::vector<std::string> kVerbs = {"add", "change", "replace", "delete"};
    const std::string_view does = keyword(verb->text, kVerbs);
    if (does.empty())
      return problems_.add(verb->at, fmt::format("`{}` is not understood; expected `add`, "
                                                 "`replace`, `change` or `del`",
                                                 verb->text));
    std::string device;
    Place place{.replaces = does == "replace", .may_be_there = does != "add"};
    bool of_child = false;
    while (words.more()) {
      const Word& word = words.take();
      if (word.text == "dev") {
        if (const Word* name = words.need("an interface")) device = space + name->text;
      } else if (word.text == "root") {
        place.root = true;
      } else if (word.text == "parent" || word.text == "handle") {
        if (word.text == "parent") of_child = true;
        words.need("a handle: 1:");
      } else if (word.text == "ingress" || word.text == "clsact") {
        return warn_not_represented(problems_, word.at,
                                    "what redirects packets to another interface");
      } else if (does == "delete") {
        break;
      } else {
        return qdisc(interface(device), word, place, words);
      }
    }
    if (does != "delete")
      return problems_.add(words.at(), "the command ends here; expected `netem` or `tbf`");
    remove(interfaces_[interface(device)], of_child);
  }

  static void remove(Interface& from, bool only_child) {
    if (!only_child) {
      from.shaper = {};
      from.netem_is_root = false;
    } else if (from.netem_is_root) {
      from.shaper.tbf.reset();
    } else {
      from.shaper.netem.reset();
    }
  }

  void qdisc(std::size_t interface, const Word& kind, const Place& place, Words& words) {
    Interface& there = interfaces_[interface];
    if (place.replaces && place.root && there.root() != kind.text) remove(there, false);
    Shaper& shaper = there.shaper;
    if (!place.may_be_there &&
        (kind.text == "netem" ? shaper.netem.has_value()
                              : kind.text == "tbf" && shaper.tbf.has_value()))
      return problems_.add(kind.at,
                           fmt::format("a second {} of this interface; expected one", kind.text));
    if (kind.text == "netem") {
      std::optional<Netem> changed = read_netem(words, find_table_, problems_);
      if (changed) {
        changed->at = kind.at;
        if (shaper.netem) keep(*shaper.netem, *changed);
      }
      shaper.netem = std::move(changed);
      there.netem_is_root = place.root;
    } else if (kind.text == "tbf") {
      shaper.tbf = read_tbf(words, problems_);
    } else {
      return problems_.add(kind.at, fmt::format("the queue discipline `{}` is not understood; "
                                                "expected `netem` or `tbf`",
                                                kind.text));
    }
    shaper.tbf_inside = there.netem_is_root;
  }

  /// Takes over what netem_change() of sch_netem.c keeps when a command does not name it. Kept
  /// reordering has no effect: tc then writes a gap of 0, by which every packet is delayed.
  static void keep(const Netem& before, Netem& netem) {
    if (!netem.corrupt) netem.corrupt = before.corrupt;
    if (netem.rate) return;
    netem.rate = before.rate;
    netem.packet_overhead = before.packet_overhead;
  }

  const FindTable& find_table_;
  Diagnostics& problems_;
  std::vector<Interface> interfaces_;
  std::size_t source_ = 0;  // from 1
};

}  // namespace

std::optional<Netem> read_netem(Words& words, const FindTable& find_table, Diagnostics& problems) {
  return NetemReader(words, find_table, problems).read();
}

std::optional<Tbf> read_tbf(Words& words, Diagnostics& problems) {
  static const std::vector<std::string> kOptions = {
      "limit",    "latency", "burst", "buffer",   "maxburst", "mtu",
      "minburst", "mpu",     "rate",  "peakrate", "overhead", "linklayer"};
  const std::size_t before = problems.all().size();
  const Location begin = words.at();
  Tbf tbf;
  std::optional<std::int64_t> limit, burst, peak;
  std::int64_t peak_burst = 0;
  std::optional<double> latency;
  Location burst_at = begin, limit_at = begin;
  while (words.more() && problems.all().size() == before) {
    const Word& word = words.take();
    const std::string_view name = keyword(word.text, kOptions);
    if (name == "limit") {
      limit = words.size();
      limit_at = word.at;
    } else if (name == "latency") {
      latency = words.time(1e3, kHour);
      limit_at = word.at;
    } else if (name == "burst" || name == "buffer" || name == "maxburst") {
      burst = words.size();
      burst_at = word.at;
    } else if (name == "rate") {
      if (const auto rate = words.rate())
        tbf.rate = {*rate, word.at, fmt::format("tbf rate {} bit/s", *rate)};
    } else if (name == "peakrate") {
      peak = words.rate();
      if (peak) warn_not_represented(problems, word.at, "a peak rate: the link has one rate");
    } else if (name == "mtu" || name == "minburst") {
      peak_burst = words.size().value_or(0);
    } else if (name == "mpu") {
      if (words.size(0).value_or(0) > 0)
        warn_not_represented(problems, word.at, "the smallest size that a packet counts");
    } else if (name == "overhead") {
      tbf.packet_overhead = words.whole(0, 65521, "bytes of overhead").value_or(0);
    } else if (name == "linklayer") {
      const Word* layer = words.need("`ethernet`");
      if (layer != nullptr && layer->text != "ethernet")
        warn_not_represented(problems, layer->at, "cells of a link layer");
    } else {
      problems.add(word.at, fmt::format("`{}` is not an option of tbf", word.text),
                   did_you_mean(word.text, kOptions));
    }
  }
  if (problems.all().size() != before) return {};
  if (tbf.rate.value == 0)
    problems.add(begin, "tbf needs `rate`; expected `tbf rate 1mbit burst 32kbit latency 400ms`");
  else if (!burst)
    problems.add(begin, "tbf needs `burst`; expected `tbf rate 1mbit burst 32kbit latency 400ms`");
  else if (!limit == !latency)
    problems.add(begin, "tbf needs one of `latency` and `limit`");
  if (problems.all().size() != before) return {};
  if (latency) {  // q_tbf.c
    double bytes =
        static_cast<double>(tbf.rate.value) / 8 * *latency / 1e9 + static_cast<double>(*burst);
    if (peak)
      bytes = std::min(
          bytes, static_cast<double>(*peak) / 8 * *latency / 1e9 + static_cast<double>(peak_burst));
    limit = std::clamp<std::int64_t>(std::llround(bytes), 1, kCountBound);
  }
  tbf.limit =
      At<std::int64_t>{*limit, limit_at,
                       latency ? fmt::format("tbf latency {:g}ms burst {}", *latency / 1e6, *burst)
                               : fmt::format("tbf limit {}", *limit)};
  warn_not_represented(
      problems, burst_at,
      fmt::format("a burst: after a pause, {} bytes leave tbf at once; here every packet "
                  "takes its transmission time",
                  *burst));
  return tbf;
}

void read_tc(const std::vector<Source>& sources, const FindTable& find_table, Draft& draft,
             Diagnostics& problems) {
  TcReader reader(find_table, problems);
  for (const Source& source : sources) reader.read(source);
  reader.fill({sources.front().name}, draft);
}

}  // namespace seawind::importer
