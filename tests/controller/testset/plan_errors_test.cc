// SPDX-License-Identifier: GPL-3.0-or-later
// Invalid test sets and their messages.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "controller/testset/root_programs.h"
#include "tests/controller/testset/plan_fixture.h"

namespace seawind {
namespace {

class PlanErrorsTest : public test::PlanTest {};

constexpr const char* kMatrix = "matrix: {link: slow, router: q, tcp: reno, workload: w}\n";

TEST_F(PlanErrorsTest, EmptyAxis) {
  EXPECT_EQ(problems_of("matrix: {link: [], router: [], tcp: reno, workload: w}\n"),
            R"(testsets/t.yaml:1:16: error: `link` is an empty list: at least one is needed
    matrix: {link: [], router: [], tcp: reno, workload: w}
                   ^
testsets/t.yaml:1:28: error: `router` is an empty list: give at least one, or leave the axis out for a link without a router queue
    matrix: {link: [], router: [], tcp: reno, workload: w}
                               ^
)");
}

TEST_F(PlanErrorsTest, RootProgramsAreRefusedUnlessAllowed) {
  tree_.write("workloads/w.yaml",
              "flows:\n"
              "  - name: probe\n"
              "    command: {duration: 1s, source: {argv: [id]}, user: root}\n");
  const auto file = tree_.write("testsets/t.yaml", kMatrix);
  Diagnostics refused;
  EXPECT_FALSE(load_plan(file, tree_.root(), refused, {}, RootPrograms::kRefused));
  EXPECT_NE(refused.render().find(
                "workloads/w.yaml:3:57: error: the programs of flow `probe` would run as root\n"),
            std::string::npos)
      << refused.render();
  EXPECT_NE(refused.render().find("give --allow-root-programs"), std::string::npos);
  Diagnostics allowed;
  const auto plan = load_plan(file, tree_.root(), allowed, {}, RootPrograms::kAllowed);
  ASSERT_TRUE(plan) << allowed.render();
  EXPECT_NE(root_program(*plan).find("flow `probe` of case slow/q/reno/w would run as root"),
            std::string::npos)
      << root_program(*plan);
}

TEST_F(PlanErrorsTest, DuplicateValue) {
  EXPECT_EQ(problems_of("matrix: {link: [slow, fast, slow], router: q, tcp: reno, workload: w}\n"),
            R"(testsets/t.yaml:1:29: error: `slow` is given twice in the axis `link`
    matrix: {link: [slow, fast, slow], router: q, tcp: reno, workload: w}
                                ^~~~
)");
}

TEST_F(PlanErrorsTest, ARouterThatContradictsItself) {
  tree_.write("routers/q.yaml",
              "root:\n"
              "  priority:\n"
              "    classes:\n"
              "      - name: a\n"
              "        match: [{flow: b}]\n"
              "        discipline:\n"
              "          red: {limit: 9kB, min_threshold: 3kB, max_threshold: 2kB}\n"
              "      - {name: a, discipline: {tail_drop: {limit: 9kB}}}\n");
  EXPECT_EQ(
      problems_of(kMatrix),
      R"(routers/q.yaml:7:64: error: root.priority.classes[0].discipline.red.max_threshold: must be above min_threshold
              red: {limit: 9kB, min_threshold: 3kB, max_threshold: 2kB}
                                                                   ^~~
routers/q.yaml:8:9: error: root.priority.classes[1]: two classes are named `a`
          - {name: a, discipline: {tail_drop: {limit: 9kB}}}
            ^
)");
}

TEST_F(PlanErrorsTest, UnknownValue) {
  EXPECT_EQ(
      problems_of("matrix: {link: slwo, router: q, tcp: reno, workload: nothing}\n"),
      R"(testsets/t.yaml:1:16: error: there is no file for `slwo`: looked for profiles/slwo.yaml
    matrix: {link: slwo, router: q, tcp: reno, workload: nothing}
                   ^~~~
  hint: did you mean `slow`?
testsets/t.yaml:1:54: error: there is no file for `nothing`: looked for workloads/nothing.yaml
    matrix: {link: slwo, router: q, tcp: reno, workload: nothing}
                                                         ^~~~~~~
  hint: `seawind workloads list` shows the names
)");
}

TEST_F(PlanErrorsTest, ExclusionOfAnUnknownValue) {
  EXPECT_EQ(problems_of(std::string(kMatrix) +
                        "exclude:\n  - {tcp: remo}\n  - {router: other}\n  - {}\n"),
            R"(testsets/t.yaml:3:11: error: the axis `tcp` has no value `remo`
      - {tcp: remo}
              ^~~~
  hint: did you mean `reno`?
testsets/t.yaml:4:14: error: the axis `router` has no value `other`
      - {router: other}
                 ^~~~~
testsets/t.yaml:5:5: error: an exclusion names at least one axis
      - {}
        ^
)");
}

TEST_F(PlanErrorsTest, ExclusionOfEverything) {
  EXPECT_EQ(problems_of(std::string(kMatrix) + "exclude: [{link: slow}]\n"),
            R"(testsets/t.yaml:2:10: error: `exclude` leaves no case of the matrix
    exclude: [{link: slow}]
             ^
)");
}

TEST_F(PlanErrorsTest, PacketsLargerThanTheLinkTakes) {
  tree_.write("profiles/narrow.yaml", "extends: slow\nuplink: {max_packet_size: 600B}\n");
  EXPECT_EQ(
      problems_of("mtu: 4000B\n"
                  "matrix: {link: [slow, narrow], router: q, tcp: reno, workload: w}\n"),
      R"(testsets/t.yaml:1:6: error: `mtu` is 4000B, but the link `slow` rejects packets larger than 2048B (`max_packet_size` of its downlink)
    mtu: 4000B
         ^~~~~
testsets/t.yaml:1:6: error: `mtu` is 4000B, but the link `slow` rejects packets larger than 2048B (`max_packet_size` of its uplink)
    mtu: 4000B
         ^~~~~
testsets/t.yaml:1:6: error: `mtu` is 4000B, but the link `narrow` rejects packets larger than 2048B (`max_packet_size` of its downlink)
    mtu: 4000B
         ^~~~~
testsets/t.yaml:1:6: error: `mtu` is 4000B, but the link `narrow` rejects packets larger than 600B (`max_packet_size` of its uplink)
    mtu: 4000B
         ^~~~~
)");
  EXPECT_EQ(
      problems_of("matrix: {link: narrow, router: q, tcp: reno, workload: w}\n"),
      R"(testsets/t.yaml: error: `mtu` is 1500B, but the link `narrow` rejects packets larger than 600B (`max_packet_size` of its uplink)
)");
}

TEST_F(PlanErrorsTest, RouterWithoutRoomForOnePacket) {
  tree_.write("routers/q.yaml", "root: {tail_drop: {limit: 1000B}}\n");
  EXPECT_EQ(
      problems_of(kMatrix),
      R"(routers/q.yaml:1:27: error: a queue of 1000B has no room for a single packet of the test set's `mtu`, 1500B
    root: {tail_drop: {limit: 1000B}}
                              ^~~~~
)");
}

TEST_F(PlanErrorsTest, FlowControlWithoutRouter) {
  tree_.write("profiles/up.yaml", "extends: slow\nuplink: {queue_max_length: 2pkt}\n");
  EXPECT_EQ(
      problems_of("matrix: {link: [fast, up], tcp: reno, workload: w}\n"),
      R"(profiles/slow.yaml:1:82: error: `queue_max_length` needs a router in front of the downlink to hold what the link does not take
    downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B, queue_max_length: 1pkt}
                                                                                     ^~~~
  hint: give the test set's matrix a `router`, or write `queue_max_length: 0pkt`: the send buffer is then the queue
profiles/up.yaml:2:28: error: `queue_max_length` needs a router in front of the uplink to hold what the link does not take, and a test set has none there
    uplink: {queue_max_length: 2pkt}
                               ^~~~
  hint: write `queue_max_length: 0pkt`: the send buffer is then the queue
)");
}

TEST_F(PlanErrorsTest, StatesThatTheChannelDoesNotHave) {
  tree_.write("profiles/slow.yaml",
              "channel: {states: [{name: good, dwell: 1s}, {name: bad, dwell: 1s}, {name: bad, "
              "dwell: 2s}]}\n"
              "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B,\n"
              "           states: {bda: {error_probability: 1}}}\n"
              "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n");
  EXPECT_EQ(problems_of(kMatrix),
            R"(profiles/slow.yaml:1:76: error: two channel states are named `bad`
    channel: {states: [{name: good, dwell: 1s}, {name: bad, dwell: 1s}, {name: bad, dwell: 2s}]}
                                                                               ^~~
profiles/slow.yaml:3:21: error: the channel has no state `bda`
               states: {bda: {error_probability: 1}}}
                        ^~~
  hint: did you mean `bad`?
)");
}

