// SPDX-License-Identifier: GPL-3.0-or-later
// The used parts of the kernel's structures. The offsets of fields are determined when the program
// is loaded (CO-RE).
#pragma once

struct netns_ipv4 {
  __u8 sysctl_tcp_no_ssthresh_metrics_save;
} __attribute__((preserve_access_index));

struct net {
  __u64 net_cookie;
  struct netns_ipv4 ipv4;
} __attribute__((preserve_access_index));

typedef struct {
  struct net* net;
} possible_net_t;

struct sock_common {
  __u32 skc_daddr;
  possible_net_t skc_net;
} __attribute__((preserve_access_index));

struct sock {
  struct sock_common __sk_common;
} __attribute__((preserve_access_index));

struct inet_sock {
  struct sock sk;
  __u8 tos;
} __attribute__((preserve_access_index));

struct inet_connection_sock {
  struct inet_sock icsk_inet;
  __u8 icsk_ca_state : 5;
  __u8 icsk_backoff;
  __u64 icsk_ca_priv[13];
} __attribute__((preserve_access_index));

struct tcp_sock {
  struct inet_connection_sock inet_conn;
  __u32 srtt_us;
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
  void (*init)(struct sock* sk);
  void (*release)(struct sock* sk);
  void (*set_state)(struct sock* sk, __u8 state);
  void (*cong_control)(struct sock* sk, __u32 ack, int flag, const struct rate_sample* rs);
  __u32 (*undo_cwnd)(struct sock* sk);
  char name[16];
};

enum { TCP_CA_Open = 0, TCP_CA_CWR = 2, TCP_CA_Recovery = 3 };

#define TCP_INFINITE_SSTHRESH 0x7fffffff
