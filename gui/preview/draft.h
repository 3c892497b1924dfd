// SPDX-License-Identifier: GPL-3.0-or-later
// A document's text at one moment, to be read in a thread of its own: with what it extends, and as
// the program that runs it would read it.
#pragma once

#include <optional>

#include "controller/offline/load_hop.h"
#include "gui/document/yaml_document.h"

namespace seawind::gui {

struct Draft {
  Kind kind = Kind::kProfile;
  QString file;  // empty: not saved yet
  QString text;
  Places places;

  static Draft of(const YamlDocument& document, const Places& places);
  /// Where references are looked up: beside the file, in the user's library, in what is shipped;
  /// the text is read in the place of the file.
  SearchPath search() const;
};

/// The text with everything it extends laid under it; each value's place tells the file it comes
/// from (draft_file(draft) for its own). Nothing when a text cannot be read at all. A profile,
/// router, TCP variant or workload.
std::optional<config::Node> read_draft(const Draft& draft, Diagnostics& problems);

/// The same of the file it extends; nothing when it extends none that can be read.
std::optional<config::Node> read_parent(const Draft& draft);

/// The file that stands for the draft in places and messages.
QString draft_file(const Draft& draft);

/// The profile as a hop to run; nothing when there are problems.
std::optional<LoadedHop> load_draft_hop(const Draft& draft, std::uint64_t seed,
                                        Diagnostics& problems);

/// The first problem as one line: "line 7: `rate` needs a unit".
QString first_problem(const Draft& draft, const Diagnostics& problems);

}  // namespace seawind::gui
