// SPDX-License-Identifier: GPL-3.0-or-later
// A small campaign in a temporary tree. Beside it is a victim directory that no test may change.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "controller/campaign/directory.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {

class CampaignDirectoryTest : public testing::Test {
 protected:
  CampaignDirectoryTest();

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path victim() const { return tree_.root() / "victim"; }
  CampaignDirectory create(ReadAccess access = ReadAccess::kOwner) const;
  /// Commits the first pending repetition as valid, with its own log.
  static void commit_one(CampaignDirectory& campaign);
  /// CASE in the path attempts/CASE.
  std::string case_folder() const;
  void expect_victim_untouched() const;

  TempTree tree_;
  std::filesystem::path root_;
  Plan plan_;
};

}  // namespace seawind::test
