// SPDX-License-Identifier: GPL-3.0-or-later
// A packet of a repetition in Wireshark: the repetition's capture, exported once into the cache
// folder, opened at that packet's frame.
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <functional>
#include <string>

namespace seawind::gui {

struct Capture {
  QString file;
  quint64 frame = 0;  // of the packet, from 1; 0: the capture has no frame of it
};

/// Exports the capture, unless the cache has one that is not older than the log, and finds the
/// frame. Throws Error. Exceptions of `progress` propagate. No partial file remains.
Capture make_capture(const QString& campaign, const std::string& case_name, int number,
                     std::uint64_t packet, bool outbound,
                     const std::function<void(std::uint64_t, std::uint64_t)>& progress);

QStringList wireshark_arguments(const Capture& capture);
/// Starts it, detached. False and `error`: it is not installed (PATH), or does not start; the error
/// names the file.
bool open_in_wireshark(const Capture& capture, QString& error);

}  // namespace seawind::gui
