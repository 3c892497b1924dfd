// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/kind_of_file.h"

#include "common/error.h"
#include "gui/document/file_content.h"
#include "gui/document/schema.h"

namespace seawind::gui {
namespace {

struct KindText {
  Q_DECLARE_TR_FUNCTIONS(KindOfFile)
};

/// The number of top-level keys of the text that only some kinds have.
int known_keys(const QString& text, const SchemaNode& root) {
  static const QRegularExpression kKey("^([A-Za-z_]\\w*)\\s*:",
                                       QRegularExpression::MultilineOption);
  const QStringList common{"name", "description", "extends"};
  int known = 0;
  for (auto match = kKey.globalMatch(text); match.hasNext();) {
    const QString key = match.next().captured(1);
    if (!common.contains(key) && root.child(key) != nullptr) ++known;
  }
  return known;
}

}  // namespace

std::optional<Kind> kind_of_file(const QString& file, const Places& places) {
  QString ignored;
  const auto bytes = read_all(file, ignored);
  if (!bytes) return {};
  const QString text = QString::fromUtf8(*bytes);
  for (const Kind kind : kKinds)
    if (text.contains("$schema=") && text.contains('/' + schema_of(kind) + ".schema.json"))
      return kind;
  QStringList folders = QFileInfo(file).absolutePath().split('/');
  for (; !folders.isEmpty(); folders.removeLast())  // the nearest one decides
    for (const Kind kind : kKinds)
      if (folders.last() == folder_of(kind)) return kind;
  std::optional<Kind> best;
  int most = 0;
  for (const Kind kind : kKinds) {
    try {
      const int known = known_keys(text, schema(kind, places));
      if (known > most) best = kind;
      most = std::max(most, known);
    } catch (const Error&) {  // a damaged installation; reported when the file is opened
    }
  }
  return best;
}

QString unknown_kind(const QString& file) {
  return KindText::tr(
             "%1 is neither a link profile nor a router, a TCP variant, a workload or a "
             "test set: it has none of their keys.")
      .arg(file);
}

}  // namespace seawind::gui
