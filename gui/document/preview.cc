// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/preview.h"

#include <utility>

#include "gui/document/draft.h"
#include "gui/document/open_documents.h"

namespace seawind::gui {

Preview::Preview(YamlDocument& document, Places places, QWidget* parent)
    : QWidget(parent),
      document_(document),
      places_(std::move(places)),
      notice_(new Note(Note::Look::kFramed)) {
  notice_->setParent(this);
  connect(&OpenDocuments::all(), &OpenDocuments::files_changed, this, [this] {
    if (document_.has("extends")) refresh();
  });
}

void Preview::follow_document() {
  connect(&document_, &YamlDocument::tree_changed, this, [this] { refresh(); });
  connect(&document_, &YamlDocument::file_changed, this, [this] { refresh(); });
  connect(&document_, &YamlDocument::text_changed, this, [this] {
    if (!document_.is_valid()) refresh();
  });
  refresh();
}

std::optional<config::Node> Preview::read(QString& problem) const {
  if (!document_.is_valid()) {
    problem = tr("The text is not valid YAML. The last valid version is shown.");
    return {};
  }
  if (!document_.has("extends")) return document_.tree();
  const Draft draft = Draft::of(document_, places_);
  Diagnostics problems;
  auto whole = read_draft(draft, problems);
  if (!whole) problem = first_problem(draft, problems);
  return whole;
}

}  // namespace seawind::gui
