// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/junit_file.h"

#include "common/error.h"
#include "common/output_folder.h"
#include "common/printable.h"
#include "controller/report/junit.h"

namespace seawind {

JunitFile::JunitFile(const std::string& name)
    : name_(std::filesystem::path(name).filename().string()) {
  if (name.empty()) return;
  if (name_.empty())
    throw UsageError("--junit: `" + printable(name) + "` is not the name of a file");
  folder_ = open_output(std::filesystem::path(name).parent_path());
  folder_->require_replaceable(name_);
}

void JunitFile::write(const std::vector<std::filesystem::path>& campaigns) const {
  if (folder_) folder_->replace(name_, junit_xml(campaigns));
}

}  // namespace seawind
