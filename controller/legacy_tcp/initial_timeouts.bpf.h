// SPDX-License-Identifier: GPL-3.0-or-later
// The initial time-outs of SYN, SYN-ACK and data per network namespace. Sources: RFC 2988
// section 2.1 (3 s); Linux 2.4.22 net/ipv4/tcp_input.c, tcp_init_metrics().
#pragma once

extern const unsigned CONFIG_HZ __kconfig;

// In ms; 0: the kernel's default.
struct timeouts {
  __u32 syn;
  __u32 data;
};

// By network namespace cookie.
struct {
  __uint(type, BPF_MAP_TYPE_HASH);
  __uint(max_entries, 4096);
  __type(key, __u64);
  __type(value, struct timeouts);
} timeouts SEC(".maps");

// The previous upper bound on the time-outs of a connection, in ms.
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

// Without timestamps, Linux 2.4 discarded the round-trip time of the handshake. The time-out of the
// first data was 3 s, doubled at every time-out, until an acknowledgement of data had been timed.
// Today's kernel uses the round-trip time of the handshake; its time-out is bounded to the old
// value for the same length of time.
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
