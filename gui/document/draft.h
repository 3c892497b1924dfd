// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of a document's text, saved or not, for a worker thread. It is read with the same code as
// in the program that runs it, together with the files it extends.
#pragma once

#include <optional>

#include "controller/offline/load_hop.h"
#include "gui/document/yaml_document.h"

namespace seawind::gui {

struct Draft {
  Kind kind = Kind::kProfile;
  QString file;  // absolute path; empty: not saved yet
  QString text;
  Places places;

  /// Copies the present state of the document.
  static Draft of(const YamlDocument& document, const Places& places);
  /// The search path of references (see search_path()). `text` replaces the content of the file.
  SearchPath search() const;
};

/// The document merged with the files it extends. The place of each value names the file it comes
/// from; draft_file(draft) for the draft itself. Nothing if a text cannot be parsed; `problems` has
/// the reasons. For profiles, routers, TCP variants and workloads.
std::optional<config::Node> read_draft(const Draft& draft, Diagnostics& problems);

/// The path of the draft in places and messages: its file, or "unsaved.yaml" in the user's library.
QString draft_file(const Draft& draft);

/// The profile as a hop that can be run. Nothing if there are problems.
std::optional<LoadedHop> load_draft_hop(const Draft& draft, std::uint64_t seed,
                                        Diagnostics& problems);

/// The first problem as one line, "Line 7: `rate` needs a unit"; empty if there is none.
QString first_problem(const Draft& draft, const Diagnostics& problems);

}  // namespace seawind::gui
