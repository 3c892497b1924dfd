// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/draft.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "common/config_reader.h"
#include "common/error.h"
#include "controller/testset/testset.pb.h"

namespace seawind::gui {
namespace {

struct DraftText {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::Draft)
};

/// The draft as a file: its own when it is saved as it stands.
class DraftFile {
 public:
  explicit DraftFile(const Draft& draft) : file_(draft_file(draft)) {
    QFile saved(file_);
    if (saved.open(QIODevice::ReadOnly) && saved.readAll() == draft.text.toUtf8()) return;
    file_ = folder_.filePath(QFileInfo(file_).fileName());
    QFile copy(file_);
    if (!copy.open(QIODevice::WriteOnly) || copy.write(draft.text.toUtf8()) < 0)
      throw Error("cannot write " + file_.toStdString());
  }
  std::filesystem::path path() const { return to_path(file_); }

 private:
  QTemporaryDir folder_;
  QString file_;
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
  return {{to_path(QDir::cleanPath(beside)), to_path(places.own), to_path(places.configs)}};
}

std::optional<config::Node> read_draft(const Draft& draft, Diagnostics& problems) {
  const DraftFile file(draft);
  return read_extended(file.path(), draft.search(), message_of(draft.kind), problems);
}

std::optional<config::Node> read_parent(const Draft& draft) {
  const DraftFile file(draft);
  Diagnostics ignored;
  const auto own = config::read_tree(file.path(), ignored);
  const config::Entry* extends = own ? config::find_entry(*own, "extends") : nullptr;
  if (extends == nullptr) return {};
  const auto parent = find_reference(draft.search(), folder_of(draft.kind).toStdString(),
                                     extends->value.text, to_path(draft_file(draft)));
  if (parent.empty()) return {};
  return read_extended(parent, draft.search(), message_of(draft.kind), ignored);
}

std::optional<LoadedHop> load_draft_hop(const Draft& draft, std::uint64_t seed,
                                        Diagnostics& problems) {
  const DraftFile file(draft);
  HopChoice choice;
  choice.profile = file.path().string();
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
