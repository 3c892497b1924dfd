// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of router_spec.h. Each converts one kind of message and appends errors, with their
// place in the message, to `problems`.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "emulator/api/link_rules.h"
#include "emulator/api/router.pb.h"
#include "emulator/router/router_config.h"

namespace seawind::spec {

class Problems {
 public:
  Problems(std::vector<LinkProblem>& all, std::string path) : all_(all), path_(std::move(path)) {}

  Problems at(const std::string& key) const { return Problems(all_, path_ + "." + key); }
  Problems at(const std::string& key, int index) const {
    return Problems(all_, fmt::format("{}.{}[{}]", path_, key, index));
  }
  void add(const std::string& what) const { all_.push_back({path_, what}); }

 private:
  std::vector<LinkProblem>& all_;
  std::string path_;
};

// class_spec.cc
FilterConfig filter_config(const Filter& filter, const Problems& problems);
MeterConfig meter_config(const TrafficMeter& meter, const Problems& problems);
/// Adds the condition of a per-hop behaviour to `filter`; returns false for NO_PHB.
bool phb_filter(Phb phb, FilterConfig& filter);

// aqm_spec.cc
RedConfig red_config(const Red& red, const Problems& problems);
WredConfig wred_config(const Wred& wred, const Problems& problems);
CodelConfig codel_config(const Codel& codel, const Problems& problems);
FqCodelConfig fq_codel_config(const FqCodel& codel, const Problems& problems);
PieConfig pie_config(const Pie& pie);
FqPieConfig fq_pie_config(const FqPie& pie);
DualPi2Config dualpi2_config(const DualPi2& pi2, const Problems& problems);

}  // namespace seawind::spec
