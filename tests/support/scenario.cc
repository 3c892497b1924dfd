// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scenario.h"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

using Words = std::vector<std::string>;

std::pair<double, std::string> number_and_unit(const std::string& text) {
  std::size_t used = 0;
  const double number = std::stod(text, &used);
  return {number, text.substr(used)};
}

Duration duration(const std::string& text) {
  const auto [number, unit] = number_and_unit(text);
  const double scale = unit == "s"    ? 1e9
                       : unit == "ms" ? 1e6
                       : unit == "us" ? 1e3
                       : unit == "ns" ? 1
                                      : throw std::runtime_error("no duration: " + text);
  return Duration::nanoseconds(static_cast<std::int64_t>(number * scale + 0.5));
}

std::int64_t rate(const std::string& text) {
  const auto [number, unit] = number_and_unit(text);
  const double scale = unit == "bit"    ? 1
                       : unit == "kbit" ? 1e3
                       : unit == "Mbit" ? 1e6
                                        : throw std::runtime_error("no rate: " + text);
  return static_cast<std::int64_t>(number * scale);
}

BufferLimit limit(const std::string& text) {
  const auto [number, unit] = number_and_unit(text);
  if (unit == "B") return {.bytes = static_cast<std::int64_t>(number)};
  if (unit == "p") return {.packets = static_cast<std::int64_t>(number)};
  throw std::runtime_error("no limit: " + text);
}

ErrorHandling handling(const std::string& text) {
  if (text == "drop") return ErrorHandling::kDrop;
  if (text == "delay") return ErrorHandling::kDelay;
  if (text == "iterate") return ErrorHandling::kDelayIterate;
  throw std::runtime_error("no error handling: " + text);
}

bool set_state_value(StateParameters& state, const std::string& key, const std::string& value) {
  if (key == "rate") {
    state.rate = rate(value);
  } else if (key == "prop") {
    state.propagation_delay = duration(value);
  } else if (key == "p") {
    state.error_probability = std::stod(value);
  } else if (key == "handling") {
    state.error_handling = handling(value);
  } else if (key == "delay") {
    state.error_delay = FixedValue{static_cast<double>(duration(value).ns())};
  } else if (key == "threshold") {
    state.delay_drop_threshold = duration(value);
  } else {
    return false;
  }
  return true;
}

void set_direction_value(DirectionConfig& config, const std::string& key,
                         const std::string& value) {
  if (key == "lsb") {
    config.send_buffer = limit(value);
  } else if (key == "lrb") {
    config.receive_buffer = limit(value);
  } else if (key == "router") {
    config.router = tail_drop_router(limit(value));
  } else if (key == "slots") {
    config.input.adapter_slots = std::stol(value);
  } else if (key == "input") {
    config.input.limit.packets = std::stol(value);
  } else if (key == "max") {
    config.max_packet_size = std::stol(value);
  } else if (key == "in_service") {
    config.frame_in_service_in_buffer = value == "yes";
  } else if (key == "acks") {
    config.link_layer_acks = true;
    config.ack_release = value == "selective" ? AckRelease::kSelective : AckRelease::kCumulative;
  } else if (key == "reordering") {
    config.release = value == "yes" ? ReleaseOrder::kNone : ReleaseOrder::kInOrder;
  } else {
    throw std::runtime_error("unknown key " + key);
  }
}

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
    TestHop rig(config_);
    for (const Arrival& a : arrivals_) {
      for (int i = 0; i < a.count; ++i) rig.send_at(a.when, a.direction, a.size);
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
    if (words.at(2) == "reconfigure") {
      HopConfig next = changes_.empty() ? config_ : changes_.back().config;
      set_values(next, Words(words.begin() + 3, words.end()));
      changes_.push_back({when, next});
      return;
    }
    const int count = words.size() > 4 ? std::stoi(words[4].substr(1)) : 1;
    arrivals_.push_back({when, direction(words[2]), std::stoul(words.at(3)), count});
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

  static std::vector<std::pair<std::string, std::string>> pairs(const Words& words,
                                                                std::size_t from) {
    std::vector<std::pair<std::string, std::string>> result;
    for (std::size_t i = from; i < words.size(); ++i) {
      const auto equal = words[i].find('=');
      if (equal == std::string::npos) throw std::runtime_error("no key=value: " + words[i]);
      result.emplace_back(words[i].substr(0, equal), words[i].substr(equal + 1));
    }
    return result;
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
