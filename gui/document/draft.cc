// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/draft.h"

#include "gui/document/extended.h"

namespace seawind::gui {
namespace {

struct DraftText {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::Draft)
};

}  // namespace

Draft Draft::of(const YamlDocument& document, const Places& places) {
  return {document.kind(), document.file(), document.text(), places};
}

QString draft_file(const Draft& draft) {
  return draft.places.path_of(draft.kind, draft.file);
}

SearchPath Draft::search() const {
  SearchPath path = search_path(draft_file(*this), places);
  path.unsaved = {{to_path(draft_file(*this)), text.toStdString()}};
  return path;
}

std::optional<config::Node> read_draft(const Draft& draft, Diagnostics& problems) {
  return read_merged(draft.kind, draft_file(draft), draft.search(), problems);
}

std::optional<LoadedHop> load_draft_hop(const Draft& draft, std::uint64_t seed,
                                        Diagnostics& problems) {
  HopChoice choice;
  choice.profile = draft_file(draft).toStdString();
  choice.configs = to_path(draft.places.configs);
  choice.seed = seed;
  choice.search = draft.search();
  return load_hop(choice, problems);
}

QString first_problem(const Draft& draft, const Diagnostics& problems) {
  if (problems.empty()) return {};
  const Diagnostic& first = problems.all().front();
  const QString message = QString::fromStdString(first.message);
  const QString name = QFileInfo(QString::fromStdString(first.at.file)).fileName();
  if (first.at.line <= 0) return message;
  if (name == QFileInfo(draft_file(draft)).fileName())
    return DraftText::tr("Line %1: %2").arg(first.at.line).arg(message);
  return DraftText::tr("%1, line %2: %3").arg(name).arg(first.at.line).arg(message);
}

}  // namespace seawind::gui
