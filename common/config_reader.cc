// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/config/fill.h"
#include "common/config/merge.h"
#include "common/config/names.h"
#include "common/diagnostics.h"
#include "common/listed_files.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using config::Node;

bool is_path(const std::string& reference) {
  return reference.find('/') != std::string::npos || reference.ends_with(".yaml");
}

// A path in a document may lead to documents only. Diagnostics show lines of the file, and the
// author of a document must not be able to show lines of arbitrary files. A path from the command
// line (`from` is empty) is the user's own and is not restricted.
bool may_name(const std::string& reference, const fs::path& from) {
  return from.empty() || reference.ends_with(".yaml");
}

// All candidate paths of the reference, in order of preference.
std::vector<fs::path> candidates(const SearchPath& search, const std::string& kind,
                                 const std::string& reference, const fs::path& from) {
  if (is_path(reference)) {
    if (!may_name(reference, from)) return {};
    return {(from.parent_path() / reference).lexically_normal()};
  }
  std::vector<fs::path> all;
  for (const fs::path& root : search.roots) {
    for (const std::string& name : {reference + ".yaml", reference}) {
      all.push_back((root / kind / name).lexically_normal());
    }
  }
  return all;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// One canonical path per file, for the detection of cycles.
fs::path identity(const fs::path& file) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(file, error);
  return error ? file : canonical;
}

// The unsaved text of a file, or null.
const std::string* unsaved_text(const SearchPath& search, const fs::path& file) {
  if (search.unsaved.empty()) return nullptr;
  const fs::path wanted = identity(file);
  for (const auto& [name, text] : search.unsaved) {
    if (identity(name) == wanted) return &text;
  }
  return nullptr;
}

std::optional<Node> read_or_unsaved(const fs::path& file, const SearchPath& search,
                                    Diagnostics& problems) {
  const std::string* text = unsaved_text(search, file);
  if (text == nullptr) return config::read_tree(file, problems);
  if (text->size() <= config::kLargestFile) return config::parse_tree(*text, file, problems);
  problems.add({file.string()},
               fmt::format("cannot read: it is larger than {} KiB", config::kLargestFile / 1024));
  return {};
}

struct Chain {
  std::vector<fs::path> files;  // the file itself, its parent, its parent's parent, ...
  std::vector<fs::path> identities;
};

// Returns the document merged with the files it extends. Checks each file separately, so that an
// error is found even if a child overrides the value.
std::optional<Node> read_merged(const fs::path& file, const SearchPath& search,
                                const google::protobuf::Message& prototype, Chain& chain,
                                Diagnostics& problems) {
  std::optional<Node> tree = read_or_unsaved(file, search, problems);
  if (!tree) return {};
  chain.files.push_back(file);
  chain.identities.push_back(identity(file));
  const std::unique_ptr<google::protobuf::Message> scratch(prototype.New());
  config::MessageBuilder(problems, false, nullptr).fill(*tree, *scratch, "");

  const auto* field = prototype.GetDescriptor()->FindFieldByName("extends");
  const config::Entry* extends = config::find_entry(*tree, "extends");
  if (field == nullptr || extends == nullptr || extends->value.kind != Node::Kind::kScalar) {
    return tree;
  }
  const std::string& kind = config::rules_of(*field).reference();
  const std::string& reference = extends->value.text;
  const fs::path parent = find_reference(search, kind, reference, file);
  if (parent.empty()) {
    report_missing_reference(search, kind, reference, file, extends->value.at, problems);
    return {};
  }
  const auto seen = std::find(chain.identities.begin(), chain.identities.end(), identity(parent));
  if (seen != chain.identities.end()) {
    std::vector<std::string> names;
    for (auto i = static_cast<std::size_t>(seen - chain.identities.begin()); i < chain.files.size();
         ++i) {
      names.push_back(chain.files[i].string());
    }
    names.push_back(names.front());
    problems.add(extends->value.at,
                 fmt::format("`extends` goes in a circle: {}", fmt::join(names, " -> ")));
    return {};
  }
  const std::optional<Node> base = read_merged(parent, search, prototype, chain, problems);
  if (!base) return {};
  return config::merge(*tree, *base, *prototype.GetDescriptor());
}

void clear_extends_and_name(const fs::path& file, google::protobuf::Message& out,
                            Diagnostics& problems) {
  const auto* extends = out.GetDescriptor()->FindFieldByName("extends");
  if (extends != nullptr) out.GetReflection()->ClearField(&out, extends);
  const auto* name = out.GetDescriptor()->FindFieldByName("name");
  if (name != nullptr && out.GetReflection()->GetString(out, name).empty()) {
    const std::string own = file.stem().string();
    const std::string problem = config::name_problem(own, config::rules_of(*name).name());
    if (!problem.empty()) {
      problems.add({file.string()}, fmt::format("the file's name: {}; or give a `name`", problem));
      return;
    }
    out.GetReflection()->SetString(&out, name, own);
  }
}

}  // namespace

fs::path root_of(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  fs::path up = "..";
  for (fs::path at = fs::absolute(file).lexically_normal().parent_path(); at.has_relative_path();
       at = at.parent_path(), up /= "..") {
    if (at.filename() == "testsets") return (folder / up).lexically_normal();
  }
  return (folder / "..").lexically_normal();
}

fs::path find_reference(const SearchPath& search, const std::string& kind,
                        const std::string& reference, const fs::path& from) {
  for (const fs::path& candidate : candidates(search, kind, reference, from)) {
    if (is_file(candidate) || unsaved_text(search, candidate) != nullptr) return candidate;
  }
  return {};
}

void report_missing_reference(const SearchPath& search, const std::string& kind,
                              const std::string& reference, const fs::path& from,
                              const Location& at, Diagnostics& problems) {
  if (is_path(reference) && !may_name(reference, from)) {
    return problems.add(at, fmt::format("`{}` is a path and must end in .yaml", reference));
  }
  std::vector<std::string> looked;
  std::vector<std::string> known;
  for (const fs::path& candidate : candidates(search, kind, reference, from)) {
    if (is_path(reference) || candidate.extension() == ".yaml") {
      std::error_code error;
      if (fs::exists(candidate, error))
        return problems.add(at, fmt::format("{} is not a regular file", candidate.string()));
      looked.push_back(candidate.string());
    }
    for (const auto& found : listed_files(candidate.parent_path())) {
      if (found.extension() == ".yaml") known.push_back(found.stem().string());
    }
  }
  std::sort(known.begin(), known.end());
  std::string hint;
  if (!is_path(reference)) hint = did_you_mean(reference, known);
  if (!is_path(reference) && hint.empty() && kind != "testsets")
    hint = fmt::format("`seawind {} list` shows the names", kind);
  problems.add(
      at,
      fmt::format("there is no file for `{}`: looked for {}", reference, fmt::join(looked, ", ")),
      hint);
}

void read_config(const fs::path& file, const SearchPath& search, google::protobuf::Message& out,
                 Diagnostics& problems, Locations* places) {
  out.Clear();
  Chain chain;
  const std::optional<Node> tree = read_merged(file, search, out, chain, problems);
  if (!tree) return;
  config::MessageBuilder(problems, true, places).fill(*tree, out, "");
  clear_extends_and_name(file, out, problems);
}

std::optional<Node> read_extended(const fs::path& file, const SearchPath& search,
                                  const google::protobuf::Message& prototype,
                                  Diagnostics& problems) {
  Chain chain;
  return read_merged(file, search, prototype, chain, problems);
}

}  // namespace seawind
