// SPDX-License-Identifier: GPL-3.0-or-later
// No key is accepted and ignored. Each key of a direction, of the channel, of spikes and outages is
// set alone, to its example in the .proto file, over a small link with mixed traffic in virtual
// time: the events differ, or link_problems() reports the key. The tables name what the example
// alone cannot show: another value, and the keys without which a key must be reported.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "common/config/rules.h"
#include "common/config_reader.h"
#include "emulator/api/link.pb.h"
#include "emulator/api/link_rules.h"
#include "emulator/spec/hop_spec.h"
#include "tests/support/temp_tree.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using Keys = std::vector<std::pair<std::string, std::string>>;

struct Row {
  std::string value{};  // in place of the example
  Keys needs{};         // without these the key is reported
};
using Table = std::map<std::string, Row>;

const Keys kIterate{{"error_handling", "DELAY_ITERATE"}, {"error_delay_function", "50ms"}};
const Keys kFragments{{"fragmentation", "true"}, {"fragment_size", "200B"}};
const Keys kAcks{{"link_layer_ack_emulation", "true"}};
const Keys kUsers{
    {"background_load", "3"}, {"bgl_average_rate", "20kbit/s"}, {"bgl_max_users_per_channel", "8"}};

Keys operator+(Keys a, const Keys& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const Table kDirection{
    {"max_packet_size", {"1000B"}},
    {"max_held_size", {"64kB"}},
    {"queue_max_length", {"0pkt"}},
    {"queue_drop_policy",
     {"", {{"queue_max_length", "3pkt"}, {"queue_overflow_handling", "DROP"}}}},
    {"frame_in_service_in_buffer", {"true"}},
    {"fragmentation", {"", {{"fragment_size", "200B"}}}},
    {"fragment_size", {"", {{"fragmentation", "true"}}}},
    {"reassembly", {"false", kFragments}},
    {"byte_stream", {"", kFragments}},
    {"available_rate", {"", {{"user_max_rate", "4"}}}},
    {"rate_change_interval",
     {"100ms", {{"user_max_rate", "4"}, {"available_rate", "{uniform: {min: 1, max: 4}}"}}}},
    {"background_load",
     {"", {{"bgl_average_rate", "20kbit/s"}, {"bgl_max_users_per_channel", "8"}}}},
    {"bgl_average_rate", {"", {{"background_load", "3"}, {"bgl_max_users_per_channel", "8"}}}},
    {"bgl_load_type", {"", kUsers}},
    {"bgl_max_users_per_channel",
     {"", {{"background_load", "3"}, {"bgl_average_rate", "20kbit/s"}, {"user_max_rate", "3"}}}},
    {"bgl_user_priority", {"", kUsers}},
    {"bgl_output_handling", {"write", kUsers}},
    {"bgl_packet_size", {"300B", kUsers}},
    {"bgl_on", {"", kUsers + Keys{{"bgl_load_type", "on_off"}, {"bgl_off", "1s"}}}},
    {"bgl_off", {"", kUsers + Keys{{"bgl_load_type", "on_off"}, {"bgl_on", "1s"}}}},
    {"bgl_pareto_shape", {"2.5", kUsers + Keys{{"bgl_load_type", "pareto"}}}},
    {"allocation_delay", {"", {{"link_idle_timeout", "1s"}}}},
    {"link_idle_timeout", {"1s", {{"allocation_delay", "100ms"}}}},
    {"random_delay_probability", {"30%", {{"random_delay_length", "500ms"}}}},
    {"random_delay_length", {"", {{"random_delay_probability", "30%"}}}},
    {"loss_pattern", {"{gilbert_elliott: {p: 30%, r: 30%}}"}},
    {"error_handling", {"", {{"error_delay_function", "50ms"}}}},
    {"error_delay_function", {"", {{"error_handling", "DELAY_ITERATE"}}}},
    {"delay_drop_threshold", {"51ms", kIterate}},
    {"max_retransmissions", {"1", kIterate}},
    {"persistency_classes", {"", kIterate}},
    {"link_reset", {"", kIterate + Keys{{"max_retransmissions", "0"}}}},
    {"ack_release", {"selective", kAcks}},
    {"link_receive_buffer_size", {"2000B", kAcks}},
    {"reordering", {"true"}},
    {"duplicate_probability", {"30%"}},
    {"output_dropper", {"{probability: 30%}"}},
};
const Table kSpike{};
const Table kOutage{
    {"at", {"4s"}}, {"interval", {"3s"}}, {"persistency", {"", {{"discard", "true"}}}}};
const Table kChannel{{"states", {"[{name: a, dwell: 300ms}, {name: b, dwell: 400ms}]"}},
                     {"cycle", {"[a, a, b]"}}};

// Keys that cannot show an effect here.
const std::set<std::string> kNotSwept{
    "states",                            // of a direction: swept as every key that has per_state
    "bgl_channel_allocation_algorithm",  // has a single value
    "adapter_slots", "queue_max_size", "queue_overflow_handling"};  // act behind a router

constexpr char kBase[] = R"(
channel: {states: [{name: a, dwell: 900ms}, {name: b, dwell: 400ms}]}
downlink: &direction
  rate_base: 100kbit/s
  propagation_delay: {uniform: {min: 10ms, max: 300ms}}
  error_probability: 20%
  link_send_buffer_size: 3000B
  queue_max_length: off
uplink: *direction
)";
const Keys kBaseSpike{{"interval", "2s"}, {"length", "300ms"}};
const Keys kBaseOutage{{"at", "3s"}, {"interval", "4s"}, {"length", "500ms"}};

