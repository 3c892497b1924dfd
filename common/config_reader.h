// SPDX-License-Identifier: GPL-3.0-or-later
// Reads YAML files into configuration messages by their descriptors: every key, unit, range,
// default and enum name comes from the Param options in the .proto files. Unknown keys, missing
// units, values out of range, duplicate keys, missing and cyclic references are collected, all at
// once, with their place in the file.
#pragma once

#include <google/protobuf/message.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "common/config/tree.h"
#include "common/diagnostics.h"

namespace seawind {

/// Texts being edited, by file: read in the place of what the file holds, and whether or not it is
/// there.
using UnsavedTexts = std::map<std::filesystem::path, std::string>;

/// Where references are looked up: NAME or NAME.yaml in `<kind>/` of each root, in order; a
/// reference with a '/' or ending in .yaml is a path relative to the file that names it, and must
/// end in .yaml.
struct SearchPath {
  std::vector<std::filesystem::path> roots;  // e.g. the test set's folder's parent, then configs/
  UnsavedTexts unsaved = {};
};

/// The folder that holds profiles/, testsets/, ... of a file: what its own folder lies in, and of a
/// test set below testsets/ (configs/testsets/reference/w1.yaml) what that lies in (configs).
std::filesystem::path root_of(const std::filesystem::path& file);

/// Finds a referenced file; empty when there is none.
std::filesystem::path find_reference(const SearchPath& search, const std::string& kind,
                                     const std::string& reference,
                                     const std::filesystem::path& from);

/// Adds the diagnostic for a reference without a file: where it was looked for, and the nearest
/// name.
void report_missing_reference(const SearchPath& search, const std::string& kind,
                              const std::string& reference, const std::filesystem::path& from,
                              const Location& at, Diagnostics& problems);

/// Where each value stands, by its path in the message: "downlink.states.bad.rate_base",
/// "flows[1].name". Values of a file that is extended keep that file's place; defaults have none.
using Places = std::map<std::string, Location>;

/// Reads `file` into `out` (cleared first): follows `extends` (and clears it), fills in defaults,
/// fills in `name` from the file's name. Problems go to `problems`; `out` is usable only if none
/// were added. `places`, if given, is added to.
void read_config(const std::filesystem::path& file, const SearchPath& search,
                 google::protobuf::Message& out, Diagnostics& problems, Places* places = nullptr);

/// The tree of `file` with everything it extends laid under it; each value keeps its place, so its
/// file tells where it comes from. Defaults are not filled in. Problems are reported as by
/// read_config, but a value that is wrong is in the tree all the same; none: a file cannot be read
/// or found.
std::optional<config::Node> read_extended(const std::filesystem::path& file,
                                          const SearchPath& search,
                                          const google::protobuf::Message& prototype,
                                          Diagnostics& problems);

/// Checks ranges and required fields of a message that did not come from a file (the control API).
/// Returns one line per problem: "downlink.rate_base: 0bit/s is below 1bit/s".
std::vector<std::string> check_message(const google::protobuf::Message& message);

/// Only the names and texts of a message: control characters, and the rule of names.
std::vector<std::string> check_texts(const google::protobuf::Message& message);

/// Fills in the defaults of a message that did not come from a file. A field that may be off and is
/// not set is off and stays so.
void fill_defaults(google::protobuf::Message& message);

}  // namespace seawind
