// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/spec/router_spec.h"

#include <set>

#include "common/dscp.h"
#include "emulator/api/values.h"
#include "emulator/router/tree_structure.h"
#include "emulator/spec/router_parts.h"
#include "emulator/spec/router_rules.h"

namespace seawind {
namespace spec {
namespace {

constexpr int kHtbInnerLevels = 6;  // Linux: TC_HTB_MAXDEPTH 8, which includes the whole tree and
                                    // the leaves

DisciplineConfig discipline_config(const Discipline& from, const Problems& problems);

std::shared_ptr<const DisciplineConfig> shared(const Discipline& from, const Problems& problems) {
  return std::make_shared<const DisciplineConfig>(discipline_config(from, problems));
}

bool is_af(Phb phb) {
  return phb != NO_PHB && phb != PHB_EF;
}

/// The fields common to all kinds of classes.
template <typename Class>
ClassConfig class_config(const Class& from, const Problems& problems) {
  ClassConfig out;
  out.name = from.name();
  FilterConfig ready;
  if (phb_filter(from.phb(), ready)) {
    out.match.push_back(ready);
    if (from.match_size() != 0) problems.at("phb").add("replaces match: give one of them");
  }
  for (int i = 0; i < from.match_size(); ++i) {
    out.match.push_back(filter_config(from.match(i), problems.at("match", i)));
  }
  if (from.has_meter()) out.meter = meter_config(from.meter(), problems.at("meter"));
  if (!from.set_dscp().empty()) {
    out.set_dscp = dscp_of(from.set_dscp());
    if (!out.set_dscp) {
      problems.at("set_dscp").add(fmt::format("`{}` is not a code point", from.set_dscp()));
    }
  }
  if (from.has_discipline()) {
    out.discipline = discipline_config(from.discipline(), problems.at("discipline"));
  } else if (is_af(from.phb())) {
    out.discipline = WredConfig{};
  }
  return out;
}

template <typename Classes>
void check_names(const Classes& classes, const Problems& problems) {
  std::set<std::string> names;
  for (int i = 0; i < classes.size(); ++i) {
    const std::string& name = classes[i].name();
    if (!names.insert(name).second) {
      problems.at("classes", i).add(fmt::format("two classes are named `{}`", name));
    }
    if (name.find('/') != std::string::npos) {
      problems.at("classes", i)
          .at("name")
          .add("must not contain `/`, which separates the names of nested classes");
    }
  }
}

template <typename Classes, typename Own>
std::vector<ClassConfig> class_configs(const Classes& classes, const Problems& problems,
                                       const Own& add_own) {
  check_names(classes, problems);
  std::vector<ClassConfig> out;
  for (int i = 0; i < classes.size(); ++i) {
    out.push_back(class_config(classes[i], problems.at("classes", i)));
    add_own(classes[i], out.back());
  }
  return out;
}

template <typename Message>
FlowQueues flow_queues(const Message& from, const Problems& problems) {
  FlowQueues out;
  if (from.has_flows() == (from.classes_size() != 0)) {
    problems.add("needs either classes or flows");
  }
  out.count = static_cast<std::uint32_t>(from.flows());
  if (!from.has_flow_discipline()) return out;
  if (!from.has_flows()) problems.at("flow_discipline").add("needs flows");
  out.discipline = shared(from.flow_discipline(), problems.at("flow_discipline"));
  return out;
}

ClassConfig htb_class(const HtbClass& from, int level, const Problems& problems);

std::vector<ClassConfig> htb_classes(const google::protobuf::RepeatedPtrField<HtbClass>& classes,
                                     int level, const Problems& problems) {
  check_names(classes, problems);
  std::vector<ClassConfig> out;
  for (int i = 0; i < classes.size(); ++i) {
    out.push_back(htb_class(classes[i], level, problems.at("classes", i)));
  }
  return out;
}

ClassConfig htb_class(const HtbClass& from, int level, const Problems& problems) {
  ClassConfig out = class_config(from, problems);
  if (from.has_rate()) out.rate = from.rate();
  if (from.has_ceil()) out.ceil = from.ceil();
  if (from.has_burst()) out.burst = from.burst();
  if (from.has_cburst()) out.cburst = from.cburst();
  if (from.has_quantum()) out.quantum = from.quantum();
  out.prio = static_cast<int>(from.prio());
  if (from.has_rate() && from.has_ceil() && from.ceil() < from.rate()) {
    problems.at("ceil").add("is below rate");
  }
  if (from.classes_size() == 0) return out;
  const std::pair<const char*, bool> of_leaves[] = {
      {"match", from.match_size() != 0},    {"phb", from.phb() != NO_PHB},
      {"meter", from.has_meter()},          {"set_dscp", !from.set_dscp().empty()},
      {"quantum", from.has_quantum()},      {"prio", from.prio() != 0},
      {"discipline", from.has_discipline()}};
  for (const auto& [key, given] : of_leaves) {
    if (given) problems.at(key).add("is valid only for a class without nested classes");
  }
  if (level > kHtbInnerLevels) {
    problems.add(fmt::format("classes are nested more than {} deep", kHtbInnerLevels));
    return out;
  }
  out.classes = htb_classes(from.classes(), level + 1, problems);
  return out;
}

TokenBucketConfig token_bucket_config(const TokenBucketShaper& from, const Problems& problems) {
  TokenBucketConfig out;
  if (from.has_rate()) out.rate = from.rate();
  if (from.has_burst()) out.burst = from.burst();
  if (from.has_peak_rate()) out.peak_rate = from.peak_rate();
  if (from.has_peak_burst()) {
    out.peak_burst = from.peak_burst();
    if (!from.has_peak_rate()) problems.at("peak_burst").add("needs peak_rate");
  }
  if (from.has_peak_rate() && from.has_rate() && from.peak_rate() < from.rate()) {
    problems.at("peak_rate").add("is below rate");
  }
  out.police = from.police();
  if (from.has_discipline()) {
    out.discipline = shared(from.discipline(), problems.at("discipline"));
  }
  return out;
}

const auto kNothing = [](const auto&, ClassConfig&) {};
const auto kWeight = [](const auto& from, ClassConfig& out) {
  if (from.has_weight()) out.weight = static_cast<double>(from.weight());
};
const auto kQuantum = [](const auto& from, ClassConfig& out) {
  if (from.has_quantum()) out.quantum = from.quantum();
};

DisciplineConfig discipline_config(const Discipline& from, const Problems& above) {
  switch (from.kind_case()) {
    case Discipline::kTailDrop:
      return TailDropConfig{buffer_limit(from.tail_drop().limit()), from.tail_drop().overfill()};
    case Discipline::kHeadDrop:
      return HeadDropConfig{buffer_limit(from.head_drop().limit())};
    case Discipline::kDiscard:
      return DiscardConfig{};
    case Discipline::kRed:
      return red_config(from.red(), above.at("red"));
    case Discipline::kWred:
      return wred_config(from.wred(), above.at("wred"));
    case Discipline::kCodel:
      return codel_config(from.codel(), above.at("codel"));
    case Discipline::kFqCodel:
      return fq_codel_config(from.fq_codel(), above.at("fq_codel"));
    case Discipline::kPie:
      return pie_config(from.pie());
    case Discipline::kFqPie:
      return fq_pie_config(from.fq_pie());
    case Discipline::kDualpi2:
      return dualpi2_config(from.dualpi2(), above.at("dualpi2"));
    case Discipline::kPriority:
      return PriorityConfig{
          class_configs(from.priority().classes(), above.at("priority"), kNothing)};
    case Discipline::kTokenBucket:
      return token_bucket_config(from.token_bucket(), above.at("token_bucket"));
    case Discipline::kHtb: {
      HtbConfig out;
      if (from.htb().has_rate()) out.rate = from.htb().rate();
      if (from.htb().has_burst()) out.burst = from.htb().burst();
      out.classes = htb_classes(from.htb().classes(), 1, above.at("htb"));
      return out;
    }
    case Discipline::kDrr: {
      const Problems here = above.at("drr");
      DrrConfig out{
          class_configs(from.drr().classes(), here, kQuantum), flow_queues(from.drr(), here), {}};
      if (from.drr().has_quantum()) {
        out.quantum = from.drr().quantum();
        if (!from.drr().has_flows()) here.at("quantum").add("needs flows; classes have their own");
      }
      return out;
    }
    case Discipline::kWrr:
      return WrrConfig{class_configs(from.wrr().classes(), above.at("wrr"), kWeight),
                       flow_queues(from.wrr(), above.at("wrr"))};
    case Discipline::kWfq:
      return WfqConfig{class_configs(from.wfq().classes(), above.at("wfq"), kWeight),
                       flow_queues(from.wfq(), above.at("wfq"))};
    case Discipline::kWf2QPlus:
      return Wf2qPlusConfig{
          class_configs(from.wf2q_plus().classes(), above.at("wf2q_plus"), kWeight),
          flow_queues(from.wf2q_plus(), above.at("wf2q_plus"))};
    case Discipline::KIND_NOT_SET:
      break;  // reported by check_message
  }
  return TailDropConfig{};
}

}  // namespace

}  // namespace spec

namespace {

RouterConfig config_of(const Router& router, std::vector<LinkProblem>& problems) {
  RouterConfig out{spec::discipline_config(router.root(), spec::Problems(problems, "root"))};
  const std::size_t classes = number_classes(out.root);
  if (classes > kMaxClasses) {
    problems.push_back({"root", fmt::format("{} classes; at most {}", classes, kMaxClasses)});
  }
  const std::uint64_t queues = queues_in(out.root);
  if (queues > kMaxQueues) {
    problems.push_back({"root", fmt::format("{} queues; at most {}", queues, kMaxQueues)});
  }
  return out;
}

}  // namespace

std::shared_ptr<const RouterConfig> router_config(const Router& router, const std::string& path,
                                                  std::vector<std::string>& problems) {
  std::vector<LinkProblem> found;
  auto out = std::make_shared<const RouterConfig>(config_of(router, found));
  for (const LinkProblem& p : found) {
    problems.push_back(fmt::format("{}.{}: {}", path, p.path, p.message));
  }
  return out;
}

std::vector<LinkProblem> router_problems(const Router& router) {
  std::vector<LinkProblem> found;
  config_of(router, found);
  return found;
}

}  // namespace seawind
