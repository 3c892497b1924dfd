// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of the entry and exit of a direction: input queue, framing, stages, output dropper.
#include <fmt/format.h>

#include <set>

#include "common/wire/embedded_ipv4.h"
#include "emulator/api/rules_internal.h"

namespace seawind::link_rules {

void check_queues(const DirectionView& d, Problems& problems) {
  const LinkDirection& v = d.values;
  const bool drops = v.queue_overflow_handling() == LinkDirection::OVERFLOW_DROP;
  if (has_no_input_queue(v)) {
    const auto has_no_effect = [&](const char* key) {
      problems.add(d, key, fmt::format("`{}` has no effect without an input queue", key),
                   "give `queue_max_length` a number of packets, or `off` for a queue without a "
                   "limit in packets");
    };
    if (v.adapter_slots() > 0) has_no_effect("adapter_slots");
    if (v.has_queue_max_size()) has_no_effect("queue_max_size");
    if (v.has_queue_max_delay()) has_no_effect("queue_max_delay");
    if (drops) has_no_effect("queue_overflow_handling");
  } else if (v.adapter_slots() > 0 && flow_control_key(v) == nullptr) {
    problems.add(d, "adapter_slots",
                 "`adapter_slots` have no effect: the input queue behind them takes every packet",
                 "give `queue_max_length` a number of packets and use FLOW_CONTROL");
  } else if (drops && !v.has_queue_max_length() && !v.has_queue_max_size()) {
    problems.add(d, "queue_overflow_handling",
                 "DROP has no effect without `queue_max_length` or `queue_max_size`");
  }
  if (v.has_queue_drop_policy() && !drops) {
    problems.add(d, "queue_drop_policy",
                 "`queue_drop_policy` has no effect without `queue_overflow_handling: DROP`");
  }
}

void check_acknowledgements(const DirectionView& d, Problems& problems) {
  const LinkDirection& v = d.values;
  if (v.link_layer_ack_emulation()) {
    return report_unused(d, {"frame_in_service_in_buffer"},
                         "with `link_layer_ack_emulation: true`: a packet counts until its "
                         "acknowledgement",
                         "", problems);
  }
  const std::string without = "without `link_layer_ack_emulation: true`";
  report_unused(d, {"ack_release"}, without, "", problems);
  // Left out, the receive buffer is as large as the send buffer.
  if (v.link_receive_buffer_size().SerializeAsString() !=
      v.link_send_buffer_size().SerializeAsString()) {
    report_unused(d, {"link_receive_buffer_size"}, without, "", problems);
  }
}

void check_order(const DirectionView& d, Problems& problems) {
  if (d.values.reordering()) {
    report_unused(d, {"release_order"}, "with `reordering: true`", "", problems);
  }
}

void check_framing(const DirectionView& d, Problems& problems) {
  const LinkDirection& v = d.values;
  if (v.fragmentation() && !v.has_fragment_size()) {
    problems.add(d, "fragmentation", "`fragmentation` needs `fragment_size`");
  }
  if (!v.fragmentation()) {
    if (v.has_fragment_size()) {
      problems.add(d, "fragment_size",
                   "`fragment_size` has no effect without `fragmentation: true`",
                   "write `fragmentation: true`, or `fragment_size: off`");
    }
    if (v.byte_stream()) {
      problems.add(d, "byte_stream", "`byte_stream` has no effect without `fragmentation: true`");
    }
    if (v.has_reassembly() && !v.reassembly()) {
      problems.add(d, "reassembly",
                   "`reassembly: false` has no effect without `fragmentation: true`");
    }
  }
  const bool gives_up = in_any_state(d, [](const LinkDirection& s) {
    return retransmits(s) && (s.has_delay_drop_threshold() || s.has_max_retransmissions() ||
                              !s.persistency_classes().empty());
  });
  if (v.link_reset() && !gives_up) {
    problems.add(d, "link_reset",
                 "`link_reset` has no effect: no frame is ever given up after retransmissions",
                 "set `error_handling: RETRANSMIT` (or DELAY_ITERATE) and `max_retransmissions`");
  }
}

namespace {

void check_nat(const DirectionView& d, const std::string& stage, const char* name,
               const NatSpec& nat, Problems& problems) {
  const std::string path = fmt::format("{}.{}", stage, name);
  if (d.name != std::string_view("downlink")) {
    problems.add(d, stage,
                 fmt::format("`{}` belongs to the downlink, at the fixed end of the link", name),
                 "move it to `downlink.stages`; it translates both directions");
  }
  const auto given = [](bool has, std::int64_t value, std::int64_t otherwise) {
    return has ? value : otherwise;
  };
  const auto first = given(nat.has_first_port(), nat.first_port(), 1024);
  const auto last = given(nat.has_last_port(), nat.last_port(), 65535);
  if (first > last) {
    problems.add(d, path + ".first_port",
                 fmt::format("the first port, {}, is above the last, {}", first, last));
  }
  if (nat.change_at() != NatSpec::NEVER && given(nat.has_addresses(), nat.addresses(), 16) < 2) {
    problems.add(d, path + ".change_at", "needs at least 2 `addresses`",
                 "a single address cannot change");
  }
}

void check_nat64(const DirectionView& d, const std::string& stage, const NatSpec& nat,
                 Problems& problems) {
  const auto prefix = EmbeddedIpv4::parse(nat.has_prefix() ? nat.prefix() : "64:ff9b::/96");
  if (!prefix) {
    problems.add(d, stage + ".nat64.prefix",
                 fmt::format("`{}` is not an IPv6 prefix for IPv4 addresses", nat.prefix()),
                 "write ADDRESS/32, /40, /48, /56, /64 or /96, as 64:ff9b::/96; all other bits are "
                 "0, and bits 64 to 71");
  } else if (const Ipv6Address first = prefix->embed(0);
             first[0] == 0xff || (first[0] == 0xfe && (first[1] & 0xc0) == 0x80)) {
    problems.add(d, stage + ".nat64.prefix",
                 fmt::format("`{}` has multicast or link-local addresses", nat.prefix()));
  } else if (Ipv6Address host{};
             inet_pton(AF_INET6, kNat64Host, host.data()) == 1 && prefix->contains(host)) {
    problems.add(
        d, stage + ".nat64.prefix",
        fmt::format("`{}` has the mobile host's own address, {}", nat.prefix(), kNat64Host));
  }
  const std::int64_t mtu = nat.has_mtu() ? nat.mtu() : 1500;
  const std::int64_t most = d.values.has_max_packet_size() ? d.values.max_packet_size() : 2048;
  if (mtu > most) {
    problems.add(d, stage + ".nat64.mtu",
                 fmt::format("the `mtu`, {}B, is above `max_packet_size`, {}B", mtu, most));
  }
}

}  // namespace

void check_stages(const DirectionView& d, Problems& problems) {
  std::set<int> seen;
  for (int i = 0; i < d.values.stages_size(); ++i) {
    const StageSpec& stage = d.values.stages(i);
    const std::string path = fmt::format("stages[{}]", i);
    if (!seen.insert(stage.kind_case()).second && !stage.has_firewall()) {
      problems.add(d, path, "duplicate stage: a direction may have each stage only once");
    }
    if (stage.has_drop_from_head() && has_no_input_queue(d.values)) {
      problems.add(
          d, path, "`drop_from_head` needs an input queue",
          "write `queue_max_length: off`: the stage limits the queue; behind a router that "
          "is to hold packets, write a number");
    }
    const PacketControlSpec& control = stage.packet_control();
    if (control.has_ack_filter() && !control.ack_filter() && control.has_data_filter() &&
        !control.data_filter()) {
      problems.add(d, path, "packet control with neither filter does nothing");
    }
    const FirewallSpec& firewall = stage.firewall();
    const auto protocol = firewall.protocol();
    if (!firewall.ports().empty() && protocol != FirewallSpec::FIREWALL_UDP &&
        protocol != FirewallSpec::FIREWALL_TCP) {
      problems.add(d, path + ".firewall.ports", "`ports` need `protocol: udp` or `protocol: tcp`",
                   "leave out `ports`, or name the protocol");
    }
    if (firewall.answer() == FirewallSpec::FIREWALL_RESET &&
        protocol != FirewallSpec::FIREWALL_TCP) {
      problems.add(d, path + ".firewall.answer", "`answer: reset` needs `protocol: tcp`",
                   "write `answer: icmp`, or `protocol: tcp`");
    }
    const bool has_nat = seen.contains(StageSpec::kNat),
               has_nat64 = seen.contains(StageSpec::kNat64);
    if ((stage.has_firewall() || stage.has_mtu_black_hole()) && (has_nat || has_nat64)) {
      const char* name = has_nat ? "nat" : "nat64";
      problems.add(
          d, path,
          fmt::format("comes behind `{}`, where its answers would carry translated addresses",
                      name),
          fmt::format("write `{}` as the last of them", name));
    }
    if ((stage.has_nat() || stage.has_nat64()) && has_nat && has_nat64) {
      problems.add(d, path, "`nat` and `nat64` exclude each other",
                   "one would translate the packets of the other again");
    }
    if (stage.has_nat()) {
      check_nat(d, path, "nat", stage.nat(), problems);
      // A reader has set the defaults.
      const NatSpec& nat = stage.nat();
      if ((nat.has_prefix() && nat.prefix() != "64:ff9b::/96") ||
          (nat.has_mtu() && nat.mtu() != 1500)) {
        problems.add(d, path + ".nat", "`prefix` and `mtu` belong to `nat64`");
      }
    }
    if (stage.has_nat64()) {
      check_nat(d, path, "nat64", stage.nat64(), problems);
      check_nat64(d, path, stage.nat64(), problems);
    }
  }
}

void check_output(const DirectionView& d, Problems& problems) {
  const OutputDropperSpec& dropper = d.values.output_dropper();
  if (!dropper.has_period()) return;
  check_positions(d, "output_dropper", dropper, problems);
  if (dropper.list().empty()) {
    problems.add(d, "output_dropper.period", "`period` has no effect without `list`");
  }
}

}  // namespace seawind::link_rules
