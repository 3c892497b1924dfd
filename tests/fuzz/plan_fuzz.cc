// SPDX-License-Identifier: GPL-3.0-or-later
// resolved.json of a campaign directory, and the uses of the plan read from it.
#include "common/error.h"
#include "controller/testset/plan.h"
#include "controller/testset/plan_io.h"
#include "controller/testset/show_config.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  Plan plan;
  try {
    plan = plan_from_json(fuzz::text_of(data, size));
  } catch (const Error& error) {
    fuzz::hold(*error.what() != '\0', "a refusal says why");
    return 0;
  }
  const std::string json = plan_to_json(plan);
  fuzz::hold(plan_to_json(plan_from_json(json)) == json, "a plan is the same after a round trip");
  const auto slots = parallel_slots(plan.test_set());
  fuzz::hold(!slots || *slots > 0, "a campaign has a slot");
  for (const Case& test_case : plan.cases()) {
    (void)show_config(test_case.link());
    (void)latest_start(plan.test_set(), test_case.workload());
    if (plan.test_set().repetitions() > 0) (void)plan_repetition(plan, test_case, 0);
  }
  return 0;
}
