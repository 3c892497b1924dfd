// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/planner.h"

#include <QElapsedTimer>
#include <QtConcurrentRun>

#include "common/error.h"
#include "controller/campaign/host.h"
#include "controller/testset/plan.h"

namespace seawind::gui {

/// The result of the search in earlier campaigns, which takes time. It is repeated when the cases
/// have changed or the result is old. Only one worker uses it at a time.
struct Planner::Cache {
  static constexpr qint64 kOldMs = 30'000;
  std::set<std::string> identities;
  EarlierRuns earlier;
  QElapsedTimer age;

  const EarlierRuns& of(const Plan& plan, const QString& folder, const std::atomic<bool>& stop) {
    std::set<std::string> wanted;
    for (const Case& c : plan.cases()) wanted.insert(identity_of(plan.test_set(), c));
    if (wanted != identities || !age.isValid() || age.elapsed() > kOldMs) {
      earlier = earlier_runs(plan, to_path(folder), [&stop] { return stop.load(); });
      identities = std::move(wanted);
      age.start();
      if (stop) age.invalidate();  // the search was cancelled, so the result is incomplete
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
  connect(&watcher_, &QFutureWatcherBase::finished, this, [this] {
    if (again_) {
      again_ = false;
      begin();
      return;
    }
    planned_ = watcher_.result();
    current_ = checker_.is_current();
    emit changed();
  });
}

Planner::~Planner() {
  if (stop_) *stop_ = true;
  watcher_.waitForFinished();
}

void Planner::refresh() {
  if (!watcher_.isRunning()) {
    begin();
    return;
  }
  *stop_ = true;
  again_ = true;
}

void Planner::begin() {
  stop_ = std::make_shared<std::atomic<bool>>(false);
  const bool sound = checker_.problems().empty();
  watcher_.setFuture(QtConcurrent::run([text = document_.text(), file = document_.file(),
                                        places = places_, cache = cache_, stop = stop_, sound] {
    auto planned = std::make_shared<Planned>();
    planned->free = free_space(to_path(places.campaigns));
    if (!sound) return std::shared_ptr<const Planned>(planned);
    try {
      planned->plan = plan_of(text, file, places);
      if (planned->plan)
        planned->estimate =
            estimate(*planned->plan, cache->of(*planned->plan, places.campaigns, *stop),
                     auto_slots(cores(), most_slots()));
    } catch (const std::exception&) {
      planned->plan.reset();  // the checker reports the errors
    }
    return std::shared_ptr<const Planned>(planned);
  }));
}

}  // namespace seawind::gui
