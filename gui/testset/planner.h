// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of a test set's current text and the estimate of its cost. The planner runs in a thread
// after each run of the checker. The result of an older text is discarded.
#pragma once

#include <QtWidgets>
#include <memory>
#include <optional>

#include "controller/estimate/estimate.h"
#include "gui/document/checker.h"
#include "gui/document/yaml_document.h"
#include "gui/task.h"

namespace seawind::gui {

struct Planned {
  std::optional<Plan> plan;  // empty: the test set has errors
  Estimate estimate;
  std::optional<double> free;  // free space in bytes on the file system of the campaigns folder
};

/// The plan of a text. `file`: the path that relative references start from; empty: the user's
/// library.
std::optional<Plan> plan_of(const QString& text, const QString& file, const Places& places);

class Planner : public QObject {
  Q_OBJECT

 public:
  Planner(YamlDocument& document, Checker& checker, Places places, QObject* parent = nullptr);

  /// Never null.
  const std::shared_ptr<const Planned>& planned() const { return planned_; }
  /// False while a newer text is being planned.
  bool is_current() const { return current_; }
  /// Plans again, because files other than the document have changed.
  void refresh();

 signals:
  void changed();

 private:
  struct Cache;

  YamlDocument& document_;
  Checker& checker_;
  Places places_;
  std::shared_ptr<const Planned> planned_ = std::make_shared<const Planned>();
  std::shared_ptr<Cache> cache_;
  bool current_ = false;
  Task task_{Task::Threads::kOne};
};

}  // namespace seawind::gui
