// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/target.h"

#include "controller/store/layout.h"
#include "controller/store/store.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

/// "results" as well if the store cannot be read: that page shows the error.
QString page_for(const QString& campaign) {
  try {
    const Store store(to_path(campaign) / kStoreFile, Store::Access::kReadOnly);
    return store.progress().pending > 0 ? "watch" : "results";
  } catch (const std::exception&) {
    return "results";
  }
}

}  // namespace

Target target_of(const QString& path) {
  const QFileInfo info(path);
  const QString absolute = QDir::cleanPath(info.absoluteFilePath());
  if (!info.exists())
    return {
        {},
        {},
        QCoreApplication::translate("Target", "%1: there is no such file or directory").arg(path)};
  if (info.isDir()) {
    if (is_campaign(absolute)) return {page_for(absolute), absolute, {}};
    return {{},
            {},
            QCoreApplication::translate(
                "Target",
                "%1: no campaign directory (there is no campaign.db in it); name "
                "the directory that was given to -o, or a YAML file")
                .arg(path)};
  }
  const QString folder = info.absolutePath();
  if (is_campaign(folder)) return {page_for(folder), folder, {}};
  const QString end = info.suffix().toLower();
  if (end == "yaml" || end == "yml") return {"file", absolute, {}};
  return {{},
          {},
          QCoreApplication::translate("Target",
                                      "%1: neither a YAML file (.yaml, .yml) nor a campaign "
                                      "directory")
              .arg(path)};
}

}  // namespace seawind::gui
