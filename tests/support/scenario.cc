// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scenario.h"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "tests/support/scenario_values.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path) {
    if (!file_) throw std::runtime_error("cannot read " + path);
    config_.downlink.states = config_.uplink.states = {StateParameters{}};
    std::string line;
    for (int number = 1; std::getline(file_, line); ++number) {
      try {
        read(line);
      } catch (const std::exception& e) {
        throw std::runtime_error(fmt::format("{}:{}: {}", path, number, e.what()));
      }
    }
  }

  ScenarioResult run() {
    for (const Change& timed : timed_) {
      config_.changes.push_back({timed.when, std::make_shared<const HopConfig>(timed.config)});
    }
    TestHop rig(config_);
    for (const Arrival& a : arrivals_) {
      for (int i = 0; i < a.count; ++i) rig.send_at(a.when, a.direction, a.size, a.kind);
    }
    for (const Change& change : changes_) {
      rig.call_at(change.when, [&rig, &change] { rig.hop.reconfigure(change.config); });
    }
    rig.run_until(until_.value_or(last_));
    if (!until_) rig.drain();
    expect_identity(rig);
    return {expected_, text_of(rig.recorder.events)};
  }

 private:
  struct Arrival {
    Time when;
    Direction direction;
    std::size_t size;
    int count;
    PacketKind kind;
  };
  struct Change {
    Time when;
    HopConfig config;
  };

  void read(std::string line) {
    if (const auto hash = line.find('#'); hash != std::string::npos) line.resize(hash);
    std::istringstream in(line);
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.empty()) return;
    if (expecting_) {
      expected_ += fmt::format("{}\n", fmt::join(words, " "));
    } else if (words[0] == "expect") {
      expecting_ = true;
    } else if (words[0] == "seed") {
      config_.seed = std::stoull(words.at(1));
    } else if (words[0] == "show") {
      shown_.insert(words.begin() + 1, words.end());
    } else if (words[0] == "until") {
      until_ = Time() + duration(words.at(1));
    } else if (words[0] == "channel") {
      read_channel(words);
    } else if (words[0] == "spike") {
      config_.spikes.push_back(spike(pairs(words, 1)));
    } else if (words[0] == "outage") {
      config_.outages.push_back(outage(pairs(words, 1)));
    } else if (words[0] == "shared_delay") {
      config_.shared_delay = true;
    } else if (words[0] == "shared_allocation") {
      config_.shared_allocation = true;
    } else if (words[0] == "at") {
      read_at(words);
    } else {
      set_values(config_, words);
    }
  }

  void read_channel(const Words& words) {
    for (const auto& [key, value] : pairs(words, 1)) {
      if (key == "lead_in") {
        config_.channel.lead_in = duration(value);
      } else {
        config_.channel.states.push_back(
            {key, FixedValue{static_cast<double>(duration(value).ns())}});
      }
    }
    const StateParameters any;
    config_.downlink.states.assign(config_.channel.states.size(), any);
    config_.uplink.states = config_.downlink.states;
  }

  void read_at(const Words& words) {
    const Time when = Time() + duration(words.at(1));
    last_ = std::max(last_, when);
    if (words.at(2) == "reconfigure" || words[2] == "timeline") {
      std::vector<Change>& list = words[2] == "timeline" ? timed_ : changes_;
      HopConfig next = list.empty() ? config_ : list.back().config;
      set_values(next, Words(words.begin() + 3, words.end()));
      list.push_back({when, next});
      return;
    }
    Arrival arrival{when, direction(words[2]), std::stoul(words.at(3)), 1, {}};
    for (std::size_t i = 4; i < words.size(); ++i) {
      if (words[i][0] == 'x') {
        arrival.count = std::stoi(words[i].substr(1));
      } else if (words[i].starts_with("dscp=")) {
        arrival.kind.dscp = static_cast<std::uint8_t>(std::stoi(words[i].substr(5)));
      } else if (words[i].starts_with("protocol=")) {
        arrival.kind.protocol = static_cast<std::uint8_t>(std::stoi(words[i].substr(9)));
      } else {
        throw std::runtime_error("unknown word " + words[i]);
      }
    }
    arrivals_.push_back(arrival);
  }

  static Direction direction(const std::string& word) {
    if (word != "down" && word != "up") throw std::runtime_error("no direction: " + word);
    return word == "down" ? kDown : kUp;
  }

  // "down key=value ..." for all states, "down.bad key=value ..." for one.
  static void set_values(HopConfig& config, const Words& words) {
    const std::string name = words.at(0).substr(0, words[0].find('.'));
    DirectionConfig& target = direction(name) == kDown ? config.downlink : config.uplink;
    const std::string state =
        name.size() == words[0].size() ? "" : words[0].substr(name.size() + 1);
    for (const auto& [key, value] : pairs(words, 1)) {
      bool per_state = false;
      for (std::size_t i = 0; i < target.states.size(); ++i) {
        if (!state.empty() && config.channel.states.at(i).name != state) continue;
        per_state = set_state_value(target.states[i], key, value);
      }
      if (!per_state) set_direction_value(target, key, value);
    }
  }

  std::string text_of(const std::vector<LinkEvent>& events) const {
    std::string text;
    for (const LinkEvent& event : events) {
      const std::string kind{to_string(event.kind)};
      if (!shown_.empty() && !shown_.contains(kind)) continue;
      text +=
          fmt::format("{} {} {}", event.time.ns(), event.direction == kDown ? "down" : "up", kind);
      if (event.packet != 0) text += fmt::format(" p{}", event.packet);
      if (event.kind == EventKind::kDrop) {
        text += fmt::format(" {}", to_string(static_cast<DropReason>(event.code)));
      } else if (event.code != 0) {
        text += fmt::format(" code={}", event.code);
      }
      if (event.value != 0) text += fmt::format(" value={}", event.value);
      text += '\n';
    }
    return text;
  }

  std::ifstream file_;
  HopConfig config_;
  std::vector<Arrival> arrivals_;
  std::vector<Change> changes_;
  std::vector<Change> timed_;
  std::set<std::string> shown_;
  std::optional<Time> until_;
  Time last_;
  bool expecting_ = false;
  std::string expected_;
};

}  // namespace

ScenarioResult run_scenario(const std::string& path) {
  return Reader(path).run();
}

}  // namespace seawind::test
