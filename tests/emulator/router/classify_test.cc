// SPDX-License-Identifier: GPL-3.0-or-later
// Filters against a direct evaluation of every condition; meters against RFC 2697 and 2698 by hand.
#include <algorithm>

#include "emulator/router/classifier.h"
#include "emulator/router/flow_hash.h"
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

class Filters : public testing::Test {
 protected:
  Packet packet(const Arrival& a, std::uint8_t protocol = 17, std::uint8_t host = 1) {
    std::vector<std::uint8_t> bytes = ipv4_udp(a.size, 1000, a.port);
    bytes[1] = static_cast<std::uint8_t>(a.dscp << 2 | a.ecn);
    bytes[9] = protocol;
    bytes[12] = 10, bytes[13] = 0, bytes[14] = 0, bytes[15] = host;
    bytes[16] = 10, bytes[17] = 1, bytes[18] = 0, bytes[19] = 9;
    return Packet::copy_of(pool_, 1, {}, bytes, 0);
  }
  PacketPool pool_;
};

template <typename Value, typename Wanted>
bool any(const std::vector<Wanted>& wanted, const Value& value) {
  return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const Wanted& one) {
           if constexpr (requires { one.first; }) {
             return one.first <= value && value <= one.last;
           } else {
             return one == value;
           }
         });
}

// The rules of the reference page, condition by condition.
bool plainly_matches(const FilterConfig& f, const Packet& p) {
  const IpView& ip = p.ip();
  const bool port =
      f.port.empty() || any(f.port, ip.source_port) || any(f.port, ip.destination_port);
  bool source = f.source.empty();
  for (const AddressPrefix& prefix : f.source) {
    bool same = prefix.version == 4;
    for (int bit = 0; same && bit < prefix.bits; ++bit) {
      const std::size_t at = static_cast<std::size_t>(bit) / 8;
      same = ((prefix.bytes[at] ^ p.ip_bytes()[12 + at]) & (0x80 >> bit % 8)) == 0;
    }
    source = source || same;
  }
  return any(f.dscp, ip.dscp) && any(f.ecn, ip.ecn) && any(f.protocol, ip.protocol) && port &&
         source && any(f.source_port, ip.source_port) &&
         any(f.destination_port, ip.destination_port) &&
         (!f.length || (f.length->first <= p.size() && p.size() <= f.length->last)) &&
         (!f.flow_hash || any(f.flow_hash->remainders,
                              static_cast<std::uint32_t>(flow_hash(p, 7) % f.flow_hash->modulo)));
}

TEST_F(Filters, TheFirstMatchingClassOfManyRandomOnes) {
  RandomStream random(6, "filters");
  const auto below = [&](std::uint64_t n) { return random.next() % n; };
  const auto maybe = [&] { return below(4) == 0; };
  std::vector<std::vector<FilterConfig>> classes(200);
  for (auto& filters : classes) {
    filters.resize(1 + below(2));
    for (FilterConfig& f : filters) {
      f.destination_port = {{static_cast<std::uint16_t>(below(50)), 0}};
      f.destination_port[0].last =
          static_cast<std::uint16_t>(f.destination_port[0].first + below(9));
      if (maybe()) f.dscp = {static_cast<std::uint8_t>(below(8)), 46};
      if (maybe()) f.ecn = {static_cast<std::uint8_t>(below(4))};
      if (maybe()) f.protocol = {17};
      if (maybe()) f.port = {{static_cast<std::uint16_t>(below(50)), 60}};
      if (maybe()) f.length = {{static_cast<std::uint32_t>(below(200)), 400}};
      if (maybe()) f.source = {{4, {10, 0, 0, static_cast<std::uint8_t>(below(8))}, 30}};
      if (maybe()) f.flow_hash = {{4, {static_cast<std::uint32_t>(below(4))}}};
    }
  }
  Classifier classifier(classes, 7);
  int found = 0;
  for (int i = 0; i < 3000; ++i) {
    const Packet p = packet({.size = 28 + below(500),
                             .dscp = static_cast<std::uint8_t>(below(10)),
                             .port = static_cast<std::uint16_t>(below(70)),
                             .ecn = static_cast<std::uint8_t>(below(4))},
                            below(2) == 0 ? 17 : 6, static_cast<std::uint8_t>(below(8)));
    std::optional<std::uint32_t> expected;
    for (std::uint32_t c = 0; c < classes.size() && !expected; ++c) {
      for (const FilterConfig& f : classes[c]) {
        if (plainly_matches(f, p)) expected = c;
      }
    }
    ASSERT_EQ(classifier.classify(p), expected) << i;
    found += expected ? 1 : 0;
  }
  EXPECT_GT(found, 500);
  EXPECT_LT(found, 2990);
}

TEST_F(Filters, EdgesOfRangesAndPrefixes) {
  FilterConfig f;
  f.destination_port = {{100, 200}};
  f.length = {{60, 80}};
  f.source = {{4, {10, 0, 0, 0}, 30}};
  Classifier classifier({{f}}, 0);
  const auto matches = [&](std::uint16_t port, std::uint32_t size, std::uint8_t host) {
    return classifier.classify(packet({.size = size, .port = port}, 17, host)).has_value();
  };
  EXPECT_TRUE(matches(100, 60, 0));
  EXPECT_TRUE(matches(200, 80, 3));
  EXPECT_FALSE(matches(99, 60, 0));
  EXPECT_FALSE(matches(201, 60, 0));
  EXPECT_FALSE(matches(100, 59, 0));
  EXPECT_FALSE(matches(100, 81, 0));
  EXPECT_FALSE(matches(100, 60, 4));
}