std::string flow_map(const Keys& keys) {
  std::string text;
  for (const auto& [key, value] : keys) text += (text.empty() ? "" : ", ") + key + ": " + value;
  return "{" + text + "}";
}

using Event = std::tuple<std::int64_t, int, int, int, std::uint64_t, std::uint32_t, std::int64_t>;

std::vector<Event> run(const HopConfig& config) {
  TestHop rig(config);
  // Datagrams of all sizes both ways, with pauses of up to 3 s.
  for (int i = 0; i < 60; ++i) {
    const Time when = at_ms(i * 100 + i / 20 * 3000);
    rig.send_at(when, kDown, 40 + static_cast<std::size_t>(i * 397 % 1460));
    rig.send_at(when + Duration::milliseconds(7), kUp, 40 + static_cast<std::size_t>(i * 53 % 300));
  }
  // A burst of TCP that fills every buffer; its connection is reset meanwhile.
  rig.call_at(at_ms(14'000), [&] {
    for (int i = 0; i < 60; ++i) rig.send(kDown, {.payload = 1400});
  });
  for (int i = 0; i < 5; ++i) {  // one of them arrives
    rig.call_at(at_ms(14'400 + 50 * i), [&] { rig.send(kUp, {.flags = kRst}); });
  }
  HopConfig smaller = config;
  smaller.downlink.send_buffer = {.bytes = 1000};
  rig.call_at(at_ms(14'200), [&] { rig.hop.reconfigure(smaller); });
  rig.run_until(at_ms(30'000));
  std::vector<Event> events;
  for (const LinkEvent& e : rig.recorder.events) {
    events.emplace_back(e.time.ns(), static_cast<int>(e.kind), static_cast<int>(e.direction),
                        e.code, e.packet, e.size, e.value);
  }
  return events;
}

class KeyEffects : public testing::Test {
 protected:
  KeyEffects() {
    tree_.write("profiles/base.yaml", kBase);
    tree_.write("profiles/lte.down", "20\n45\n46\n90\n");
    base_ = *events("");
  }

  /// The events of a profile that extends the base; nothing if link_problems() reports something.
  std::optional<std::vector<Event>> events(const std::string& text) {
    HopSpec spec;
    Diagnostics problems;
    read_config(tree_.write("profiles/x.yaml", "extends: base\n" + text + "\n"),
                SearchPath{{tree_.root()}}, *spec.mutable_link(), problems);
    EXPECT_EQ(problems.render(), "") << text;
    spec.set_seed(3);
    if (!link_problems(spec.link()).empty()) return {};
    std::vector<std::string> refused;
    const HopConfig config = hop_config(spec, refused);
    EXPECT_EQ(refused, std::vector<std::string>()) << text;
    return run(config);
  }

  /// Checks one key. `document` makes the text of a file from the keys set.
  template <typename Document>
  void sweep(const FieldDescriptor& field, const Table& table, const Document& document) {
    const auto found = table.find(field.name());
    const Row row = found == table.end() ? Row{} : found->second;
    const std::string value = row.value.empty() ? config::rules_of(field).example() : row.value;
    const Keys alone{{field.name(), value}};
    SCOPED_TRACE(document(row.needs + alone));
    const auto with = events(document(row.needs + alone));
    ASSERT_TRUE(with.has_value()) << "is reported, though everything that it needs is there";
    EXPECT_NE(*with, events(document(row.needs)).value_or(base_)) << "is accepted and ignored";
    if (row.needs.empty()) return;
    EXPECT_FALSE(events(document(alone)).has_value()) << "alone it must be reported";
  }
  void sweep_list(const Descriptor& type, const Table& table, const std::string& list,
                  const Keys& base) {
    for (int i = 0; i < type.field_count(); ++i) {
      sweep(*type.field(i), table, [&](const Keys& keys) {
        Keys all = base;
        for (const auto& given : keys) {
          std::erase_if(all, [&](const auto& one) { return one.first == given.first; });
          all.push_back(given);
        }
        return list + ": [" + flow_map(all) + "]";
      });
    }
  }

  TempTree tree_;
  std::vector<Event> base_;
};

TEST_F(KeyEffects, OfADirection) {
  const Descriptor& type = *LinkDirection::descriptor();
  int swept = 0;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (kNotSwept.contains(field.name())) continue;
    ++swept;
    sweep(field, kDirection, [](const Keys& keys) { return "downlink: " + flow_map(keys); });
    if (!config::rules_of(field).per_state()) continue;
    sweep(field, kDirection,
          [](const Keys& keys) { return "downlink: {states: {b: " + flow_map(keys) + "}}"; });
  }
  EXPECT_EQ(swept + static_cast<int>(kNotSwept.size()), type.field_count());
  for (const auto& [key, row] : kDirection) EXPECT_NE(type.FindFieldByName(key), nullptr) << key;
}

TEST_F(KeyEffects, OfSpikesAndOutages) {
  sweep_list(*SpikeSpec::descriptor(), kSpike, "spikes", kBaseSpike);
  sweep_list(*OutageSpec::descriptor(), kOutage, "outages", kBaseOutage);
}

TEST_F(KeyEffects, OfTheChannel) {
  const Descriptor& type = *Channel::descriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    sweep(*type.field(i), kChannel, [](const Keys& keys) { return "channel: " + flow_map(keys); });
  }
  const auto of = [&](const std::string& a, const std::string& b) {
    return events("channel: {states: [{name: a, dwell: " + a + "}, {name: b, dwell: " + b + "}]}");
  };
  EXPECT_EQ(of("900ms", "400ms"), base_);
  EXPECT_NE(of("800ms", "400ms"), base_);
  EXPECT_NE(of("900ms, transitions: {a: 50%, b: 50%}", "400ms, transitions: {a: 1}"), base_);
  const std::string one = "channel: {states: [{name: a, dwell: 1s}], ";
  EXPECT_FALSE(events(one + "lead_in: 1s}").has_value());
  EXPECT_FALSE(events(one + "cycle: [a]}").has_value());
}

TEST_F(KeyEffects, OfBothDirections) {
  const auto both = [](const std::string& keys, const std::string& top) {
    return "downlink: {" + keys + "}\nuplink: {" + keys + "}\n" + top;
  };
  const std::string redrawn = "delay_redraw_interval: 1s";
  const std::string allocated = "allocation_delay: 100ms, link_idle_timeout: 1s";
  EXPECT_FALSE(events("shared_delay: true").has_value());
  EXPECT_NE(events(both(redrawn, "shared_delay: true")).value(), events(both(redrawn, "")).value());
  EXPECT_FALSE(events("shared_allocation: true").has_value());
  EXPECT_NE(events(both(allocated, "shared_allocation: true")).value(),
            events(both(allocated, "")).value());
}

// What replaces the rate: a file that extends another inherits nothing beside it, and what it
// writes beside it is reported at its place.
TEST_F(KeyEffects, OfARateBesideAScheduleOrATrace) {
  tree_.write("profiles/fed.yaml",
              "extends: base\n"
              "downlink:\n"
              "  user_max_rate: 2\n"
              "  background_load: 1\n"
              "  bgl_average_rate: 8kbit/s\n"
              "  states: {b: {rate_base: 20kbit/s, error_probability: 0}}\n");
  tree_.write("profiles/traced.yaml",
              "extends: fed\ndownlink: {delivery_trace: {file: lte.down}}\n");
  const auto read = [&](const std::string& text, LinkProfile& link, Locations& places) {
    Diagnostics problems;
    read_config(tree_.write("profiles/y.yaml", text), SearchPath{{tree_.root()}}, link, problems,
                &places);
    return problems.render();
  };
  LinkProfile traced;
  Locations places;
  EXPECT_EQ(read("extends: traced\n", traced, places), "");
  EXPECT_TRUE(link_problems(traced).empty());
  EXPECT_FALSE(traced.downlink().has_rate_base());
  EXPECT_FALSE(traced.downlink().has_user_max_rate());
  EXPECT_FALSE(traced.downlink().has_background_load());
  EXPECT_FALSE(traced.downlink().states().at("b").has_rate_base());
  EXPECT_TRUE(traced.downlink().states().at("b").has_error_probability());

  LinkProfile rated;
  places.clear();
  EXPECT_EQ(read("extends: traced\ndownlink:\n  rate_base: 1Mbit/s\n", rated, places), "");
  const auto problems = link_problems(rated);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].path, "downlink.rate_base");
  EXPECT_EQ(places.at(problems[0].path).line, 3);
  EXPECT_EQ(problems[0].hint, "leave it out, or write `delivery_trace: off`");

  LinkProfile off;
  places.clear();
  const std::string back = "extends: traced\ndownlink: {delivery_trace: off";
  EXPECT_EQ(read(back + ", rate_base: 1Mbit/s}\n", off, places), "");
  EXPECT_TRUE(link_problems(off).empty());
  EXPECT_EQ(off.downlink().rate_base().fixed(), 1e6);
  EXPECT_FALSE(off.downlink().has_delivery_trace());
  EXPECT_NE(read(back + "}\n", off, places).find("`rate_base` is missing"), std::string::npos);
}

}  // namespace
}  // namespace seawind::test
