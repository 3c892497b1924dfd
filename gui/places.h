// SPDX-License-Identifier: GPL-3.0-or-later
// The folders the application works on, and the kinds of files in them.
#pragma once

#include <QtWidgets>
#include <array>
#include <filesystem>

namespace seawind::gui {

enum class Kind { kProfile, kRouter, kTcp, kWorkload, kTestSet };
inline constexpr std::array kKinds{Kind::kProfile, Kind::kRouter, Kind::kTcp, Kind::kWorkload,
                                   Kind::kTestSet};

/// Folder of the kind below `configs` and `own`: profiles, routers, tcp, workloads, testsets.
QString folder_of(Kind kind);
/// Name of the JSON Schema without .schema.json: profile, router, tcp, workload, testset.
QString schema_of(Kind kind);

/// Absolute paths. A test set of `own` finds its references in `own` first, then in `configs`.
struct Places {
  QString configs;    // what comes with Seawind; never written
  QString own;        // the user's library: the same folders
  QString campaigns;  // where new campaigns go

  /// configs as the command line finds them; own: the data folder of the desktop
  /// (~/.local/share/seawind); campaigns: Seawind in the home folder. Each may be set in QSettings
  /// (places/configs, places/own, places/campaigns).
  static Places standard();

  QString shipped_folder(Kind kind) const { return configs + '/' + folder_of(kind); }
  QString own_folder(Kind kind) const { return own + '/' + folder_of(kind); }
  QString own_labs_folder() const { return own + "/labs"; }
  /// The files of labs in own_labs_folder().
  QStringList own_labs() const;
  /// Names of the YAML files of a folder (profiles, routers, ...), those of the user first.
  QStringList names(const QString& folder) const;
  /// The path of a document in references and messages: `file`, or a name in `own` for one without
  /// a file.
  QString path_of(Kind kind, const QString& file) const {
    return file.isEmpty() ? own_folder(kind) + "/unsaved.yaml" : file;
  }
  bool is_shipped(const QString& file) const { return file.startsWith(configs + '/'); }
};

/// Whether the directory has a campaign's store.
bool is_campaign(const QString& directory);
/// The store and its write-ahead log, if they exist. Their times change with every commit.
QFileInfoList store_files(const QString& directory);

/// Path of a program of Seawind (seawind, seawind-link): in the folder of this program, else on the
/// PATH. Empty if the program is in neither.
QString program(const QString& name);

inline std::filesystem::path to_path(const QString& text) {
  return text.toStdString();
}
inline QString to_text(const std::filesystem::path& path) {
  return QString::fromStdString(path.string());
}

}  // namespace seawind::gui
