// SPDX-License-Identifier: GPL-3.0-or-later
// Behaviour of Linux 2.4 that no setting of a newer kernel restores (experiments B4.2, B4.4), as
// BPF programs.
#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "controller/legacy_tcp/initial_timeouts.bpf.h"
#include "controller/legacy_tcp/reno24.bpf.h"

char licence_text[] SEC("license") = "GPL";