TEST_F(PlanErrorsTest, RetransmissionWithoutDelay) {
  tree_.write("profiles/slow.yaml",
              "channel: {states: [{name: good, dwell: 1s}, {name: bad, dwell: 1s}]}\n"
              "downlink:\n"
              "  rate_base: 64kbit/s\n"
              "  link_send_buffer_size: 12000B\n"
              "  error_handling: DELAY_ITERATE\n"
              "  states: {bad: {error_probability: 1}}\n"
              "uplink:\n"
              "  rate_base: 64kbit/s\n"
              "  link_send_buffer_size: 12000B\n"
              "  error_probability: 0.1\n"
              "  error_handling: DELAY\n"
              "  states: {bad: {error_delay_function: 700ms}}\n");
  EXPECT_EQ(
      problems_of(kMatrix),
      R"(profiles/slow.yaml:6:37: error: `downlink` in the state `bad`: corrupted packets would be retransmitted without any delay; set `error_delay_function`
      states: {bad: {error_probability: 1}}
                                        ^
profiles/slow.yaml:10:22: error: `uplink` in the state `good`: corrupted packets would be retransmitted without any delay; set `error_delay_function`
      error_probability: 0.1
                         ^~~
)");
}

TEST_F(PlanErrorsTest, RetransmissionWithoutEnd) {
  tree_.write("profiles/slow.yaml",
              "downlink:\n"
              "  rate_base: 64kbit/s\n"
              "  link_send_buffer_size: 12000B\n"
              "  error_probability: 100%\n"
              "  error_handling: DELAY_ITERATE\n"
              "  error_delay_function: 1ms\n"
              "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n");
  EXPECT_EQ(
      problems_of(kMatrix),
      R"(profiles/slow.yaml:4:22: error: `downlink`: every attempt is corrupted, so retransmission never ends in this state; set `delay_drop_threshold`
      error_probability: 100%
                         ^~~~
)");
}