// One class with this meter in front of a long queue; 8 kbit/s = 1 byte per ms.
RouterRig metered(const MeterConfig& meter) {
  ClassConfig all;
  all.name = "all";
  all.meter = meter;
  all.discipline = TailDropConfig{{.bytes = 1'000'000}};
  return RouterRig(PriorityConfig{{all}});
}
std::string colours(const RouterRig& rig) {
  const auto& counted = rig.router->classes()[1].colours;
  return fmt::format("{} {} {}", counted[0].packets, counted[1].packets, counted[2].packets);
}

TEST(Meter, SrTcmFillsTheExcessBucketWithWhatOverflows) {
  RouterRig rig = metered({.kind = MeterKind::kSingleRateThree,
                           .committed_rate = 8'000,
                           .committed_burst = 1000,
                           .excess_burst = 500,
                           .yellow = {.set_dscp = 12},
                           .red = {.drop = true}});
  rig.put({.size = 600, .dscp = 10});  // C 1000 -> 400
  rig.put({.size = 500, .dscp = 10});  // C holds only 400; E 500 -> 0
  rig.put({.size = 401, .dscp = 10});  // neither bucket holds it
  rig.put({.size = 400, .dscp = 10});  // C -> 0
  EXPECT_EQ(rig.events(), "in:1(1) dscp:2 in:2(1) drop:3(policed) in:4(1)");
  rig.now = at_ms(1400);    // 1400 bytes: C full, E 400
  rig.put({.size = 1000});  // C -> 0
  rig.put({.size = 401});   // E holds only 400
  rig.put({.size = 400});   // E -> 0
  EXPECT_EQ(rig.events(), "in:5(1) drop:6(policed) dscp:7 in:7(1)");
  EXPECT_EQ(colours(rig), "3 2 2");
}

TEST(Meter, TrTcmNeedsPeakTokensFirst) {
  RouterRig rig = metered({.kind = MeterKind::kTwoRateThree,
                           .committed_rate = 8'000,
                           .committed_burst = 500,
                           .peak_rate = 16'000,
                           .peak_burst = 1000,
                           .red = {.drop = true}});
  rig.put({.size = 500});  // P 500, C 0: green
  rig.put({.size = 400});  // P 100, C does not hold it: yellow
  rig.put({.size = 101});  // P does not hold it: red
  EXPECT_EQ(rig.events(), "in:1(1) in:2(1) drop:3(policed)");
  rig.now = at_ms(100);  // P 300, C 100
  rig.put({.size = 100});
  EXPECT_EQ(colours(rig), "2 1 1");
}

TEST(Meter, ABucketThatAnotherAlgorithmAddsBeginsFull) {
  MeterConfig meter{.kind = MeterKind::kTokenBucket,
                    .committed_rate = 8'000,
                    .committed_burst = 1000,
                    .red = {.drop = true}};
  RouterRig rig = metered(meter);
  rig.put({.size = 600});  // C 400
  ClassConfig all;
  all.name = "all";
  all.discipline = TailDropConfig{{.bytes = 1'000'000}};
  meter.kind = MeterKind::kTwoRateThree;
  meter.peak_rate = 16'000;
  meter.peak_burst = 1000;
  all.meter = meter;
  rig.change(PriorityConfig{{all}});
  rig.put({.size = 400});  // P 600, C 0: green
  rig.put({.size = 600});  // P 0: yellow
  meter.peak_burst = 2000;
  all.meter = meter;
  rig.change(PriorityConfig{{all}});
  rig.put({.size = 28});  // the same bucket, which is empty
  EXPECT_EQ(colours(rig), "2 1 1");
}

TEST(Meter, ColourAwareOnlyMakesWorse) {
  RouterRig rig = metered({.kind = MeterKind::kTwoRateThree,
                           .committed_rate = 8'000,
                           .committed_burst = 500,
                           .peak_rate = 16'000,
                           .peak_burst = 1000,
                           .colour_aware = true,
                           .red = {.drop = true}});
  rig.put({.size = 100, .dscp = 12});  // AF12: yellow, although C has 500
  rig.put({.size = 100, .dscp = 14});  // AF13: red
  rig.put({.size = 500, .dscp = 10});  // AF11: green, C still had 500
  EXPECT_EQ(colours(rig), "1 1 1");
}

TEST(Marking, AClassReMarksWhatItTakes) {
  ClassConfig all;
  all.name = "all";
  all.set_dscp = 46;
  RouterRig rig(PriorityConfig{{all}});
  rig.put({.size = 100, .dscp = 10});
  rig.put({.size = 100, .dscp = 46});  // no change, no event
  EXPECT_EQ(rig.events(), "dscp:1 in:1(1) in:2(1)");
  EXPECT_EQ(rig.take().ip().dscp, 46);
}

}  // namespace
}  // namespace seawind::test
