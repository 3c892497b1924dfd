// SPDX-License-Identifier: GPL-3.0-or-later
// What Linux 2.4 did and no setting of a newer kernel brings back (experiments B4.2, B4.4), as BPF
// programs: the initial time-outs of SYN, SYN-ACK and data per network namespace, and the congestion
// control `reno24`. Sources: RFC 2988 section 2.1 (3 s); Linux 2.4.22 net/ipv4/tcp_input.c,
// tcp_init_metrics(), tcp_ack(), tcp_cong_avoid() and tcp_recalc_ssthresh().
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

struct tcp_sock {
  __u32 snd_cwnd;
  __u32 snd_cwnd_cnt;
  __u32 snd_cwnd_clamp;
  __u32 snd_ssthresh;
  __u32 packets_out;
  __u32 sacked_out;
  __u32 lost_out;
  __u32 retrans_out;
  __u32 segs_in;
} __attribute__((preserve_access_index));

struct tcp_congestion_ops {
  __u32 flags;
  __u32 (*ssthresh)(struct sock* sk);
  void (*cong_avoid)(struct sock* sk, __u32 ack, __u32 acked);
  __u32 (*undo_cwnd)(struct sock* sk);
  char name[16];
};

#define TCP_CONG_NON_RESTRICTED 1
#define QUICK_ACKS 16  // TCP_MAX_QUICKACKS; segs_in counts the SYN-ACK too

SEC("struct_ops/reno24_ssthresh")
__u32 BPF_PROG(reno24_ssthresh, struct sock* sk) {
  const struct tcp_sock* tp = (const struct tcp_sock*)sk;
  __u32 half = tp->snd_cwnd >> 1;
  return half > 2 ? half : 2;
}

// ACKs are counted, not the segments they acknowledge: with delayed ACKs the window grows 1.5 times per
// round trip in slow start, and by a segment in two round trips after it. It grows only where it was
// full: not beyond what the receiver lets out. Of the ACKs that today's receiver sends for each of the
// first sixteen segments, every second counts: the published one acknowledged every second segment.
SEC("struct_ops/reno24_cong_avoid")
void BPF_PROG(reno24_cong_avoid, struct sock* sk, __u32 ack, __u32 acked) {
  struct tcp_sock* tp = (struct tcp_sock*)sk;
  if (acked == 1 && tp->segs_in <= 1 + QUICK_ACKS && tp->segs_in % 2 == 1) return;
  __u32 in_flight = tp->packets_out - tp->sacked_out - tp->lost_out + tp->retrans_out;
  if (in_flight + acked < tp->snd_cwnd) return;
  if (tp->snd_cwnd <= tp->snd_ssthresh) {
    if (tp->snd_cwnd < tp->snd_cwnd_clamp) tp->snd_cwnd = tp->snd_cwnd + 1;
  } else if (tp->snd_cwnd_cnt >= tp->snd_cwnd) {
    if (tp->snd_cwnd < tp->snd_cwnd_clamp) tp->snd_cwnd = tp->snd_cwnd + 1;
    tp->snd_cwnd_cnt = 0;
  } else {
    tp->snd_cwnd_cnt = tp->snd_cwnd_cnt + 1;
  }
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
    .undo_cwnd = (void*)reno24_undo_cwnd,
    .name = "reno24",
};
