// SPDX-License-Identifier: GPL-3.0-or-later
// Active queue management. The defaults of router.proto equal those of aqm_config.h; a message that
// was not read from a file may lack them (fill_defaults).
#include "common/dscp.h"
#include "emulator/api/values.h"
#include "emulator/spec/router_parts.h"

namespace seawind::spec {
namespace {

Duration duration(std::int64_t ns) {
  return Duration::nanoseconds(ns);
}

template <typename Message>
void codel_parameters(const Message& from, CodelConfig& out, const Problems& problems) {
  if (from.has_target()) out.target = duration(from.target());
  if (from.has_interval()) out.interval = duration(from.interval());
  if (from.has_mtu()) out.mtu = from.mtu();
  if (from.has_ecn()) out.ecn = from.ecn();
  if (from.has_ce_threshold()) out.ce_threshold = duration(from.ce_threshold());
  if (out.interval <= out.target) problems.at("interval").add("must be above target");
}

template <typename Message>
void pie_parameters(const Message& from, PieConfig& out) {
  if (from.has_target()) out.target = duration(from.target());
  if (from.has_update_interval()) out.update_interval = duration(from.update_interval());
  if (from.has_max_burst()) out.max_burst = duration(from.max_burst());
  if (from.has_alpha()) out.alpha = from.alpha();
  if (from.has_beta()) out.beta = from.beta();
  if (from.has_mark_threshold()) out.mark_threshold = from.mark_threshold();
  if (from.has_mean_packet()) out.mean_packet = from.mean_packet();
  if (from.has_ecn()) out.ecn = from.ecn();
  if (from.has_derandomize()) out.derandomize = from.derandomize();
}

template <typename Message, typename Config>
void flow_queues(const Message& from, Config& out) {
  out.limit = buffer_limit(from.limit());
  if (from.has_flows()) out.flows = from.flows();
  if (from.has_quantum()) out.quantum = from.quantum();
  if (from.has_drop_batch()) out.drop_batch = from.drop_batch();
}

}  // namespace

RedConfig red_config(const Red& red, const Problems& problems) {
  RedConfig out;
  out.limit = buffer_limit(red.limit());
  if (red.has_min_threshold()) out.min_threshold = red.min_threshold();
  if (red.has_max_threshold()) out.max_threshold = red.max_threshold();
  if (out.min_threshold && out.max_threshold && *out.min_threshold >= *out.max_threshold) {
    problems.at("max_threshold").add("must be above min_threshold");
  }
  if (red.has_weight_exponent()) out.weight_exponent = static_cast<int>(red.weight_exponent());
  if (red.has_max_probability()) out.max_probability = red.max_probability();
  if (red.has_average_packet()) out.average_packet = red.average_packet();
  if (red.has_ecn()) out.ecn = red.ecn();
  out.gentle = red.gentle();
  if (red.has_scale_to_size()) out.scale_to_size = red.scale_to_size();
  out.linux_arithmetic = red.linux_arithmetic();
  if (red.adaptive()) {
    if (red.linux_arithmetic()) {
      problems.at("linux_arithmetic")
          .add("has no effect with adaptive: true, which adjusts max_p itself");
    }
    out.adaptive.emplace();
    if (red.has_adaptive_interval()) out.adaptive->interval = duration(red.adaptive_interval());
    if (red.has_adaptive_delay()) out.adaptive->delay = duration(red.adaptive_delay());
    return out;
  }
  if (red.has_adaptive_interval()) problems.at("adaptive_interval").add("needs adaptive: true");
  if (red.has_adaptive_delay()) problems.at("adaptive_delay").add("needs adaptive: true");
  return out;
}

WredConfig wred_config(const Wred& wred, const Problems& problems) {
  WredConfig out;
  out.limit = buffer_limit(wred.limit());
  if (wred.has_weight_exponent()) out.weight_exponent = static_cast<int>(wred.weight_exponent());
  if (wred.has_average_packet()) out.average_packet = wred.average_packet();
  if (wred.has_ecn()) out.ecn = wred.ecn();
  out.gentle = wred.gentle();
  for (int i = 0; i < wred.profiles_size(); ++i) {
    const WredPrecedence& from = wred.profiles(i);
    const Problems here = problems.at("profiles", i);
    WredProfile profile;
    for (int k = 0; k < from.dscp_size(); ++k) {
      if (const auto dscp = dscp_of(from.dscp(k))) {
        profile.dscp.push_back(*dscp);
      } else {
        here.at("dscp", k).add(fmt::format("`{}` is not a code point", from.dscp(k)));
      }
    }
    profile.min_threshold = from.min_threshold();
    profile.max_threshold = from.max_threshold();
    if (profile.min_threshold >= profile.max_threshold) {
      here.at("max_threshold").add("must be above min_threshold");
    }
    if (from.has_max_probability()) profile.max_probability = from.max_probability();
    out.profiles.push_back(std::move(profile));
  }
  return out;
}

CodelConfig codel_config(const Codel& codel, const Problems& problems) {
  CodelConfig out;
  out.limit = buffer_limit(codel.limit());
  codel_parameters(codel, out, problems);
  return out;
}

FqCodelConfig fq_codel_config(const FqCodel& codel, const Problems& problems) {
  FqCodelConfig out;
  flow_queues(codel, out);
  codel_parameters(codel, out.aqm, problems);
  return out;
}

PieConfig pie_config(const Pie& pie) {
  PieConfig out;
  out.limit = buffer_limit(pie.limit());
  pie_parameters(pie, out);
  return out;
}

FqPieConfig fq_pie_config(const FqPie& pie) {
  FqPieConfig out;
  flow_queues(pie, out);
  pie_parameters(pie, out.aqm);
  return out;
}

DualPi2Config dualpi2_config(const DualPi2& pi2, const Problems& problems) {
  DualPi2Config out;
  out.limit = buffer_limit(pi2.limit());
  if (pi2.has_coupling()) out.coupling = pi2.coupling();
  if (pi2.has_target()) out.target = duration(pi2.target());
  if (pi2.has_max_rtt()) out.max_rtt = duration(pi2.max_rtt());
  if (pi2.has_update_interval()) out.update_interval = duration(pi2.update_interval());
  if (pi2.has_alpha()) out.alpha = pi2.alpha();
  if (pi2.has_beta()) out.beta = pi2.beta();
  if (pi2.has_l4s_threshold()) out.l4s_threshold = duration(pi2.l4s_threshold());
  if (pi2.has_l4s_range()) out.l4s_range = duration(pi2.l4s_range());
  if (pi2.has_l4s_packets()) out.l4s_packets = pi2.l4s_packets();
  if (pi2.scheduler() == DualPi2::TIME_SHIFTED_FIFO) {
    out.scheduler = DualPi2Config::Scheduler::kTimeShiftedFifo;
  }
  if (pi2.has_classic_weight()) out.classic_weight = pi2.classic_weight();
  if (pi2.has_time_shift()) out.time_shift = duration(pi2.time_shift());
  if (pi2.has_drop_on_overload()) out.drop_on_overload = pi2.drop_on_overload();
  out.random = pi2.random();
  if (out.max_rtt < out.target) problems.at("max_rtt").add("must not be below target");
  return out;
}

}  // namespace seawind::spec
