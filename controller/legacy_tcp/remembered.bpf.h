// SPDX-License-Identifier: GPL-3.0-or-later
// Passes the ssthresh of a connection to later ones. Linux 2.4 stored it with the route, whose key
// included the type of service beside the addresses. Today's kernel stores it by the addresses
// alone, which is equivalent for connections without a type of service. For connections with one it
// is stored here, provided that the namespace saves ssthresh at all (tcp_no_ssthresh_metrics_save:
// 0). The kernel also stores the value of such connections, for the others. Sources: Linux 2.4.22
// net/ipv4/tcp_input.c, tcp_update_metrics() and tcp_init_metrics(); net/ipv4/route.c,
// rt_hash_code().
#pragma once

#include "controller/legacy_tcp/kernel.bpf.h"

#define TOS_MASK 0xfc  // without the ECN bits

struct remembered_key {
  __u64 netns;  // network namespace cookie
  __u32 peer;   // network byte order
  __u32 tos;
};

// When the map is full, the least recently used entry is replaced.
struct {
  __uint(type, BPF_MAP_TYPE_LRU_HASH);
  __uint(max_entries, 16384);
  __type(key, struct remembered_key);
  __type(value, __u32);
} remembered SEC(".maps");

static __always_inline int key_of(struct tcp_sock* tp, struct remembered_key* key) {
  struct net* net = tp->inet_conn.icsk_inet.sk.__sk_common.skc_net.net;
  key->netns = net->net_cookie;
  key->peer = tp->inet_conn.icsk_inet.sk.__sk_common.skc_daddr;
  key->tos = tp->inet_conn.icsk_inet.tos & TOS_MASK;
  return key->tos != 0 && !net->ipv4.sysctl_tcp_no_ssthresh_metrics_save;
}

static __always_inline void recall(struct tcp_sock* tp) {
  struct remembered_key key;
  if (!key_of(tp, &key)) return;
  const __u32* known = bpf_map_lookup_elem(&remembered, &key);
  tp->snd_ssthresh = known ? *known : TCP_INFINITE_SSTHRESH;
}

static __always_inline void remember(struct tcp_sock* tp) {
  struct remembered_key key;
  if (!key_of(tp, &key) || tp->inet_conn.icsk_backoff || !tp->srtt_us) return;
  const __u32* known = bpf_map_lookup_elem(&remembered, &key);
  __u32 half = tp->snd_cwnd >> 1;
  __u32 ssthresh = tp->snd_ssthresh;
  if (ssthresh >= TCP_INFINITE_SSTHRESH) {  // no loss
    if (!known || half <= *known) return;
    ssthresh = half;
  } else if (tp->snd_cwnd >= ssthresh &&
             BPF_CORE_READ_BITFIELD(tp, inet_conn.icsk_ca_state) == TCP_CA_Open) {
    if (half > ssthresh) ssthresh = half;
  } else if (!known || ssthresh <= *known) {  // in slow start: the window is not a measure
    return;
  }
  bpf_map_update_elem(&remembered, &key, &ssthresh, BPF_ANY);
}
