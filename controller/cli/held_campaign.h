// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "common/directory.h"

namespace seawind {

/// A campaign directory for a command that uses it several times. By its name, the command could
/// read and write elsewhere: the owner of the directory or of a folder above may replace it by a
/// link meanwhile.
class HeldCampaign {
 public:
  /// Throws Error, also if `given` is not a campaign directory.
  explicit HeldCampaign(const std::string& given);
  /// Leads to the directory during this object's lifetime, whatever has its name.
  std::string path() const { return held_.by_descriptor(); }
  /// `text` with the name that the user gave in place of path().
  std::string shown(const std::string& text) const;
  /// Returns use(path()). Its errors contain the name that the user gave.
  int use(const std::function<int(const std::string& path)>& use) const;

 private:
  std::string given_;
  Directory held_;
};

}  // namespace seawind
