// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's own VFS, but for one thing: a file is opened by the path it was given. SQLite would
// resolve /proc/self/fd/N/campaign.db to where that directory is called now.
#pragma once

namespace seawind {

/// Its name, for sqlite3_open_v2(). Made from the default VFS at the first call.
const char* verbatim_vfs();

}  // namespace seawind
