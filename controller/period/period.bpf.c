// SPDX-License-Identifier: GPL-3.0-or-later
// What Linux 2.4 did and no setting of a newer kernel brings back (experiments B4.2, B4.4), as BPF
// programs: the initial time-out of SYN and SYN-ACK per network namespace, and the congestion
// control `reno24`. Sources: RFC 2988 section 2.1 (3 s); Linux 2.4.22 net/ipv4/tcp_input.c,
// tcp_cong_avoid() and tcp_recalc_ssthresh().
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

struct tcp_sock {
  __u32 snd_cwnd;
  __u32 snd_cwnd_cnt;
  __u32 snd_cwnd_clamp;
  __u32 snd_ssthresh;
  __u8 is_cwnd_limited : 1;
} __attribute__((preserve_access_index));

struct tcp_congestion_ops {
  __u32 flags;
  __u32 (*ssthresh)(struct sock* sk);
  void (*cong_avoid)(struct sock* sk, __u32 ack, __u32 acked);
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

// ACKs are counted, not the segments they acknowledge: with delayed ACKs the window grows 1.5 times per
// round trip in slow start, and by a segment in two round trips after it.
SEC("struct_ops/reno24_cong_avoid")
void BPF_PROG(reno24_cong_avoid, struct sock* sk, __u32 ack, __u32 acked) {
  struct tcp_sock* tp = (struct tcp_sock*)sk;
  if (!BPF_CORE_READ_BITFIELD(tp, is_cwnd_limited)) return;
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
