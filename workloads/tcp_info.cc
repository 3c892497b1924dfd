// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tcp_info.h"

#include <netinet/in.h>

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "common/error.h"

namespace seawind {

TcpInfoSample read_tcp_info(int socket) {
  TcpInfoSample sample;
  sample.length = sizeof sample.info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &sample.info, &sample.length) != 0) {
    throw system_error("read TCP_INFO");
  }
  return sample;
}

std::string tcp_state_name(unsigned state) {
  // The kernel's numbering (include/net/tcp_states.h), part of its interface to user space.
  static constexpr std::array kNames{
      "",      "ESTABLISHED", "SYN_SENT", "SYN_RECV", "FIN_WAIT1", "FIN_WAIT2",   "TIME_WAIT",
      "CLOSE", "CLOSE_WAIT",  "LAST_ACK", "LISTEN",   "CLOSING",   "NEW_SYN_RECV"};
  if (state == 0 || state >= kNames.size()) return "UNKNOWN(" + std::to_string(state) + ")";
  return kNames[state];
}

nlohmann::ordered_json tcp_info_fields(const TcpInfoSample& sample) {
  nlohmann::ordered_json out;
  const tcp_info& i = sample.info;
  // An older kernel fills less of the structure. Fields that it did not fill are omitted, not
  // logged as 0.
#define SEAWIND_FIELD(name)                                                       \
  if (offsetof(tcp_info, tcpi_##name) + sizeof(i.tcpi_##name) <= sample.length) { \
    out[#name] = static_cast<std::uint64_t>(i.tcpi_##name);                       \
  }
  out["state"] = tcp_state_name(i.tcpi_state);
  SEAWIND_FIELD(ca_state)
  SEAWIND_FIELD(retransmits)
  SEAWIND_FIELD(backoff)
  SEAWIND_FIELD(options)
  out["cwnd"] = i.tcpi_snd_cwnd;
  out["ssthresh"] = i.tcpi_snd_ssthresh;
  SEAWIND_FIELD(rtt)
  SEAWIND_FIELD(rttvar)
  SEAWIND_FIELD(rto)
  SEAWIND_FIELD(ato)
  SEAWIND_FIELD(min_rtt)
  SEAWIND_FIELD(snd_mss)
  SEAWIND_FIELD(rcv_mss)
  SEAWIND_FIELD(unacked)
  SEAWIND_FIELD(sacked)
  SEAWIND_FIELD(lost)
  SEAWIND_FIELD(retrans)
  SEAWIND_FIELD(total_retrans)
  SEAWIND_FIELD(reordering)
  SEAWIND_FIELD(reord_seen)
  SEAWIND_FIELD(bytes_sent)
  SEAWIND_FIELD(bytes_acked)
  SEAWIND_FIELD(bytes_retrans)
  SEAWIND_FIELD(bytes_received)
  SEAWIND_FIELD(notsent_bytes)
  SEAWIND_FIELD(segs_out)
  SEAWIND_FIELD(segs_in)
  SEAWIND_FIELD(data_segs_out)
  SEAWIND_FIELD(data_segs_in)
  SEAWIND_FIELD(delivered)
  SEAWIND_FIELD(delivered_ce)
  SEAWIND_FIELD(dsack_dups)
  SEAWIND_FIELD(rcv_ooopack)
  SEAWIND_FIELD(snd_wnd)
  SEAWIND_FIELD(rcv_ssthresh)
  SEAWIND_FIELD(rcv_space)
  SEAWIND_FIELD(rcv_rtt)
  SEAWIND_FIELD(busy_time)
  SEAWIND_FIELD(rwnd_limited)
  SEAWIND_FIELD(sndbuf_limited)
#undef SEAWIND_FIELD
  return out;
}

}  // namespace seawind
