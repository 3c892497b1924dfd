// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/open_store.h"

#include <fmt/format.h>

#include "controller/results/layout.h"

namespace seawind {

std::unique_ptr<Database> open_store(const std::filesystem::path& campaign) {
  const auto path = campaign / kStoreFile;
  if (!std::filesystem::exists(path))
    throw Error(fmt::format("cannot report on {}: it is not a campaign directory (no {})",
                            campaign.string(), kStoreFile));
  auto db = std::make_unique<Database>(path.string(), Database::Mode::kReadOnly);
  auto version = db->prepare("PRAGMA user_version");
  if (!version.step() || version.integer(0) != 2)
    throw Error(fmt::format("cannot report on {}: its schema version is {}, this program reads 2",
                            path.string(), version.integer(0)));
  return db;
}

}  // namespace seawind
