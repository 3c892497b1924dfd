// SPDX-License-Identifier: GPL-3.0-or-later
// What Linux 2.4 did and no setting of a newer kernel brings back (experiments B4.2, B4.4), as BPF
// programs: the initial time-out of SYN and SYN-ACK per network namespace, and the congestion
// control `reno24`. Sources: RFC 2988 section 2.1 (3 s); Linux 2.4.22 net/ipv4/tcp_input.c,
// tcp_cong_avoid(), tcp_recalc_ssthresh(), tcp_may_raise_cwnd() and tcp_moderate_cwnd(); RFC 3517
// section 5 for the window in recovery, as the published kernel had rate halving off.
#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char licence_text[] SEC("license") = "GPL";

extern const unsigned CONFIG_HZ __kconfig;

// Network namespace (its cookie) -> initial time-out in ms.
struct {
  __uint(type, BPF_MAP_TYPE_HASH);
  __uint(max_entries, 4096);
  __type(key, __u64);
  __type(value, __u32);
} syn_timeouts SEC(".maps");

SEC("sockops")
int syn_timeout(struct bpf_sock_ops* op) {
  if (op->op != BPF_SOCK_OPS_TIMEOUT_INIT) return 1;
  __u64 cookie = bpf_get_netns_cookie(op);
  __u32* ms = bpf_map_lookup_elem(&syn_timeouts, &cookie);
  if (ms) op->reply = *ms * CONFIG_HZ / 1000;  // jiffies
  return 1;
}

// The kernel's structures as far as they are used; where the fields are is settled when the program is
// loaded (CO-RE).
struct sock {
} __attribute__((preserve_access_index));

struct inet_connection_sock {
  __u8 icsk_ca_state : 5;
  __u64 icsk_ca_priv[13];
} __attribute__((preserve_access_index));

struct tcp_sock {
  struct inet_connection_sock inet_conn;
  __u32 snd_cwnd;
  __u32 snd_cwnd_cnt;
  __u32 snd_cwnd_clamp;
  __u32 snd_ssthresh;
  __u8 is_cwnd_limited : 1;
  __u32 packets_out;
  __u32 sacked_out;
  __u32 lost_out;
  __u32 retrans_out;
  __u32 prr_out;
  __u32 delivered;
} __attribute__((preserve_access_index));

struct rate_sample {
  __u32 acked_sacked;
  __u32 prior_in_flight;
} __attribute__((preserve_access_index));

struct tcp_congestion_ops {
  __u32 flags;
  __u32 (*ssthresh)(struct sock* sk);
  void (*cong_avoid)(struct sock* sk, __u32 ack, __u32 acked);
  void (*cong_control)(struct sock* sk, __u32 ack, int flag, const struct rate_sample* rs);
  __u32 (*undo_cwnd)(struct sock* sk);
  char name[16];
};

#define TCP_CONG_NON_RESTRICTED 1

SEC("struct_ops/reno24_ssthresh")
__u32 BPF_PROG(reno24_ssthresh, struct sock* sk) {
  const struct tcp_sock* tp = (const struct tcp_sock*)sk;
  __u32 half = tp->snd_cwnd >> 1;
  return half > 2 ? half : 2;
}

enum {
  TCP_CA_Open = 0,
  TCP_CA_CWR = 2,
  TCP_CA_Recovery = 3,
  FLAG_DATA_ACKED = 0x04,
  FLAG_ECE = 0x40,
  kMaxBurst = 3,  // tcp_max_burst() of Linux 2.4
  kQuickAcks = 16,
  kDelayedAckNs = 200 * 1000 * 1000,
};

static __always_inline __u32 in_flight(const struct tcp_sock* tp) {
  return tp->packets_out - tp->sacked_out - tp->lost_out + tp->retrans_out;
}

