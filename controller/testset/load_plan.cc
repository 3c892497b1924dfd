// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "common/config/names.h"
#include "common/config_reader.h"
#include "controller/testset/case_expression.h"
#include "controller/testset/cross_checks.h"
#include "controller/testset/plan.h"
#include "controller/testset/plan_check.h"
#include "controller/testset/read_document.h"
#include "controller/testset/root_programs.h"
#include "controller/testset/router_flows.h"
#include "controller/testset/timeline_script.h"
#include "controller/testset/warnings.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

template <typename Message>
struct AxisValue {
  std::string id;  // the file name without .yaml
  Document<Message> document;
};
template <typename Message>
using Axis = std::vector<AxisValue<Message>>;

class PlanLoader {
 public:
  PlanLoader(const fs::path& file, const fs::path& configs_root, Diagnostics& problems,
             const UnsavedTexts& unsaved, RootPrograms root_programs)
      : problems_(problems), root_programs_(root_programs) {
    search_.unsaved = unsaved;
    search_.roots.push_back(root_of(file));
    if (!same_folder(search_.roots[0], configs_root)) search_.roots.push_back(configs_root);
    set_ = read_document<TestSet>(file, search_, problems);
    check_test_set(set_, problems);
    // The plan has the largest number of repetitions. The number needed is determined during the
    // run.
    if (set_.message.has_until())
      set_.message.set_repetitions(set_.message.until().max_repetitions());
  }

  void load_axes() {
    const Matrix& matrix = set_.message.matrix();
    links_ = load_axis<LinkProfile>("link", "profiles", matrix.link());
    routers_ = load_axis<Router>("router", "routers", matrix.router());
    tcps_ = load_axis<TcpVariant>("tcp", "tcp", matrix.tcp());
    workloads_ = load_axis<Workload>("workload", "workloads", matrix.workload());
    if (set_.places.count("matrix.router") > 0 && matrix.router().empty()) {
      problems_.add(set_.at("matrix.router"),
                    "`router` is an empty list: give at least one, or leave "
                    "the axis out for a link without a router queue");
    }
  }

  void check() {
    const bool router_axis = set_.places.count("matrix.router") > 0;
    for (const auto& [id, link] : links_) {
      if (!link.ok) continue;
      check_link(link, problems_);
      check_flow_control(link, router_axis, problems_);
      if (set_.message.has_mtu()) check_mtu(set_, link, problems_);
    }
    std::vector<const Workload*> whole;
    for (const auto& [id, workload] : workloads_) {
      if (workload.ok) whole.push_back(&workload.message);
    }
    for (const auto& [id, router] : routers_) {
      if (router.ok) check_router(router, problems_);
      if (router.ok && whole.size() == workloads_.size()) {
        check_router_flows(router, whole, problems_);
      }
      if (router.ok && set_.message.has_mtu()) check_router_holds_mtu(set_, router, problems_);
    }
    for (const auto& [id, tcp] : tcps_) {
      if (tcp.ok) check_tcp(tcp, problems_);
    }
    for (const auto& [id, workload] : workloads_) {
      if (!workload.ok) continue;
      check_workload(workload, problems_);
      if (root_programs_ == RootPrograms::kRefused) refuse_root_programs(workload, problems_);
      check_first_start(set_, workload, problems_);
      if (set_.message.has_timeout()) check_timeout(set_, workload, problems_);
      if (set_.message.has_mtu()) check_datagrams(set_, workload, problems_);
    }
    check_exclusions();
    if (!set_.ok) return;
    timeline_.emplace(set_, search_, problems_);
    std::vector<const Workload*> workloads;
    for (const auto& [id, workload] : workloads_) workloads.push_back(&workload.message);
    timeline_->check(workloads, problems_);
    check_until_flow(set_, workloads, problems_);
  }

  /// Must be called only when check() found no problems.
  void warn() {
    warn_limits(set_, problems_);
    for (const auto& link : links_) warn_link(link.document, problems_);
    warn_about_pairs();
  }

