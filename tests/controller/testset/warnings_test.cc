// SPDX-License-Identifier: GPL-3.0-or-later
// Valid files with a warning: the result is a plan and a warning.
#include <gmock/gmock.h>

#include "tests/controller/testset/plan_fixture.h"

namespace seawind::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Warnings : public PlanTest {
 protected:
  /// `keys` are keys of the downlink, in addition to rate and send buffer.
  std::string of_link(const std::string& keys, const std::string& set = "router: q, ") {
    tree_.write("profiles/one.yaml",
                "downlink: {rate_base: 1Mbit/s, " + keys + "}\n" +
                    "uplink: {rate_base: 1Mbit/s, link_send_buffer_size: 9kB}\n");
    return of_set("matrix: {link: one, " + set + "tcp: reno, workload: w}\n");
  }
  std::string of_set(const std::string& text) {
    EXPECT_TRUE(load(text).has_value());
    return rendered_;
  }
};

TEST_F(Warnings, ARouterBeforeALinkThatAlwaysTakes) {
  const std::string off = "link_send_buffer_size: 9kB, max_held_size: 9MB, queue_max_length: off";
  EXPECT_EQ(
      of_link(off),
      "profiles/one.yaml:1:98: warning: the router `q` in front of this downlink never holds a "
      "packet: the link takes each at once, since its input queue has no limit "
      "(`queue_max_length: off`)\n"
      "    ...end_buffer_size: 9kB, max_held_size: 9MB, queue_max_length: off}\n"
      "                                                                   ^~~\n"
      "  hint: leave `queue_max_length` out, or leave the test set's `router` out\n");
  EXPECT_EQ(of_link("link_send_buffer_size: 9kB"), "") << "the router is the queue";
  EXPECT_EQ(of_link("link_send_buffer_size: 9kB, queue_max_length: 1pkt"), "");
  EXPECT_EQ(of_link(off, ""), "") << "no router";
  EXPECT_THAT(of_link("link_send_buffer_size: 9kB, queue_max_length: 9pkt, "
                      "queue_overflow_handling: DROP"),
              HasSubstr("never holds a packet: the link takes each at once, since its input "
                        "queue drops"));
  tree_.write("routers/q.yaml", "root: {token_bucket: {rate: 9kbit/s}}\n");
  EXPECT_EQ(of_link(off), "") << "it shapes";
}

TEST_F(Warnings, AQueueFreedOfItsLimit) {
  EXPECT_THAT(of_link("link_send_buffer_size: 9kB, queue_max_length: off", ""),
              AllOf(HasSubstr("this queue has no limit of its own: it grows to `max_held_size`, "
                              "256MB"),
                    HasSubstr("warning")));
  for (const char* const limit : {"queue_max_delay: 1s", "max_held_size: 9MB"}) {
    EXPECT_EQ(
        of_link(std::string("link_send_buffer_size: 9kB, queue_max_length: off, ") + limit, ""),
        "");
  }
}

// A limit that is one byte or one packet smaller gives no warning.
TEST_F(Warnings, LimitsThatCannotBeReached) {
  EXPECT_THAT(
      of_link("link_send_buffer_size: 1MB, max_held_size: 1MB", ""),
      HasSubstr("`link_send_buffer_size` is never reached: the direction holds no more than "
                "`max_held_size`, 1MB"));
  EXPECT_EQ(of_link("link_send_buffer_size: 999999B, max_held_size: 1MB", ""), "");
  EXPECT_THAT(of_link("link_send_buffer_size: 3624pkt, max_held_size: 1MB", ""),
              HasSubstr("`link_send_buffer_size` is never reached"));
  EXPECT_EQ(of_link("link_send_buffer_size: 3623pkt, max_held_size: 1MB", ""), "");
  tree_.write("routers/q.yaml", "root: {tail_drop: {limit: 1MB}}\n");
  EXPECT_THAT(of_link("link_send_buffer_size: 9kB, queue_max_length: 1pkt, max_held_size: 1MB"),
              HasSubstr("routers/q.yaml:1:27: warning: `limit` is never reached"));
}

TEST_F(Warnings, LimitsOfValidityBeyondTheAttempt) {
  const std::string matrix = "matrix: {link: slow, router: q, tcp: reno, workload: w}\n";
  EXPECT_THAT(of_set(matrix + "timeout: 50s\nlimits: {lateness_p999: 30ms, lateness_max: 29ms}\n"),
              HasSubstr("`lateness_p999` is never reached: `lateness_max` is 29ms"));
  EXPECT_EQ(of_set(matrix + "timeout: 50s\nlimits: {lateness_p999: 30ms, lateness_max: 30ms}\n"),
            "");
  EXPECT_EQ(of_set(matrix + "timeout: 50s\nlimits: {lateness_p999: 30ms}\n"), "");
  tree_.write("workloads/w.yaml", "flows: [{name: a, bulk_tcp: {size: 1kB}}]\n");
  EXPECT_THAT(
      of_set(matrix + "timeout: 5s\nlimits: {lateness_max: 6s}\n"),
      HasSubstr("`lateness_max` is never reached: no attempt is longer than `timeout`, 5s"));
}

}  // namespace
}  // namespace seawind::test