TEST_F(PlanErrorsTest, Flows) {
  tree_.write("workloads/w.yaml",
              "flows:\n"
              "  - {name: a, bulk_tcp: {size: 1kB}}\n"
              "  - {name: a, start: 1s, start_spread: {to: 36s}, bulk_tcp: {size: 1kB}}\n"
              "  - {name: c, start_spread: {from: 3s, to: 3s}, bulk_tcp: {size: 1kB}}\n");
  EXPECT_EQ(problems_of(kMatrix), R"(workloads/w.yaml:3:12: error: two flows are named `a`
      - {name: a, start: 1s, start_spread: {to: 36s}, bulk_tcp: {size: 1kB}}
               ^
workloads/w.yaml:3:22: error: `start` and `start_spread` exclude each other: give one of them
      - {name: a, start: 1s, start_spread: {to: 36s}, bulk_tcp: {size: 1kB}}
                         ^~
workloads/w.yaml:4:44: error: `to` must be later than `from` (3s)
      - {name: c, start_spread: {from: 3s, to: 3s}, bulk_tcp: {size: 1kB}}
                                               ^~
)");
  std::string many = "flows:\n";
  for (int i = 0; i <= 1000; ++i)
    many += fmt::format("  - {{name: f{}, bulk_tcp: {{size: 1kB}}}}\n", i);
  tree_.write("workloads/w.yaml", many);
  EXPECT_TRUE(
      problems_of(kMatrix).starts_with("workloads/w.yaml:2:3: error: 1001 flows; at most 1000"))
      << problems_of(kMatrix).substr(0, 200);
  tree_.write("workloads/w.yaml", "flows: [{name: a/b, bulk_tcp: {size: 1kB}}]\n");
  EXPECT_EQ(problems_of(kMatrix),
            "workloads/w.yaml:1:16: error: `name`: `a/b` is not a name: use 1 to 64 letters (A-Z), "
            "digits, `.`, `_`, `-`; not `.` or `-` first\n"
            "    flows: [{name: a/b, bulk_tcp: {size: 1kB}}]\n"
            "                   ^~~\n");
}

