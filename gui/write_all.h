// SPDX-License-Identifier: GPL-3.0-or-later
// Writing a file as a whole.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

/// Opens, writes and commits. If it returns false, the file on the disk is unchanged, and
/// out.errorString() has the reason. Without flush(), commit() of Qt 6.4 does not detect an error
/// in writing the last bytes.
inline bool write_all(QSaveFile& out, const QByteArray& bytes) {
  return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.flush() &&
         out.commit();
}

}  // namespace seawind::gui