  /// Must be called only when check() found no problems.
  Plan plan() {
    Plan plan;
    *plan.mutable_test_set() = set_.message;
    // Without a router axis the product has one pass without a router.
    const std::size_t routers = std::max<std::size_t>(routers_.size(), 1);
    const double product = static_cast<double>(links_.size()) * static_cast<double>(routers) *
                           static_cast<double>(tcps_.size()) *
                           static_cast<double>(workloads_.size());
    if (product > kMaxCases) {
      problems_.add(
          set_.at("matrix"),
          fmt::format("the matrix has {:.0f} cases before `exclude`; at most {} are taken", product,
                      kMaxCases));
      return plan;
    }
    if (product * static_cast<double>(set_.message.repetitions()) > static_cast<double>(kMaxRuns)) {
      problems_.add(set_.at("repetitions"),
                    fmt::format("{:.0f} cases x {} repetitions are more than {} runs", product,
                                set_.message.repetitions(), kMaxRuns));
      return plan;
    }
    for (const auto& link : links_) {
      for (std::size_t r = 0; r < routers; ++r) {
        const auto* router = routers_.empty() ? nullptr : &routers_[r];
        for (const auto& tcp : tcps_) {
          for (const auto& workload : workloads_) {
            add_case(plan, link, router, tcp, workload);
            if (room_ > 0) continue;
            problems_.add(set_.at("matrix"),
                          fmt::format("the cases, with the links of their timelines and the files "
                                      "that those name, have more than {} MiB",
                                      kLargestPlan >> 20));
            return plan;
          }
        }
      }
    }
    if (plan.cases().empty() && set_.message.exclude_size() > 0) {
      problems_.add(set_.at("exclude"), "`exclude` leaves no case of the matrix");
    }
    return plan;
  }

 private:
  static bool same_folder(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return fs::equivalent(a, b, error) && !error;
  }

  template <typename Message, typename References>
  Axis<Message> load_axis(const std::string& axis, const std::string& kind,
                          const References& references) {
    Axis<Message> values;
    std::set<std::string> seen;
    for (int i = 0; i < references.size(); ++i) {
      const std::string& reference = references[i];
      const Location at = set_.at(fmt::format("matrix.{}[{}]", axis, i));
      const std::string id = axis_id(reference);
      if (!seen.insert(id).second) {
        problems_.add(at, fmt::format("`{}` is given twice in the axis `{}`", id, axis));
        continue;
      }
      const fs::path file = find_reference(search_, kind, reference, set_.file);
      if (file.empty()) {
        report_missing_reference(search_, kind, reference, set_.file, at, problems_);
        continue;
      }
      if (const std::string p = config::name_problem(id, PLAIN_NAME); !p.empty()) {
        problems_.add(at, fmt::format("the file's name: {}", p));
        continue;
      }
      values.push_back({id, read_document<Message>(file, search_, problems_)});
    }
    return values;
  }

  /// Checks all pairs of a link and a router. Without `exclude` and `timeline` all of them occur,
  /// and no link changes.
  void warn_about_pairs() {
    if (set_.message.exclude_size() > 0 || set_.message.timeline_size() > 0) return;
    for (const auto& link : links_) {
      for (const auto& router : routers_) {
        warn_router_limit(router.document, link.document, problems_);
        warn_router_never_fills(link.document, router.document, problems_);
      }
    }
  }

  /// The value of each axis, in this order; empty: any.
  using Exclusions = std::set<std::array<std::string, kAxisNames.size()>>;

