// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/file_content.h"

#include "common/config/names.h"
#include "common/config/tree.h"

namespace seawind::gui {
namespace {

struct FileText {
  Q_DECLARE_TR_FUNCTIONS(Files)
};

/// Appends the values of all keys that name data files.
void add_data_files(const config::Node& node, QStringList& names) {
  for (const config::Node& item : node.items) add_data_files(item, names);
  for (const config::Entry& entry : node.entries) {
    add_data_files(entry.value, names);
    if ((entry.key == "file" || entry.key == "delivery_trace") && !entry.value.text.empty())
      names << QString::fromStdString(entry.value.text);
  }
}

}  // namespace

std::optional<QByteArray> read_all(const QString& file, QString& error) {
  const QFileInfo info(file);
  if (info.isDir()) {
    error = FileText::tr("Cannot open %1: it is a folder. Choose a file in it.").arg(file);
    return {};
  }
  if (info.exists() && !info.isFile()) {
    error = FileText::tr(
                "Cannot open %1: it is not a regular file (a FIFO, a socket or a device). "
                "Choose a YAML file.")
                .arg(file);
    return {};
  }
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) {
    error = FileText::tr("Cannot open %1: %2.").arg(file, in.errorString());
    return {};
  }
  const qint64 largest = static_cast<qint64>(config::kLargestFile);
  QByteArray bytes = in.read(largest + 1);
  if (in.error() != QFile::NoError) {
    error = FileText::tr("Cannot read %1: %2.").arg(file, in.errorString());
    return {};
  }
  if (bytes.size() > largest) {
    error = FileText::tr(
                "Cannot open %1: it is larger than %2 KiB, so it is not a "
                "configuration file of Seawind.")
                .arg(file)
                .arg(largest / 1024);
    return {};
  }
  return bytes;
}

QString text_of_file(const QString& file) {
  QString ignored;
  return QString::fromUtf8(read_all(file, ignored).value_or(QByteArray()));
}

QString problem_of_name(Kind kind, const QString& name) {
  return QString::fromStdString(config::name_problem(
      name.toStdString(), kind == Kind::kTestSet ? NameKind::NAME : NameKind::PLAIN_NAME));
}

QStringList yaml_files_of(const QMimeData& data) {
  QStringList files;
  for (const QUrl& url : data.urls())
    if (url.isLocalFile() && (url.path().endsWith(".yaml") || url.path().endsWith(".yml")))
      files << url.toLocalFile();
  return files;
}

bool copy_data_files(const QString& text, const QString& from, const QString& to, QString& error) {
  const QDir source = QFileInfo(from).absoluteDir();
  const QDir target = QFileInfo(to).absoluteDir();
  if (source == target) return true;
  Diagnostics ignored;  // a document with mistakes can be copied
  QStringList names;
  if (const auto tree = config::parse_tree(text.toStdString(), "", ignored))
    add_data_files(*tree, names);
  for (const QString& name : names) {
    if (QDir::isAbsolutePath(name) || name.startsWith(QLatin1String("..")) ||
        !QFileInfo(source.filePath(name)).isFile() || target.exists(name)) {
      continue;
    }
    const QString place = target.filePath(name);
    if (!QDir().mkpath(QFileInfo(place).absolutePath()) ||
        !QFile::copy(source.filePath(name), place)) {
      error = FileText::tr("cannot copy %1 to %2").arg(source.filePath(name), place);
      return false;
    }
  }
  return true;
}

}  // namespace seawind::gui
