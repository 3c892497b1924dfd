// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what a path from the command line, a drop or a file dialog opens.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

/// Arguments of Page::show_requested(). If `what` is empty, `error` states why nothing can be
/// shown, and the remedy.
struct Target {
  QString what;
  QString argument;  // absolute path
  QString error;
};

/// "file" for a YAML file; for a campaign directory "watch" while repetitions are pending, else
/// "results". A file inside a campaign directory selects the campaign.
Target target_of(const QString& path);

}  // namespace seawind::gui
