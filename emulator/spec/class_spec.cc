// SPDX-License-Identifier: GPL-3.0-or-later
// Filters and meters. Code point names: RFC 2474 (CS), 2597 (AF), 3246 (EF), 5865 (VA), 8622 (LE).
#include <arpa/inet.h>

#include <optional>
#include <string_view>

#include "common/dscp.h"
#include "common/to_number.h"
#include "emulator/spec/router_parts.h"

namespace seawind::spec {
namespace {

std::optional<std::int64_t> whole_number(std::string_view text, std::int64_t most) {
  const auto value = to_number<std::int64_t>(text);
  return value && *value >= 0 && *value <= most ? value : std::nullopt;
}

std::optional<std::uint8_t> ecn_of(std::string_view text) {
  if (text == "not-ect") return 0;
  if (text == "ect1") return 1;
  if (text == "ect0") return 2;
  if (text == "ce") return 3;
  return {};
}

std::optional<std::uint8_t> protocol_of(std::string_view text) {
  static constexpr std::pair<std::string_view, std::uint8_t> kNames[] = {
      {"icmp", 1}, {"tcp", 6}, {"udp", 17}, {"dccp", 33}, {"icmpv6", 58}, {"sctp", 132}};
  for (const auto& [name, number] : kNames) {
    if (text == name) return number;
  }
  const auto number = whole_number(text, 255);
  if (!number) return {};
  return static_cast<std::uint8_t>(*number);
}

std::optional<PortRange> ports_of(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = whole_number(text.substr(0, dash), 65535);
  const auto last =
      dash == std::string_view::npos ? first : whole_number(text.substr(dash + 1), 65535);
  if (!first || !last || *first > *last) return {};
  return PortRange{static_cast<std::uint16_t>(*first), static_cast<std::uint16_t>(*last)};
}

std::optional<AddressPrefix> prefix_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::string address = text.substr(0, slash);
  AddressPrefix prefix;
  prefix.version = address.find(':') == std::string::npos ? 4 : 6;
  const int family = prefix.version == 4 ? AF_INET : AF_INET6;
  if (inet_pton(family, address.c_str(), prefix.bytes.data()) != 1) return {};
  const std::int64_t most = prefix.version == 4 ? 32 : 128;
  const auto bits =
      slash == std::string::npos ? std::optional(most) : whole_number(text.substr(slash + 1), most);
  if (!bits) return {};
  prefix.bits = static_cast<std::uint8_t>(*bits);
  return prefix;
}

template <typename Value, typename Texts, typename Read>
void read_all(const Texts& texts, const std::string& key, const std::string& wanted,
              std::vector<Value>& out, const Problems& problems, const Read& read) {
  for (int i = 0; i < texts.size(); ++i) {
    if (const std::optional<Value> value = read(texts[i])) {
      out.push_back(*value);
    } else {
      problems.at(key, i).add(fmt::format("`{}` is not {}", texts[i], wanted));
    }
  }
}

ColourAction action_of(const std::string& text, const Problems& problems) {
  ColourAction action;
  action.drop = text == "drop";
  if (text.empty() || text == "pass" || text == "drop") return action;
  action.set_dscp = dscp_of(text);
  if (!action.set_dscp) {
    problems.add(fmt::format("`{}` is not pass, drop, or a code point", text));
  }
  return action;
}

}  // namespace

bool phb_filter(Phb phb, FilterConfig& filter) {
  if (phb == NO_PHB) return false;
  if (phb == PHB_EF) {
    filter.dscp = {46};
    return true;
  }
  const int af_class = phb - PHB_AF1 + 1;
  for (int precedence = 1; precedence <= 3; ++precedence) {
    filter.dscp.push_back(static_cast<std::uint8_t>(8 * af_class + 2 * precedence));
  }
  return true;
}

