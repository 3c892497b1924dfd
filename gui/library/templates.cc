// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/templates.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace seawind::gui {

QString minimal_file(Kind kind) {
  const QString line = QStringLiteral("description: new\n");
  switch (kind) {
    case Kind::kProfile:
      return line + QStringLiteral(
                        "\ndownlink:\n  rate_base: 64kbit/s\n  propagation_delay: 300ms\n"
                        "  link_send_buffer_size: 20pkt\n"
                        "\nuplink:\n  rate_base: 64kbit/s\n  propagation_delay: 300ms\n"
                        "  link_send_buffer_size: 20pkt\n");
    case Kind::kRouter:
      return line + QStringLiteral("\nroot:\n  tail_drop:\n    limit: 20pkt\n");
    case Kind::kTcp:
      return line + QStringLiteral("\nsysctl:\n  tcp_congestion_control: reno\n");
    case Kind::kWorkload:
      return line + QStringLiteral(
                        "\nflows:\n  - name: bulk\n    role: bulk\n    direction: down\n"
                        "    start: 0s\n    bulk_tcp: {size: 343040B}\n");
    case Kind::kTestSet:
      return line;
  }
  return line;
}

bool copy_data_files(const QString& text, const QString& from, const QString& to, QString& error) {
  static const QRegularExpression kNamed(
      QStringLiteral("(?:^|[\\s{,])(?:file|delivery_trace)\\s*:\\s*[\"']?([^\\s\"',{}]+)"));
  const QDir source = QFileInfo(from).absoluteDir();
  const QDir target = QFileInfo(to).absoluteDir();
  if (source == target) return true;
  for (auto it = kNamed.globalMatch(text); it.hasNext();) {
    const QString name = it.next().captured(1);
    if (QDir::isAbsolutePath(name) || name.startsWith(QLatin1String("..")) ||
        !QFileInfo(source.filePath(name)).isFile() || target.exists(name)) {
      continue;
    }
    const QString place = target.filePath(name);
    if (!QDir().mkpath(QFileInfo(place).absolutePath()) ||
        !QFile::copy(source.filePath(name), place)) {
      error = QCoreApplication::translate("Library", "cannot copy %1 to %2")
                  .arg(source.filePath(name), place);
      return false;
    }
  }
  return true;
}

}  // namespace seawind::gui