TEST_F(PlanErrorsTest, TimeoutBeforeTheLastStart) {
  EXPECT_EQ(
      problems_of(std::string("timeout: 36s\n") + kMatrix),
      R"(testsets/t.yaml:1:10: error: `timeout` is 36s, but flows of the workload `w` start up to 36500ms after the link
    timeout: 36s
             ^~~
)");
}

TEST_F(PlanErrorsTest, Parallel) {
  EXPECT_EQ(
      problems_of(std::string("parallel: 0\n") + kMatrix),
      R"(testsets/t.yaml:1:11: error: `parallel`: '0' is neither auto nor a number from 1 to 1000
    parallel: 0
              ^
)");
  EXPECT_EQ(
      problems_of(std::string("parallel: many\n") + kMatrix),
      R"(testsets/t.yaml:1:11: error: `parallel`: 'many' is neither auto nor a number from 1 to 1000
    parallel: many
              ^~~~
)");
}

TEST_F(PlanErrorsTest, SysctlThatIsAPath) {
  tree_.write("tcp/reno.yaml", "sysctl: {../../kernel/panic: 1}\n");
  EXPECT_EQ(
      problems_of(kMatrix),
      R"(tcp/reno.yaml:1:10: error: `../../kernel/panic` is not a setting under net.ipv4: write tcp_sack, not a path
    sysctl: {../../kernel/panic: 1}
             ^~~~~~~~~~~~~~~~~~
)");
}

TEST_F(PlanErrorsTest, WarmUpFlowsOfNoSize) {
  tree_.write("tcp/reno.yaml", "warm_up_flows: 2\n");
  EXPECT_EQ(problems_of(kMatrix),
            R"(tcp/reno.yaml:1:16: error: `warm_up_flows` needs `warm_up`, their size
    warm_up_flows: 2
                   ^
)");
}

TEST_F(PlanErrorsTest, DatagramsFitIntoTheMtu) {
  tree_.write("workloads/w.yaml",
              "flows:\n"
              "  - {name: a, stream: {packet_size: 548B, packets: 1}}\n"
              "  - {name: b, stream: {packet_size: {uniform: {min: 16B, max: 549B}}, packets: 1}}\n"
              "  - {name: c, ping: {payload: 549B, count: 1}}\n"
              "  - {name: d, request_response: {response_size: 1MB}}\n");
  EXPECT_EQ(
      problems_of("mtu: 576B\n" + std::string(kMatrix)),
      R"(workloads/w.yaml:3:24: error: packets of up to 549 B and their headers do not fit into the test set's `mtu`, 576B; no metric could follow their fragments
      - {name: b, stream: {packet_size: {uniform: {min: 16B, max: 549B}}, packets: 1}}
                           ^~~~~~~~~~~
  hint: at most 548B, or a larger `mtu`
workloads/w.yaml:4:31: error: packets of up to 549 B and their headers do not fit into the test set's `mtu`, 576B; no metric could follow their fragments
      - {name: c, ping: {payload: 549B, count: 1}}
                                  ^~~~
  hint: at most 548B, or a larger `mtu`
)");
  for (const std::string kind : {"stream: {packets: 1, ", "tfrc: {duration: 1s, "}) {
    const auto write = [&](int bytes) {  // the lifetime is an IP option of 8 bytes
      tree_.write("workloads/w.yaml", fmt::format("flows: [{{name: a, {}lifetime: 1s, "
                                                  "packet_size: {}B}}}}]\n",
                                                  kind, bytes));
    };
    write(540);
    EXPECT_TRUE(load("mtu: 576B\n" + std::string(kMatrix)));
    write(541);
    EXPECT_THAT(problems_of("mtu: 576B\n" + std::string(kMatrix)),
                testing::HasSubstr("hint: at most 540B"));
  }
}

