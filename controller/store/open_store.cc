// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/open_store.h"

#include <fmt/format.h>

#include "controller/store/layout.h"
#include "controller/store/store_check.h"

namespace seawind {

std::unique_ptr<Database> open_store(const std::filesystem::path& campaign) {
  const auto path = campaign / kStoreFile;
  if (std::error_code failed; !std::filesystem::exists(path, failed) && !failed)
    throw Error(fmt::format("cannot read {}: it is not a campaign directory (no {})",
                            campaign.string(), kStoreFile));
  auto db = std::make_unique<Database>(path.string(), Database::Mode::kReadOnly);
  check_store(*db, path.string());
  return db;
}

}  // namespace seawind
