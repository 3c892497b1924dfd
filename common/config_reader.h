// SPDX-License-Identifier: GPL-3.0-or-later
// Reads YAML files into configuration messages. The Param options in the .proto files define every
// key, unit, range, default and enum name. The reader reports all unknown keys, missing units,
// values out of range, duplicate keys, and missing or cyclic references of a file at once, each
// with its location.
#pragma once

#include <google/protobuf/message.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "common/config/tree.h"
#include "common/diagnostics.h"

namespace seawind {

/// Unsaved editor texts by file. A text replaces the content of its file, also when the file does
/// not exist.
using UnsavedTexts = std::map<std::filesystem::path, std::string>;

/// Search path of references. A reference is looked up as NAME.yaml, then NAME, in `<kind>/` of
/// each root, in order. A reference that contains a '/' or ends in .yaml is a path relative to the
/// referring file instead, and must end in .yaml.
struct SearchPath {
  std::vector<std::filesystem::path> roots;  // e.g. the test set's folder's parent, then configs/
  UnsavedTexts unsaved = {};
};

/// The folder that contains profiles/, testsets/, ... for `file`: the parent of the file's folder.
/// For a test set in a subfolder of testsets/ (configs/testsets/reference/w1.yaml) it is the parent
/// of testsets/ (configs).
std::filesystem::path root_of(const std::filesystem::path& file);

/// Returns the path of the referenced file, or an empty path if no such file exists.
std::filesystem::path find_reference(const SearchPath& search, const std::string& kind,
                                     const std::string& reference,
                                     const std::filesystem::path& from);

/// Adds a diagnostic for an unresolved reference: the places searched and the nearest existing
/// name.
void report_missing_reference(const SearchPath& search, const std::string& kind,
                              const std::string& reference, const std::filesystem::path& from,
                              const Location& at, Diagnostics& problems);

/// Location of each value by its path in the message: "downlink.states.bad.rate_base",
/// "flows[1].name". An inherited value has the location in the extended file. Defaults have no
/// location.
using Locations = std::map<std::string, Location>;

/// Clears `out` and reads `file` into it. Resolves `extends` and clears that field, fills in
/// defaults, and sets `name` from the file name. Adds errors to `problems`; `out` is valid only if
/// no error was added. Adds locations to `places` if it is not null.
void read_config(const std::filesystem::path& file, const SearchPath& search,
                 google::protobuf::Message& out, Diagnostics& problems,
                 Locations* places = nullptr);

/// Returns the tree of `file` merged with the files it extends. Each value keeps the location in
/// its own file. Defaults are not filled in. Reports problems as read_config() does, but keeps
/// invalid values in the tree. Returns nothing if a file cannot be found or read.
std::optional<config::Node> read_extended(const std::filesystem::path& file,
                                          const SearchPath& search,
                                          const google::protobuf::Message& prototype,
                                          Diagnostics& problems);

/// Checks ranges and required fields of a message that did not come from a file (the control API).
/// Returns one line per problem: "downlink.rate_base: 0bit/s is below 1bit/s".
std::vector<std::string> check_message(const google::protobuf::Message& message);

/// Checks only the texts of a message: control characters, and the naming rule
/// (common/config/names.h).
std::vector<std::string> check_texts(const google::protobuf::Message& message);

/// Fills in the defaults of a message that did not come from a file. An unset field that allows
/// "off" means off and stays unset.
void fill_defaults(google::protobuf::Message& message);

}  // namespace seawind