TEST_F(PlanErrorsTest, EverythingAtOnce) {
  tree_.write("profiles/slow.yaml",
              "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000}\n");
  tree_.write("workloads/w.yaml", "flows:\n  - {name: a, strat: 1s, bulk_tcp: {size: 1kB}}\n");
  EXPECT_EQ(problems_of("repetitions: 0\n"
                        "mtu: 576\n"
                        "matrix: {link: [slow, fast], router: z, tcp: reno, workload: w}\n"),
            R"(testsets/t.yaml:1:14: error: `repetitions`: 0 is below 1 (allowed: 1 to 100000)
    repetitions: 0
                 ^
testsets/t.yaml:2:6: error: `mtu` needs a unit: 12000B, 12kB
    mtu: 576
         ^~~
  hint: did you mean `576B`?
testsets/t.yaml:3:38: error: there is no file for `z`: looked for routers/z.yaml
    matrix: {link: [slow, fast], router: z, tcp: reno, workload: w}
                                         ^
  hint: `seawind routers list` shows the names
profiles/slow.yaml: error: `uplink` is missing (mobile host to fixed host)
profiles/slow.yaml:1:56: error: `link_send_buffer_size` needs a unit: 12000B, 20pkt
    downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000}
                                                           ^~~~~
  hint: did you mean `12000B`?
profiles/fast.yaml:3:1: error: `uplink`: `link_send_buffer_size` is missing (the send buffer in front of the transmitter, in bytes of IP packets or in packets)
    uplink: {rate_base: 1Mbit/s}
    ^~~~~~
  hint: for example `link_send_buffer_size: 12000B`
workloads/w.yaml:2:15: error: unknown key `strat`
      - {name: a, strat: 1s, bulk_tcp: {size: 1kB}}
                  ^~~~~
  hint: did you mean `start`?
)");
}

TEST_F(PlanErrorsTest, FilesThatAreNamedOftenCountAsOften) {
  tree_.write("profiles/delays.txt", "100ms\n200ms" + std::string(15 << 20, ' ') + "\n");
  std::string states;
  std::string delays;
  for (const char* state : {"a", "b", "c", "d", "e"}) {
    states += fmt::format("    - {{name: {}, dwell: 1s}}\n", state);
    delays +=
        fmt::format("    {}: {{propagation_delay: {{empirical: {{file: delays.txt}}}}}}\n", state);
  }
  tree_.write("profiles/slow.yaml",
              "channel:\n  states:\n" + states +
                  "downlink:\n  rate_base: 1Mbit/s\n  link_send_buffer_size: 9pkt\n  states:\n" +
                  delays + "uplink: {rate_base: 1Mbit/s, link_send_buffer_size: 9pkt}\n");
  EXPECT_EQ(
      problems_of("matrix: {link: slow, tcp: reno, workload: w}\n"),
      R"(profiles/slow.yaml:16:47: error: the files that this document names have more than 64 MiB; a file counts as often as it is named
        e: {propagation_delay: {empirical: {file: delays.txt}}}
                                                  ^~~~~~~~~~
)");
}

TEST_F(PlanErrorsTest, ATimelineWhoseLinksAreMoreThanAPlanHolds) {
  std::string trace;
  for (int at = 0; at < 200'000; ++at) trace += std::to_string(1'000'000 + at) + "\n";
  tree_.write("profiles/trace.down", trace);
  tree_.write("profiles/traced.yaml",
              "downlink: {delivery_trace: {file: trace.down}, link_send_buffer_size: 9pkt}\n"
              "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n");
  std::string timeline = "timeline:\n";
  for (int i = 0; i < 600; ++i) timeline += fmt::format("  - {{at: {}s, link: traced}}\n", i);
  EXPECT_THAT(
      problems_of("matrix: {link: traced, tcp: reno, workload: w}\ntimeout: 1h\n" + timeline),
      testing::HasSubstr(
          "the cases, with the links of their timelines and the files that those name, "
          "have more than 256 MiB"));
}

TEST_F(PlanErrorsTest, MoreCasesOrRunsThanAMachineCanHold) {
  std::string names;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "x" + std::to_string(i);
    for (const auto& [folder, like] :
         {std::pair("profiles", "slow"), {"routers", "q"}, {"tcp", "reno"}, {"workloads", "w"}})
      std::filesystem::copy_file(tree_.root() / folder / (std::string(like) + ".yaml"),
                                 tree_.root() / folder / (name + ".yaml"));
    names += (names.empty() ? "" : ", ") + name;
  }
  const std::string all = "[" + names + "]";
  EXPECT_NE(problems_of("matrix: {link: " + all + ", router: " + all + ", tcp: " + all +
                        ", workload: " + all + "}\n")
                .find("the matrix has 2560000 cases before `exclude`; at most 20000 are taken"),
            std::string::npos);
  EXPECT_NE(problems_of("repetitions: 100000\nmatrix: {link: " + all +
                        ", router: [x0, x1], tcp: reno, workload: w}\n")
                .find("80 cases x 100000 repetitions are more than 5000000 runs"),
            std::string::npos);
}

}  // namespace
}  // namespace seawind
