// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/wireshark.h"

#include "common/error.h"
#include "controller/export/export.h"
#include "controller/export/pcapng_frames.h"
#include "controller/store/layout.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

/// One folder per campaign, so that equal file names do not collide.
QString cache_folder(const QString& campaign) {
  const QByteArray name = QCryptographicHash::hash(QFileInfo(campaign).absoluteFilePath().toUtf8(),
                                                   QCryptographicHash::Sha1)
                              .toHex()
                              .left(12);
  return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/pcapng/" + name;
}

}  // namespace

Capture make_capture(const QString& campaign, const std::string& case_name, int number,
                     std::uint64_t packet, bool outbound,
                     const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  const QString folder = cache_folder(campaign);
  if (!QDir().mkpath(folder))
    throw Error(QCoreApplication::translate("Wireshark", "cannot make the folder %1")
                    .arg(folder)
                    .toStdString());
  const auto items = select(to_path(campaign), {.repetitions = {{case_name, number}}});
  const ExportItem& item = items.front();
  Capture out;
  out.file = folder + '/' + QString::fromStdString(item.file_stem()) + ".pcapng";
  const Fd log =
      done_repetition(to_path(campaign), item.case_name, number).directory.read(kEventLogFile);
  const QFileInfo there(out.file);
  if (!there.exists() ||
      there.lastModified() < QFileInfo(to_text(by_descriptor(log))).lastModified())
    export_pcapng(item, to_path(folder), progress);
  if (packet != 0) out.frame = find_frame(to_path(out.file), packet, outbound).value_or(0);
  return out;
}

QStringList wireshark_arguments(const Capture& capture) {
  QStringList out{"-r", capture.file};
  if (capture.frame > 0) out << "-g" << QString::number(capture.frame);
  return out;
}

bool open_in_wireshark(const Capture& capture, QString& error) {
  const QString program = QStandardPaths::findExecutable("wireshark");
  if (program.isEmpty()) {
    error = QCoreApplication::translate(
                "Wireshark",
                "Wireshark is not installed (no `wireshark` on the PATH). The capture is in\n%1")
                .arg(capture.file);
    if (capture.frame > 0)
      error +=
          QCoreApplication::translate("Wireshark", "\nthe packet is frame %1.").arg(capture.frame);
    return false;
  }
  if (QProcess::startDetached(program, wireshark_arguments(capture))) return true;
  error = QCoreApplication::translate("Wireshark", "%1 does not start. The capture is in\n%2")
              .arg(program, capture.file);
  return false;
}

}  // namespace seawind::gui
