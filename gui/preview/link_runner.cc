// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/link_runner.h"

#include "common/units.h"

namespace seawind::gui {
namespace {

constexpr double kMaxProbes = 3e5;

/// Why the choice is rejected; empty if it is accepted.
QString choice_problem(const PreviewChoice& choice) {
  const auto duration = parse_quantity(choice.duration, DURATION);
  const auto interval = parse_quantity(choice.probe_interval, DURATION);
  if (!duration.value || !interval.value || *interval.value <= 0)
    return {};  // reported by seawind-link
  if (*duration.value / *interval.value <= kMaxProbes) return {};
  return QCoreApplication::translate(
             "LinkRunner",
             "%1 with a probe every %2 are more than %L3 probe packets: choose a shorter "
             "duration or a longer interval.")
      .arg(QString::fromStdString(choice.duration), QString::fromStdString(choice.probe_interval))
      .arg(kMaxProbes, 0, 'f', 0);
}

}  // namespace

LinkResult run_link(const LinkRequest& request, const std::stop_token& stop) {
  LinkResult result;
  try {
    Diagnostics ignored;  // load_draft_hop() reports the same problems
    if (auto values = read_draft(request.draft, ignored))
      result.values = std::make_shared<config::Node>(std::move(*values));
    Diagnostics problems;
    const auto hop = load_draft_hop(request.draft, request.seed, problems);
    if (!hop) {
      result.problem = first_problem(request.draft, problems);
      return result;
    }
    result.router = QString::fromStdString(hop->router);
    result.problem = choice_problem(request.choice);
    if (stop.stop_requested() || !result.problem.isEmpty()) return result;
    std::string printed, said;
    const int code = run_seawind_link(preview_arguments(request.choice, request.seed), hop->spec,
                                      printed, stop, &said);
    if (code == kLinkStopped || stop.stop_requested()) return result;
    if (code == 0) {
      result.data = std::make_shared<LinkData>(read_link_data(printed));
    } else {
      result.problem = QString::fromStdString(said).trimmed();
    }
  } catch (const std::exception& e) {
    result.problem = QString::fromStdString(e.what());
  }
  return result;
}

}  // namespace seawind::gui
