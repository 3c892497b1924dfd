// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tcp_info.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>

#include "common/error.h"

namespace seawind {
namespace {

TEST(TcpInfo, FieldsCarryTheKernelsValues) {
  TcpInfoSample sample;
  sample.length = sizeof sample.info;
  sample.info.tcpi_state = 1;
  sample.info.tcpi_snd_cwnd = 4;
  sample.info.tcpi_snd_ssthresh = 12;
  sample.info.tcpi_rtt = 616'000;
  sample.info.tcpi_rttvar = 308'000;
  sample.info.tcpi_rto = 1'848'000;
  sample.info.tcpi_total_retrans = 3;
  sample.info.tcpi_bytes_acked = 343'042;
  sample.info.tcpi_delivered_ce = 9;
  const auto fields = tcp_info_fields(sample);
  EXPECT_EQ(fields.at("state"), "ESTABLISHED");
  EXPECT_EQ(fields.at("cwnd"), 4);
  EXPECT_EQ(fields.at("ssthresh"), 12);
  EXPECT_EQ(fields.at("rtt"), 616'000);
  EXPECT_EQ(fields.at("rttvar"), 308'000);
  EXPECT_EQ(fields.at("rto"), 1'848'000);
  EXPECT_EQ(fields.at("total_retrans"), 3);
  EXPECT_EQ(fields.at("bytes_acked"), 343'042);
  EXPECT_EQ(fields.at("delivered_ce"), 9);
}

TEST(TcpInfo, OmitsFieldsThatTheKernelDoesNotReport) {
  TcpInfoSample sample;
  sample.length = offsetof(tcp_info, tcpi_bytes_acked);
  const auto fields = tcp_info_fields(sample);
  EXPECT_TRUE(fields.contains("total_retrans"));
  EXPECT_FALSE(fields.contains("bytes_acked"));
  EXPECT_FALSE(fields.contains("snd_wnd"));
}

TEST(TcpInfo, StateNames) {
  EXPECT_EQ(tcp_state_name(2), "SYN_SENT");
  EXPECT_EQ(tcp_state_name(7), "CLOSE");
  EXPECT_EQ(tcp_state_name(12), "NEW_SYN_RECV");
  EXPECT_EQ(tcp_state_name(0), "UNKNOWN(0)");
  EXPECT_EQ(tcp_state_name(13), "UNKNOWN(13)");
}

TEST(TcpInfo, NotASocket) {
  try {
    read_tcp_info(-1);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "cannot read TCP_INFO: Bad file descriptor");
  }
}

}  // namespace
}  // namespace seawind
