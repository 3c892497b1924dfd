// SPDX-License-Identifier: GPL-3.0-or-later
// What Linux 2.4 did and no setting of a newer kernel brings back (experiments B4.2, B4.4), as BPF
// programs: the initial time-outs of SYN, SYN-ACK and data per network namespace, and the congestion
// control `reno24`. Sources: RFC 2988 section 2.1 (3 s); Linux 2.4.22 net/ipv4/tcp_input.c,
// tcp_init_metrics(), tcp_ack(), tcp_cong_avoid(), tcp_recalc_ssthresh(), tcp_fastretrans_alert() and
// tcp_moderate_cwnd(); RFC 3517 section 5.
#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char licence_text[] SEC("license") = "GPL";

extern const unsigned CONFIG_HZ __kconfig;

// In ms; 0: the kernel's own.
struct timeouts {
  __u32 syn;
  __u32 data;
};

// By network namespace (its cookie).
struct {
  __uint(type, BPF_MAP_TYPE_HASH);
  __uint(max_entries, 4096);
  __type(key, __u64);
  __type(value, struct timeouts);
} timeouts SEC(".maps");

// What bounded the time-outs of a connection before, in ms.
struct {
  __uint(type, BPF_MAP_TYPE_SK_STORAGE);
  __uint(map_flags, BPF_F_NO_PREALLOC);
  __type(key, int);
  __type(value, int);
} bounds SEC(".maps");

#define IPPROTO_TCP 6
#define TCP_RTO_MAX_MS 44  // Linux 6.15

static void bound(struct bpf_sock_ops* op, int ms) {
  bpf_setsockopt(op, IPPROTO_TCP, TCP_RTO_MAX_MS, &ms, sizeof ms);
}

// Without timestamps Linux 2.4 forgot the round trip of the handshake: the first data had 3 s, doubled at
// every time-out, until an acknowledgement of data had been timed. The kernel's own time-out, from the
// handshake, is bounded to that for as long.
SEC("sockops")
int initial_timeouts(struct bpf_sock_ops* op) {
  __u64 cookie = bpf_get_netns_cookie(op);
  struct timeouts* wanted = bpf_map_lookup_elem(&timeouts, &cookie);
  if (!wanted) return 1;
  if (op->op == BPF_SOCK_OPS_TIMEOUT_INIT) {
    if (wanted->syn) op->reply = wanted->syn * CONFIG_HZ / 1000;  // jiffies
    return 1;
  }
  struct bpf_sock* sk = op->sk;
  if (!wanted->data || !sk) return 1;
  int before = 0;
  switch (op->op) {
    case BPF_SOCK_OPS_ACTIVE_ESTABLISHED_CB:
    case BPF_SOCK_OPS_PASSIVE_ESTABLISHED_CB:
      if (bpf_getsockopt(op, IPPROTO_TCP, TCP_RTO_MAX_MS, &before, sizeof before) != 0 ||
          wanted->data >= before ||
          !bpf_sk_storage_get(&bounds, sk, &before, BPF_SK_STORAGE_GET_F_CREATE))
        break;
      bound(op, wanted->data);
      bpf_sock_ops_cb_flags_set(op, BPF_SOCK_OPS_RTO_CB_FLAG | BPF_SOCK_OPS_RTT_CB_FLAG);
      break;
    case BPF_SOCK_OPS_RTO_CB:
    case BPF_SOCK_OPS_RTT_CB: {
      const int* stored = bpf_sk_storage_get(&bounds, sk, 0, 0);
      if (!stored) break;
      before = *stored;
      const __u32 doublings = op->args[0] + 1;
      if (op->op == BPF_SOCK_OPS_RTO_CB && doublings < 8 && (wanted->data << doublings) < before) {
        bound(op, wanted->data << doublings);
        break;
      }
      bound(op, before);
      bpf_sock_ops_cb_flags_set(op, 0);
    }
  }
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
  __u32 packets_out;
  __u32 sacked_out;
  __u32 lost_out;
  __u32 retrans_out;
  __u32 prr_out;
  __u32 segs_in;
} __attribute__((preserve_access_index));

struct rate_sample {
  __u32 acked_sacked;
} __attribute__((preserve_access_index));

struct tcp_congestion_ops {
  __u32 flags;
  __u32 (*ssthresh)(struct sock* sk);
  void (*cong_avoid)(struct sock* sk, __u32 ack, __u32 acked);
  void (*set_state)(struct sock* sk, __u8 state);
  void (*cong_control)(struct sock* sk, __u32 ack, int flag, const struct rate_sample* rs);
  __u32 (*undo_cwnd)(struct sock* sk);
  char name[16];
};

#define TCP_CONG_NON_RESTRICTED 1
#define FLAG_DATA_ACKED 0x04
#define QUICK_ACKS 16  // TCP_MAX_QUICKACKS; segs_in counts the SYN-ACK too
#define MAX_BURST 3    // tcp_max_burst() of Linux 2.4

enum { TCP_CA_Open = 0, TCP_CA_CWR = 2, TCP_CA_Recovery = 3 };

// What a connection remembers: icsk_ca_priv of these.
enum {
  STATE = 0,  // at the last ACK
  KEPT = 1,   // ssthresh to be kept through the undoing of a time-out; 0: none is undone
};

SEC("struct_ops/reno24_ssthresh")
__u32 BPF_PROG(reno24_ssthresh, struct sock* sk) {
  const struct tcp_sock* tp = (const struct tcp_sock*)sk;
  __u32 half = tp->snd_cwnd >> 1;
  return half > 2 ? half : 2;
}

// ACKs are counted, not the segments they acknowledge: with delayed ACKs the window grows 1.5 times per
// round trip in slow start, and by a segment in two round trips after it. Of the ACKs that today's
// receiver sends for each of the first sixteen segments, every second counts: the published one
// acknowledged every second segment.
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

// The window at every ACK. Halved at once where a loss or mark is found, and held there until it is
// repaired (RFC 3517, no rate halving); the first retransmission waits for nothing. Otherwise it grows,
// but only where it was full: not beyond what the receiver lets out. Where ACKs were in doubt it ends
// three segments above what is in flight, so that none releases a burst.
SEC("struct_ops/reno24_cong_control")
void BPF_PROG(reno24_cong_control, struct sock* sk, __u32 ack, int flag, const struct rate_sample* rs) {
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

// Never called, as there is a cong_control; the kernel takes no congestion control of BPF without it.
SEC("struct_ops/reno24_cong_avoid")
void BPF_PROG(reno24_cong_avoid, struct sock* sk, __u32 ack, __u32 acked) {}

// After a spurious time-out the window stays halved, and so does ssthresh, which the kernel restores
// between the two: F-RTO's conservative response.
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
    .ssthresh = (void*)reno24_ssthresh,
    .cong_avoid = (void*)reno24_cong_avoid,
    .set_state = (void*)reno24_set_state,
    .cong_control = (void*)reno24_cong_control,
    .undo_cwnd = (void*)reno24_undo_cwnd,
    .name = "reno24",
};