FilterConfig filter_config(const Filter& filter, const Problems& problems) {
  FilterConfig out;
  const std::string port = "a port from 0 to 65535 or a range of ports such as 5000-5010";
  const std::string address = "an address or prefix such as 10.0.0.0/8 or 2001:db8::1";
  read_all(filter.dscp(), "dscp", kDscpForms, out.dscp, problems, dscp_of);
  read_all(filter.ecn(), "ecn", "not-ect, ect0, ect1 or ce", out.ecn, problems, ecn_of);
  read_all(filter.protocol(), "protocol",
           "tcp, udp, icmp, icmpv6, dccp, sctp or a number from 0 to 255", out.protocol, problems,
           protocol_of);
  read_all(filter.port(), "port", port, out.port, problems, ports_of);
  read_all(filter.source_port(), "source_port", port, out.source_port, problems, ports_of);
  read_all(filter.destination_port(), "destination_port", port, out.destination_port, problems,
           ports_of);
  read_all(filter.address(), "address", address, out.address, problems, prefix_of);
  read_all(filter.source(), "source", address, out.source, problems, prefix_of);
  read_all(filter.destination(), "destination", address, out.destination, problems, prefix_of);
  for (int i = 0; i < filter.flow_size(); ++i) {
    problems.at("flow", i).add(
        fmt::format("`{}`: the controller replaces flow names by ports; a link alone has no "
                    "workload and no flow names",
                    filter.flow(i)));
  }
  if (filter.has_min_length() || filter.has_max_length()) {
    out.length = InclusiveRange<std::uint32_t>{
        static_cast<std::uint32_t>(filter.min_length()),
        static_cast<std::uint32_t>(filter.has_max_length() ? filter.max_length() : 65535)};
    if (out.length->first > out.length->last) {
      problems.at("max_length").add("is below min_length: no packet matches");
    }
  }
  if (filter.has_flow_hash_modulo() != (filter.flow_hash_remainder_size() != 0)) {
    problems.at("flow_hash_modulo").add("goes with flow_hash_remainder: give both or neither");
  } else if (filter.has_flow_hash_modulo()) {
    FlowShare share{static_cast<std::uint32_t>(filter.flow_hash_modulo()), {}};
    read_all(filter.flow_hash_remainder(), "flow_hash_remainder",
             "a whole number below flow_hash_modulo", share.remainders, problems,
             [&](const std::string& text) -> std::optional<std::uint32_t> {
               const auto number = whole_number(text, filter.flow_hash_modulo() - 1);
               if (!number) return {};
               return static_cast<std::uint32_t>(*number);
             });
    out.flow_hash = share;
  }
  return out;
}

MeterConfig meter_config(const TrafficMeter& meter, const Problems& problems) {
  MeterConfig out;
  out.committed_rate = meter.committed_rate();
  out.committed_burst = meter.committed_burst();
  out.excess_burst = meter.excess_burst();
  out.peak_rate = meter.peak_rate();
  out.peak_burst = meter.peak_burst();
  out.colour_aware = meter.colour_aware();
  const bool single = meter.algorithm() == TrafficMeter::SRTCM;
  const bool two = meter.algorithm() == TrafficMeter::TRTCM;
  if (single) out.kind = MeterKind::kSingleRateThree;
  if (two) out.kind = MeterKind::kTwoRateThree;
  const auto belongs = [&](const std::string& key, bool given, bool wanted, const char* to) {
    if (given && !wanted) problems.at(key).add(fmt::format("belongs to {} alone", to));
    if (wanted && !given) problems.at(key).add(fmt::format("is missing: {} needs it", to));
  };
  belongs("excess_burst", meter.has_excess_burst(), single, "srtcm");
  belongs("peak_rate", meter.has_peak_rate(), two, "trtcm");
  belongs("peak_burst", meter.has_peak_burst(), two, "trtcm");
  if (two && meter.has_peak_rate() && meter.peak_rate() < meter.committed_rate()) {
    problems.at("peak_rate").add("is below committed_rate");
  }
  out.green = action_of(meter.green(), problems.at("green"));
  out.yellow = action_of(meter.yellow(), problems.at("yellow"));
  out.red = action_of(meter.has_red() ? meter.red() : "drop", problems.at("red"));
  return out;
}

}  // namespace seawind::spec
