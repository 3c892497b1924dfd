// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scenario_values.h"

#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>

#include "tests/support/tail_drop_router.h"

namespace seawind::test {
namespace {

std::pair<double, std::string> number_and_unit(const std::string& text) {
  std::size_t used = 0;
  const double number = std::stod(text, &used);
  return {number, text.substr(used)};
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
  BufferLimit limit;
  for (const std::string& part : split(text, ',')) {
    const auto [number, unit] = number_and_unit(part);
    if (unit != "B" && unit != "p") throw std::runtime_error("no limit: " + text);
    (unit == "B" ? limit.bytes : limit.packets) = static_cast<std::int64_t>(number);
  }
  return limit;
}

bool yes(const std::string& text) {
  if (text != "yes" && text != "no") throw std::runtime_error("neither yes nor no: " + text);
  return text == "yes";
}

template <typename T>
T one_of(const std::string& text, const std::map<std::string, T>& names) {
  const auto found = names.find(text);
  if (found == names.end()) throw std::runtime_error("unknown word: " + text);
  return found->second;
}

// 5ms, uniform:1ms,2ms or list:1ms,2ms,3ms; `number` reads one of the values.
template <typename Number>
ValueConfig law(const std::string& text, const Number& number) {
  const auto colon = text.find(':');
  if (colon == std::string::npos) return number(text);
  std::vector<double> values;
  for (const std::string& part : split(text.substr(colon + 1), ',')) {
    values.push_back(number(part));
  }
  const std::string name = text.substr(0, colon);
  if (name == "uniform") return UniformValue{values.at(0), values.at(1)};
  if (name == "list") return ListValue{std::make_shared<const std::vector<double>>(values)};
  throw std::runtime_error("no distribution: " + text);
}

ValueConfig duration_law(const std::string& text) {
  return law(text, [](const std::string& t) { return static_cast<double>(duration(t).ns()); });
}
ValueConfig number_law(const std::string& text) {
  return law(text, [](const std::string& t) { return std::stod(t); });
}
ValueConfig rate_law(const std::string& text) {
  return law(text, [](const std::string& t) { return static_cast<double>(rate(t)); });
}

PositionPattern positions(const std::string& text) {  // 1,3/10: positions, period
  const Words parts = split(text, '/');
  PositionPattern pattern;
  for (const std::string& n : split(parts.at(0), ',')) pattern.positions.push_back(std::stoull(n));
  if (parts.size() > 1) pattern.period = std::stoull(parts[1]);
  return pattern;
}

RateSource schedule(const std::string& text) {  // 0s:64kbit,1s:0kbit
  auto made = std::make_shared<RateSchedule>();
  for (const std::string& step : split(text, ',')) {
    const Words parts = split(step, ':');
    made->steps.push_back({duration(parts.at(0)), rate(parts.at(1))});
  }
  return std::shared_ptr<const RateSchedule>(made);
}

RateSource trace(const std::string& text) {  // 1,1,5: milliseconds
  auto made = std::make_shared<DeliveryTrace>();
  for (const std::string& ms : split(text, ',')) made->at_ms.push_back(std::stol(ms));
  return std::shared_ptr<const DeliveryTrace>(made);
}

PersistencyClass persistency(const std::string& text) {  // NAME/DSCPS/PROTOCOLS/50ms/any|ordered
  const Words parts = split(text, '/');
  PersistencyClass made;
  for (const auto& n : split(parts.at(1), ',')) {
    made.dscp.push_back(static_cast<std::uint8_t>(std::stoi(n)));
  }
  for (const auto& n : split(parts.at(2), ',')) {
    made.protocols.push_back(static_cast<std::uint8_t>(std::stoi(n)));
  }
  made.persistency = duration(parts.at(3));
  made.in_order = one_of<bool>(parts.at(4), {{"ordered", true}, {"any", false}});
  return made;
}

Affects affects(const std::string& text) {
  return one_of<Affects>(
      text, {{"down", Affects::kDownlink}, {"up", Affects::kUplink}, {"both", Affects::kBoth}});
}

using StateSetter = void (*)(StateParameters&, const std::string&);
const std::map<std::string, StateSetter> kStateKeys{
    {"rate", [](StateParameters& s, const std::string& v) { s.rate = rate_law(v); }},
    {"channels", [](StateParameters& s, const std::string& v) { s.user_max_rate = std::stol(v); }},
    {"available",
     [](StateParameters& s, const std::string& v) { s.available_rate = number_law(v); }},
    {"change",
     [](StateParameters& s, const std::string& v) { s.rate_change_interval = duration_law(v); }},
    {"prop",
     [](StateParameters& s, const std::string& v) { s.propagation_delay = duration_law(v); }},
    {"p", [](StateParameters& s, const std::string& v) { s.error_probability = number_law(v); }},
    {"unit",
     [](StateParameters& s, const std::string& v) {
       s.error_unit = one_of<ErrorUnit>(v, {{"unit", ErrorUnit::kUnit}, {"bit", ErrorUnit::kBit}});
     }},
    {"handling",
     [](StateParameters& s, const std::string& v) {
       s.error_handling = one_of<ErrorHandling>(v, {{"drop", ErrorHandling::kDrop},
                                                    {"delay", ErrorHandling::kDelay},
                                                    {"iterate", ErrorHandling::kDelayIterate},
                                                    {"retransmit", ErrorHandling::kRetransmit}});
     }},
    {"delay", [](StateParameters& s, const std::string& v) { s.error_delay = duration_law(v); }},
    {"threshold",
     [](StateParameters& s, const std::string& v) { s.delay_drop_threshold = duration(v); }},
    {"retransmissions",
     [](StateParameters& s, const std::string& v) { s.max_retransmissions = std::stol(v); }},
    {"duplicate",
     [](StateParameters& s, const std::string& v) { s.duplicate_probability = std::stod(v); }},
    {"random_p",
     [](StateParameters& s, const std::string& v) { s.random_delay_probability = std::stod(v); }},
    {"random",
     [](StateParameters& s, const std::string& v) { s.random_delay_length = duration_law(v); }},
    {"allocation",
     [](StateParameters& s, const std::string& v) { s.allocation_delay = duration_law(v); }},
    {"idle",
     [](StateParameters& s, const std::string& v) { s.link_idle_timeout = duration_law(v); }},
};

using DirectionSetter = void (*)(DirectionConfig&, const std::string&);
const std::map<std::string, DirectionSetter> kDirectionKeys{
    {"lsb", [](DirectionConfig& c, const std::string& v) { c.send_buffer = limit(v); }},
    {"lrb", [](DirectionConfig& c, const std::string& v) { c.receive_buffer = limit(v); }},
    {"router",
     [](DirectionConfig& c, const std::string& v) {
       c.router = v == "none" ? nullptr : tail_drop_router(limit(v));
     }},
    {"slots",
     [](DirectionConfig& c, const std::string& v) { c.input.adapter_slots = std::stol(v); }},
    {"input",
     [](DirectionConfig& c, const std::string& v) {
       c.input.limit = v.find_first_of("Bp") == std::string::npos
                           ? BufferLimit{.packets = std::stol(v)}
                           : limit(v);
     }},
    {"age", [](DirectionConfig& c, const std::string& v) { c.input.max_delay = duration(v); }},
    {"overflow",
     [](DirectionConfig& c, const std::string& v) {
       c.input.overflow = v == "control" ? OverflowHandling::kFlowControl : OverflowHandling::kDrop;
       c.input.drop = one_of<DropPolicy>(v, {{"control", DropPolicy::kTail},
                                             {"tail", DropPolicy::kTail},
                                             {"head", DropPolicy::kHead}});
     }},
    {"max", [](DirectionConfig& c, const std::string& v) { c.max_packet_size = std::stol(v); }},
    {"in_service",
     [](DirectionConfig& c, const std::string& v) { c.frame_in_service_in_buffer = yes(v); }},
    {"shrink", [](DirectionConfig& c, const std::string& v) { c.drop_on_shrink = yes(v); }},
    {"fragment",
     [](DirectionConfig& c, const std::string& v) { c.framing.fragment_size = limit(v).bytes; }},
    {"stream", [](DirectionConfig& c, const std::string& v) { c.framing.byte_stream = yes(v); }},
    {"reassembly", [](DirectionConfig& c, const std::string& v) { c.framing.reassembly = yes(v); }},
    {"link_overhead",
     [](DirectionConfig& c, const std::string& v) { c.framing.link_overhead = std::stol(v); }},
    {"packet_overhead",
     [](DirectionConfig& c, const std::string& v) {
       c.framing.protocol_overhead_per_packet = std::stol(v);
     }},
    {"link_reset", [](DirectionConfig& c, const std::string& v) { c.framing.link_reset = yes(v); }},
    {"schedule", [](DirectionConfig& c, const std::string& v) { c.rate_source = schedule(v); }},
    {"trace", [](DirectionConfig& c, const std::string& v) { c.rate_source = trace(v); }},
    {"lose", [](DirectionConfig& c, const std::string& v) { c.loss_pattern = positions(v); }},
    {"class", [](DirectionConfig& c,
                 const std::string& v) { c.persistency_classes.push_back(persistency(v)); }},
    {"acks",
     [](DirectionConfig& c, const std::string& v) {
       c.link_layer_acks = true;
       c.ack_release = one_of<AckRelease>(
           v, {{"cumulative", AckRelease::kCumulative}, {"selective", AckRelease::kSelective}});
     }},
    {"redraw",
     [](DirectionConfig& c, const std::string& v) { c.delay_redraw_interval = duration(v); }},
    {"reordering",
     [](DirectionConfig& c, const std::string& v) {
       c.release = yes(v) ? ReleaseOrder::kNone : ReleaseOrder::kInOrder;
     }},
    {"release",
     [](DirectionConfig& c, const std::string& v) {
       c.release = one_of<ReleaseOrder>(v, {{"inorder", ReleaseOrder::kInOrder},
                                            {"spaced", ReleaseOrder::kSpaced},
                                            {"none", ReleaseOrder::kNone}});
     }},
    {"output_p",
     [](DirectionConfig& c, const std::string& v) { c.output.probability = std::stod(v); }},
    {"output_list", [](DirectionConfig& c, const std::string& v) { c.output.list = positions(v); }},
};

}  // namespace

Words split(const std::string& text, char separator) {
  Words words;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, separator);) {
    if (!word.empty() || separator == '/') words.push_back(word);
  }
  return words;
}

