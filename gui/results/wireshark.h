// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a packet of a repetition in Wireshark. The repetition's capture is exported once into the
// cache folder.
#pragma once

#include <QtWidgets>
#include <cstdint>
#include <functional>
#include <string>

namespace seawind::gui {

struct Capture {
  QString file;
  quint64 frame = 0;  // frame number of the packet, from 1; 0: the capture has no frame of this
                      // packet
};

/// Exports the capture, unless the cache has one that is not older than the log, and finds the
/// frame. Throws Error. Exceptions of `progress` propagate. No partial file remains.
Capture make_capture(const QString& campaign, const std::string& case_name, int number,
                     std::uint64_t packet, bool outbound,
                     const std::function<void(std::uint64_t, std::uint64_t)>& progress);

QStringList wireshark_arguments(const Capture& capture);
/// Starts Wireshark as a detached process. False, with a reason that names the file in `error`, if
/// Wireshark is not in PATH or does not start.
bool open_in_wireshark(const Capture& capture, QString& error);

}  // namespace seawind::gui
