// SPDX-License-Identifier: GPL-3.0-or-later
// The congestion control `reno24`. Sources: Linux 2.4.22 net/ipv4/tcp_input.c, tcp_ack(),
// tcp_cong_avoid(), tcp_recalc_ssthresh(), tcp_fastretrans_alert() and tcp_moderate_cwnd(); RFC
// 3517 section 5.
#pragma once

#include "controller/legacy_tcp/kernel.bpf.h"
#include "controller/legacy_tcp/remembered.bpf.h"

#define TCP_CONG_NON_RESTRICTED 1
#define FLAG_DATA_ACKED 0x04
#define QUICK_ACKS 16  // TCP_MAX_QUICKACKS; segs_in counts the SYN-ACK too
#define MAX_BURST 3    // tcp_max_burst() of Linux 2.4

// State of a connection: indices into icsk_ca_priv.
enum {
  STATE = 0,  // congestion state at the last ACK
  KEPT = 1,   // ssthresh to keep when a time-out is undone; 0: none is being undone
};

SEC("struct_ops/reno24_init")
void BPF_PROG(reno24_init, struct sock* sk) {
  recall((struct tcp_sock*)sk);
}

SEC("struct_ops/reno24_release")
void BPF_PROG(reno24_release, struct sock* sk) {
  remember((struct tcp_sock*)sk);
}

SEC("struct_ops/reno24_ssthresh")
__u32 BPF_PROG(reno24_ssthresh, struct sock* sk) {
  const struct tcp_sock* tp = (const struct tcp_sock*)sk;
  __u32 half = tp->snd_cwnd >> 1;
  return half > 2 ? half : 2;
}

// Counts ACKs, not the segments they acknowledge. With delayed ACKs the window therefore grows by a
// factor of 1.5 per round trip in slow start, and by one segment in two round trips afterwards.
// Today's receiver sends an ACK for each of the first sixteen segments. Only every second of these
// counts, because the published receiver acknowledged every second segment.
static __always_inline void grow(struct tcp_sock* tp, __u32 acked) {
  if (acked == 1 && tp->segs_in <= 1 + QUICK_ACKS && tp->segs_in % 2 == 1) return;
  if (tp->snd_cwnd <= tp->snd_ssthresh) {
    if (tp->snd_cwnd < tp->snd_cwnd_clamp) tp->snd_cwnd = tp->snd_cwnd + 1;
  } else if (tp->snd_cwnd_cnt >= tp->snd_cwnd) {
    if (tp->snd_cwnd < tp->snd_cwnd_clamp) tp->snd_cwnd = tp->snd_cwnd + 1;
    tp->snd_cwnd_cnt = 0;
  } else {
    tp->snd_cwnd_cnt = tp->snd_cwnd_cnt + 1;
  }
}

// Computes the window at every ACK. When a loss or mark is detected the window is halved at once
// and held until the repair is complete (RFC 3517, no rate halving); the first retransmission is
// sent immediately. Otherwise the window grows, but only if it was full, so that it does not exceed
// what the receiver permits. When the congestion state is not Open, or was not at the last ACK, the
// window is limited to three segments above what is in flight, so that no ACK releases a burst.
SEC("struct_ops/reno24_cong_control")
void BPF_PROG(reno24_cong_control, struct sock* sk, __u32 ack, int flag,
              const struct rate_sample* rs) {
  struct tcp_sock* tp = (struct tcp_sock*)sk;
  __u8 state = BPF_CORE_READ_BITFIELD(tp, inet_conn.icsk_ca_state);
  __u8 before = tp->inet_conn.icsk_ca_priv[STATE];
  tp->inet_conn.icsk_ca_priv[STATE] = state;
  __u32 in_flight = tp->packets_out - tp->sacked_out - tp->lost_out + tp->retrans_out;
  if (state == TCP_CA_Recovery || state == TCP_CA_CWR) {
    __u32 first = state == TCP_CA_Recovery && tp->prr_out == 0 ? in_flight + 1 : 0;
    tp->snd_cwnd = first > tp->snd_ssthresh ? first : tp->snd_ssthresh;
    return;
  }
  if (before == TCP_CA_Recovery || before == TCP_CA_CWR) {
    if (tp->snd_cwnd > tp->snd_ssthresh) tp->snd_cwnd = tp->snd_ssthresh;
  } else if (flag & FLAG_DATA_ACKED && in_flight + rs->acked_sacked >= tp->snd_cwnd) {
    grow(tp, rs->acked_sacked);
  }
  if ((state != TCP_CA_Open || before != TCP_CA_Open) && tp->snd_cwnd > in_flight + MAX_BURST)
    tp->snd_cwnd = in_flight + MAX_BURST;
}

// Never called, because there is a cong_control. The kernel rejects a BPF congestion control
// without it.
SEC("struct_ops/reno24_cong_avoid")
void BPF_PROG(reno24_cong_avoid, struct sock* sk, __u32 ack, __u32 acked) {}

// After a spurious time-out the window stays halved. So does ssthresh, although the kernel restores
// it between undo_cwnd and set_state. This is F-RTO's conservative response.
SEC("struct_ops/reno24_undo_cwnd")
__u32 BPF_PROG(reno24_undo_cwnd, struct sock* sk) {
  struct tcp_sock* tp = (struct tcp_sock*)sk;
  tp->inet_conn.icsk_ca_priv[KEPT] = tp->snd_ssthresh;
  return tp->snd_ssthresh;
}

SEC("struct_ops/reno24_set_state")
void BPF_PROG(reno24_set_state, struct sock* sk, __u8 state) {
  struct tcp_sock* tp = (struct tcp_sock*)sk;
  __u32 kept = tp->inet_conn.icsk_ca_priv[KEPT];
  if (kept && state == TCP_CA_Open) tp->snd_ssthresh = kept;
  tp->inet_conn.icsk_ca_priv[KEPT] = 0;
}

SEC(".struct_ops")
struct tcp_congestion_ops reno24 = {
    .flags = TCP_CONG_NON_RESTRICTED,
    .init = (void*)reno24_init,
    .release = (void*)reno24_release,
    .ssthresh = (void*)reno24_ssthresh,
    .cong_avoid = (void*)reno24_cong_avoid,
    .set_state = (void*)reno24_set_state,
    .cong_control = (void*)reno24_cong_control,
    .undo_cwnd = (void*)reno24_undo_cwnd,
    .name = "reno24",
};