Pairs pairs(const Words& words, std::size_t from) {
  Pairs result;
  for (std::size_t i = from; i < words.size(); ++i) {
    const auto equal = words[i].find('=');
    if (equal == std::string::npos) throw std::runtime_error("no key=value: " + words[i]);
    result.emplace_back(words[i].substr(0, equal), words[i].substr(equal + 1));
  }
  return result;
}

Duration duration(const std::string& text) {
  const auto [number, unit] = number_and_unit(text);
  const double scale = unit == "s"    ? 1e9
                       : unit == "ms" ? 1e6
                       : unit == "us" ? 1e3
                       : unit == "ns" ? 1
                                      : throw std::runtime_error("no duration: " + text);
  return Duration::nanoseconds(std::llround(number * scale));
}

bool set_state_value(StateParameters& state, const std::string& key, const std::string& value) {
  const auto found = kStateKeys.find(key);
  if (found == kStateKeys.end()) return false;
  found->second(state, value);
  return true;
}

void set_direction_value(DirectionConfig& config, const std::string& key,
                         const std::string& value) {
  const auto found = kDirectionKeys.find(key);
  if (found == kDirectionKeys.end()) throw std::runtime_error("unknown key " + key);
  found->second(config, value);
}

SpikeProcess spike(const Pairs& values) {
  SpikeProcess made;
  for (const auto& [key, value] : values) {
    if (key == "interval") {
      made.interval = duration_law(value);
    } else if (key == "length") {
      made.length = duration_law(value);
    } else if (key == "affects") {
      made.affects = affects(value);
    } else {
      throw std::runtime_error("unknown key " + key);
    }
  }
  return made;
}

Outage outage(const Pairs& values) {
  Outage made;
  for (const auto& [key, value] : values) {
    if (key == "at") {
      made.at = duration(value);
    } else if (key == "interval") {
      made.interval = duration_law(value);
    } else if (key == "length") {
      made.length = duration_law(value);
    } else if (key == "affects") {
      made.affects = affects(value);
    } else if (key == "persistency") {
      made.discard = true;
      made.persistency = duration(value);
    } else if (key == "queue_loss") {
      made.queue_loss = std::stod(value);
    } else {
      throw std::runtime_error("unknown key " + key);
    }
  }
  return made;
}

}  // namespace seawind::test
