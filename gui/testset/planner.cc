// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/planner.h"

#include "controller/campaign/machine.h"
#include "controller/testset/plan.h"

namespace seawind::gui {

/// The result of the search in earlier campaigns, which takes time. It is repeated when the cases
/// have changed or the result is old. Only one worker uses it at a time.
struct Planner::Cache {
  static constexpr qint64 kOldMs = 30'000;
  std::set<std::string> identities;
  EarlierRuns earlier;
  QElapsedTimer age;

  const EarlierRuns& of(const Plan& plan, const QString& folder, const std::stop_token& stop) {
    std::set<std::string> wanted;
    for (const Case& c : plan.cases()) wanted.insert(identity_of(plan.test_set(), c));
    if (wanted != identities || !age.isValid() || age.elapsed() > kOldMs) {
      earlier = earlier_runs(plan, to_path(folder), [&stop] { return stop.stop_requested(); });
      identities = std::move(wanted);
      age.start();
      if (stop.stop_requested()) age.invalidate();  // the result is incomplete
    }
    return earlier;
  }
};

std::optional<Plan> plan_of(const QString& text, const QString& file, const Places& places) {
  const auto path = to_path(places.path_of(Kind::kTestSet, file));
  Diagnostics problems;
  return load_plan(path, to_path(places.configs), problems, {{path, text.toStdString()}});
}

Planner::Planner(YamlDocument& document, Checker& checker, Places places, QObject* parent)
    : QObject(parent),
      document_(document),
      checker_(checker),
      places_(std::move(places)),
      cache_(std::make_shared<Cache>()) {
  connect(&document_, &YamlDocument::text_changed, this, [this] { current_ = false; });
  connect(&checker_, &Checker::checked, this, &Planner::refresh);
}

void Planner::refresh() {
  const bool sound = checker_.problems().empty();
  task_.start([this, text = document_.text(), file = document_.file(), places = places_,
               cache = cache_, sound](const std::stop_token& stop) {
    auto planned = std::make_shared<Planned>();
    planned->free = free_space(to_path(places.campaigns));
    try {
      if (sound) planned->plan = plan_of(text, file, places);
      if (planned->plan)
        planned->estimate =
            estimate(*planned->plan, cache->of(*planned->plan, places.campaigns, stop),
                     auto_slots(cores(), most_slots()));
    } catch (const std::exception&) {
      planned->plan.reset();  // the checker reports the errors
    }
    return [this, planned] {
      planned_ = planned;
      current_ = checker_.is_current();
      emit changed();
    };
  });
}

}  // namespace seawind::gui
