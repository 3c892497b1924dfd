// SPDX-License-Identifier: GPL-3.0-or-later
// What a path of the command line, a drop or a file dialog is for the window.
#pragma once

#include <QString>

namespace seawind::gui {

/// As in Page::wanted(); `what` empty: `error` says why nothing can be shown, and what to do.
struct Target {
  QString what;
  QString argument;  // absolute
  QString error;
};

/// "file" for a YAML file; for a campaign directory "watch" while something is left to run in it,
/// else "results". A file inside a campaign directory stands for the campaign.
Target target_of(const QString& path);

}  // namespace seawind::gui
