// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/draft.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "common/config_reader.h"
#include "controller/testset/testset.pb.h"

namespace seawind::gui {
namespace {

struct DraftText {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::Draft)
};

const google::protobuf::Message& message_of(Kind kind) {
  switch (kind) {
    case Kind::kProfile:
      return LinkProfile::default_instance();
    case Kind::kRouter:
      return Router::default_instance();
    case Kind::kTcp:
      return TcpVariant::default_instance();
    default:
      return Workload::default_instance();
  }
}

}  // namespace

Draft Draft::of(const YamlDocument& document, const Places& places) {
  return {document.kind(), document.file(), document.text(), places};
}

QString draft_file(const Draft& draft) {
  return draft.file.isEmpty() ? draft.places.own_folder(draft.kind) + "/unsaved.yaml" : draft.file;
}

SearchPath Draft::search() const {
  const QString beside = QFileInfo(draft_file(*this)).path() + "/..";
  return {{to_path(QDir::cleanPath(beside)), to_path(places.own), to_path(places.configs)},
          {{to_path(draft_file(*this)), text.toStdString()}}};
}

std::optional<config::Node> read_draft(const Draft& draft, Diagnostics& problems) {
  return read_extended(to_path(draft_file(draft)), draft.search(), message_of(draft.kind),
                       problems);
}

std::optional<config::Node> read_parent(const Draft& draft) {
  Diagnostics ignored;
  const SearchPath search = draft.search();
  const auto file = to_path(draft_file(draft));
  const auto own = config::parse_tree(draft.text.toStdString(), file, ignored);
  const config::Entry* extends = own ? config::find_entry(*own, "extends") : nullptr;
  if (extends == nullptr) return {};
  const auto parent =
      find_reference(search, folder_of(draft.kind).toStdString(), extends->value.text, file);
  if (parent.empty()) return {};
  return read_extended(parent, search, message_of(draft.kind), ignored);
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
