// SPDX-License-Identifier: GPL-3.0-or-later
// Imports texts that are no files, and reads the profile as `seawind validate` does.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "controller/import/formats.h"

namespace seawind::test {

struct Outcome {
  LinkProfile profile;                // merged with the defaults
  std::string yaml;                   // empty: there are errors
  std::vector<std::string> errors;    // "argument 1:1:7: message"
  std::vector<std::string> warnings;  // the same

  const LinkDirection& down() const { return profile.downlink(); }
  const LinkDirection& up() const { return profile.uplink(); }
};

/// The sources are arguments. A trace that the profile names must be a file in `folder`.
Outcome imported(const std::string& format, const std::vector<std::string>& texts,
                 const std::string& folder = "/nonexistent");
Outcome imported(const std::string& format, const std::vector<importer::Source>& sources,
                 const std::string& folder);

}  // namespace seawind::test
