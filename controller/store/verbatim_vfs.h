// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's default VFS with one difference: it opens a file by the path it was given. The default
// VFS would resolve /proc/self/fd/N/campaign.db to the directory's current path.
#pragma once

namespace seawind {

/// The VFS's name, for sqlite3_open_v2(). The first call creates it from the default VFS.
const char* verbatim_vfs();

}  // namespace seawind
