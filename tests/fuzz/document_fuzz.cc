// SPDX-License-Identifier: GPL-3.0-or-later
// YAML of every kind, checked as by `seawind validate`. The first byte selects the kind. A valid
// test set is planned; the plan is described, sampled, written and read back.
#include "controller/testset/check_file.h"
#include "controller/testset/plan.h"
#include "controller/testset/plan_io.h"
#include "tests/fuzz/yaml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  if (size == 0) return 0;
  static constexpr const char* kKinds[] = {"profiles", "routers", "tcp", "workloads", "testsets"};
  const std::string kind = kKinds[data[0] % std::size(kKinds)];
  const std::string name = kind + "/x.yaml";
  const SearchPath search = fuzz::search_path({{name, fuzz::text_of(data + 1, size - 1)}});
  Diagnostics problems;
  if (kind != "testsets") {
    check_file(kind, fuzz::file(name), fuzz::configs(), problems, search.unsaved);
    fuzz::hold_places(problems, search);
    return 0;
  }
  const auto plan = load_plan(fuzz::file(name), fuzz::configs(), problems, search.unsaved);
  fuzz::hold_places(problems, search);
  fuzz::hold(plan.has_value() == problems.empty(), "a plan, or problems", problems.render());
  if (!plan) return 0;
  fuzz::hold(!describe(*plan).empty(), "a plan is described");
  (void)parallel_slots(plan->test_set());
  for (const Case& test_case : plan->cases()) {
    (void)plan_repetition(*plan, test_case, 0);
    (void)plan_repetition(*plan, test_case, static_cast<int>(plan->test_set().repetitions()) - 1);
  }
  const std::string json = plan_to_json(*plan);
  fuzz::hold(plan_to_json(plan_from_json(json)) == json, "a plan is the same after a round trip");
  return 0;
}
