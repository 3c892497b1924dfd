// SPDX-License-Identifier: GPL-3.0-or-later
// Runs seawind-link for a profile.
#pragma once

#include <QtWidgets>
#include <memory>
#include <stop_token>

#include "controller/offline/link_program.h"
#include "gui/document/draft.h"
#include "gui/preview/link_data.h"

namespace seawind::gui {

struct LinkRequest {
  Draft draft;
  PreviewChoice choice;
  std::uint64_t seed = 1;
};

struct LinkResult {
  std::shared_ptr<const LinkData> data;  // null: the run did not complete
  std::shared_ptr<const config::Node>
      values;       // the profile merged with the files it extends; null: it cannot be read
  QString router;   // name of the router in front of the downlink; empty: none
  QString problem;  // why `data` is null; empty if the run was stopped
};

/// A stop request kills the program; the result then has no data.
LinkResult run_link(const LinkRequest& request, const std::stop_token& stop);

}  // namespace seawind::gui