  void check_exclusions() {
    const Matrix& matrix = set_.message.matrix();
    const auto ids_of = [](const auto& references) {
      std::vector<std::string> ids;
      for (const std::string& reference : references) ids.push_back(axis_id(reference));
      return ids;
    };
    const std::array ids{ids_of(matrix.link()), ids_of(matrix.router()), ids_of(matrix.tcp()),
                         ids_of(matrix.workload())};
    for (int i = 0; i < set_.message.exclude_size(); ++i) {
      const Exclusion& exclusion = set_.message.exclude(i);
      const std::string path = fmt::format("exclude[{}]", i);
      const std::array given{&exclusion.link(), &exclusion.router(), &exclusion.tcp(),
                             &exclusion.workload()};
      Exclusions::value_type values;
      bool names_none = true;
      for (std::size_t axis = 0; axis < values.size(); ++axis) {
        const std::string& value = *given[axis];
        if (value.empty()) continue;
        names_none = false;
        values[axis] = axis_id(value);
        if (std::find(ids[axis].begin(), ids[axis].end(), values[axis]) != ids[axis].end())
          continue;
        problems_.add(set_.at(fmt::format("{}.{}", path, kAxisNames[axis])),
                      fmt::format("the axis `{}` has no value `{}`", kAxisNames[axis], value),
                      did_you_mean(value, ids[axis]));
      }
      if (names_none) problems_.add(set_.at(path), "an exclusion names at least one axis");
      exclusions_.insert(std::move(values));
    }
  }

  bool excluded(const Exclusions::value_type& values) const {
    for (unsigned named = 1; named < 1U << values.size(); ++named) {
      Exclusions::value_type some;
      for (std::size_t axis = 0; axis < values.size(); ++axis)
        if ((named >> axis & 1U) != 0) some[axis] = values[axis];
      if (exclusions_.contains(some)) return true;
    }
    return false;
  }

  void add_case(Plan& plan, const AxisValue<LinkProfile>& link, const AxisValue<Router>* router,
                const AxisValue<TcpVariant>& tcp, const AxisValue<Workload>& workload) {
    Case added;
    const std::string router_part = router == nullptr ? "" : router->id + "/";
    added.set_id(fmt::format("{}/{}{}/{}", link.id, router_part, tcp.id, workload.id));
    auto& axes = *added.mutable_axes();
    axes["link"] = link.id;
    if (router != nullptr) axes["router"] = router->id;
    axes["tcp"] = tcp.id;
    axes["workload"] = workload.id;
    if (excluded({link.id, router == nullptr ? "" : router->id, tcp.id, workload.id})) return;
    added.set_index(static_cast<std::uint32_t>(plan.cases_size()));
    *added.mutable_link() = link.document.message;
    if (router != nullptr) *added.mutable_downlink_router() = router->document.message;
    *added.mutable_tcp() = tcp.document.message;
    *added.mutable_workload() = workload.document.message;
    room_ -= std::min(room_, added.ByteSizeLong());
    timeline_->resolve(added, room_, problems_);
    *plan.add_cases() = std::move(added);
  }

  Diagnostics& problems_;
  const RootPrograms root_programs_;
  SearchPath search_;
  Document<TestSet> set_;
  std::optional<TimelineScript> timeline_;
  Axis<LinkProfile> links_;
  Axis<Router> routers_;
  Axis<TcpVariant> tcps_;
  Axis<Workload> workloads_;
  Exclusions exclusions_;
  std::size_t room_ = kLargestPlan;  // bytes for further cases
};

}  // namespace

std::string axis_id(const std::string& reference) {
  const fs::path name = fs::path(reference).filename();
  return name.extension() == ".yaml" ? name.stem().string() : name.string();
}

std::optional<Plan> load_plan(const fs::path& file, const fs::path& configs_root,
                              Diagnostics& problems, const UnsavedTexts& unsaved,
                              RootPrograms root_programs) {
  const std::size_t before = problems.all().size();
  PlanLoader loader(file, configs_root, problems, unsaved, root_programs);
  loader.load_axes();
  loader.check();
  if (problems.all().size() != before) return {};
  Plan plan = loader.plan();
  if (problems.all().size() != before) return {};
  loader.warn();
  return plan;
}

}  // namespace seawind
