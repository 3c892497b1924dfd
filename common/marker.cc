// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/marker.h"

#include "common/error.h"
#include "common/remove_tree.h"

namespace seawind {

void mark(const Directory& directory) {
  if (directory.status_of(kMarkerFile)) return;
  directory.write_new(kMarkerFile,
                      "Seawind made this directory, and removes it when it is left over.\n");
  directory.flush_all();
}

bool is_marked(const Directory& parent, const std::string& name) {
  const auto found = parent.status_of(name);
  if (!found || !S_ISDIR(found->st_mode)) return false;
  const auto marker = parent.status_of(name + "/" + kMarkerFile);
  return marker && S_ISREG(marker->st_mode);
}

void remove_marked(const Directory& parent, const std::string& name) {
  const Directory directory = parent.open(name);
  if (!same_mount(parent.fd(), directory.fd()))
    throw Error("cannot remove " + parent.path_of(name) + ": another file system is mounted there");
  for (const auto& inner : directory.names())
    if (inner != kMarkerFile) directory.remove_tree(inner);
  directory.flush();
  parent.remove_tree(name);
}

}  // namespace seawind