// ACKs are counted, not the segments they acknowledge: with delayed ACKs the window grows 1.5 times per
// round trip in slow start, and by a segment in two round trips after it.
static __always_inline void avoid_congestion(struct tcp_sock* tp, __u32 acked) {
  if (acked == 1 && tp->delivered <= 1 + kQuickAcks) {
    const __u64 now = bpf_ktime_get_ns();
    const __u64 first = tp->inet_conn.icsk_ca_priv[1];
    const _Bool second = first != 0 && now - first < kDelayedAckNs;
    tp->inet_conn.icsk_ca_priv[1] = second ? 0 : now;
    if (second) return;
  }
  if (tp->snd_cwnd <= tp->snd_ssthresh) {
    if (tp->snd_cwnd < tp->snd_cwnd_clamp) tp->snd_cwnd = tp->snd_cwnd + 1;
  } else if (tp->snd_cwnd_cnt >= tp->snd_cwnd) {
    if (tp->snd_cwnd < tp->snd_cwnd_clamp) tp->snd_cwnd = tp->snd_cwnd + 1;
    tp->snd_cwnd_cnt = 0;
  } else {
    tp->snd_cwnd_cnt = tp->snd_cwnd_cnt + 1;
  }
}

// Never called, as there is a cong_control; the kernel registers nothing without it.
SEC("struct_ops/reno24_cong_avoid")
void BPF_PROG(reno24_cong_avoid, struct sock* sk, __u32 ack, __u32 acked) {
#ifdef PRR
  struct tcp_sock* tp = (struct tcp_sock*)sk;
  if (!BPF_CORE_READ_BITFIELD(tp, is_cwnd_limited)) return;
  avoid_congestion(tp, acked);
#endif
}

// The whole window, at every ACK, instead of proportional rate reduction: halved at once when a loss or
// mark is found and held there until it is repaired; where ACKs were in doubt it is never more than
// three segments above what is in flight, so that none releases a burst.
SEC("struct_ops/reno24_cong_control")
void BPF_PROG(reno24_cong_control, struct sock* sk, __u32 ack, int flag, const struct rate_sample* rs) {
  struct tcp_sock* tp = (struct tcp_sock*)sk;
  __u8 state = BPF_CORE_READ_BITFIELD(tp, inet_conn.icsk_ca_state);
  __u8 before = tp->inet_conn.icsk_ca_priv[0];
  tp->inet_conn.icsk_ca_priv[0] = state;
  __u32 flight = in_flight(tp);
  if (state == TCP_CA_Recovery || state == TCP_CA_CWR) {
    // The first retransmission waits for nothing (RFC 3517 section 5 step 3).
    __u32 first = state == TCP_CA_Recovery && tp->prr_out == 0 ? flight + 1 : 0;
    tp->snd_cwnd = first > tp->snd_ssthresh ? first : tp->snd_ssthresh;
    return;
  }
  if (before == TCP_CA_Recovery || before == TCP_CA_CWR) {
    if (tp->snd_cwnd > tp->snd_ssthresh) tp->snd_cwnd = tp->snd_ssthresh;
  } else if (flag & FLAG_DATA_ACKED && rs->prior_in_flight >= tp->snd_cwnd &&
             (!(flag & FLAG_ECE) || tp->snd_cwnd < tp->snd_ssthresh)) {
    avoid_congestion(tp, rs->acked_sacked);
  }
  if ((state != TCP_CA_Open || before != TCP_CA_Open) && tp->snd_cwnd > flight + kMaxBurst)
    tp->snd_cwnd = flight + kMaxBurst;
}

// After a spurious time-out the window stays halved: F-RTO's conservative response.
SEC("struct_ops/reno24_undo_cwnd")
__u32 BPF_PROG(reno24_undo_cwnd, struct sock* sk) {
  const struct tcp_sock* tp = (const struct tcp_sock*)sk;
  return tp->snd_ssthresh;
}

SEC(".struct_ops")
struct tcp_congestion_ops reno24 = {
    .flags = TCP_CONG_NON_RESTRICTED,
    .ssthresh = (void*)reno24_ssthresh,
    .cong_avoid = (void*)reno24_cong_avoid,
#ifndef PRR
    .cong_control = (void*)reno24_cong_control,
#endif
    .undo_cwnd = (void*)reno24_undo_cwnd,
    .name = "reno24",
};
