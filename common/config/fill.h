// SPDX-License-Identifier: GPL-3.0-or-later
// From the located tree to the message: every key, unit, range, label and default by descriptor.
#pragma once

#include <map>
#include <string>

#include "common/config/rules.h"
#include "common/config/tree.h"
#include "common/config_reader.h"

namespace seawind::config {

class Filler {
 public:
  /// whole: the document is merged, so what is missing is missing, and defaults are filled in.
  /// Otherwise only what is there is checked. `places` may be null.
  Filler(Diagnostics& problems, bool whole, Places* places)
      : problems_(problems), whole_(whole), places_(places) {}

  /// Fills `out` from the map `node`. `path` is the place in the document, "" for its root.
  void fill(const Node& node, Message& out, const std::string& path);

 private:
  // kOverrides: one state of `states:`. kPartial: what is not given stays as it is.
  enum class Role { kSection, kOverrides, kPartial };

  void fill_section(const Node& node, Message& out, const std::string& path, Role role);
  void fill_missing(const Node& node, Message& out, const std::string& path);
  void fill_field(const Entry& entry, Message& out, const FieldDescriptor& field,
                  const std::string& path);
  void fill_map(const Entry& entry, Message& out, const FieldDescriptor& field,
                const std::string& path);
  void fill_list(const Entry& entry, Message& out, const FieldDescriptor& field,
                 const std::string& path);
  void fill_scalar(const std::string& key, const Node& node, Message& out,
                   const FieldDescriptor& field);
  void fill_limit(const std::string& key, const Node& node, Limit& out, const Param& rules);
  void fill_distribution(const std::string& key, const Node& node, Distribution& out,
                         const Param& rules);
  void fill_law(const std::string& name, const Node& node, Message& out, const Param& outer);
  void fill_law_list(const std::string& name, const Node& node, Message& out,
                     const FieldDescriptor& field, const Param& outer);
  /// The files that keys of `node` name; only of a merged document, so that each is read once.
  void fill_content(const Node& node, Message& out, const Param& outer);
  bool reads_files() const { return whole_; }
  void fill_map_value(const Entry& entry, Message& pair, const FieldDescriptor& field,
                      const Param& rules);
  void unknown_key(const Node& node, const Entry& entry, const Descriptor& type, Role role);

  /// A number in range, or nothing and a diagnostic.
  std::optional<double> number(const std::string& key, const Node& node, const Param& rules,
                               Unit unit);
  std::optional<std::int64_t> whole_number(const std::string& key, const Node& node,
                                           const Param& rules);
  void wrong_kind(const std::string& key, const Node& node, const std::string& wanted);

  Diagnostics& problems_;
  bool whole_;
  Places* places_;
  const Node* unused_of_ = nullptr;  // the map whose keys not given are in unused_
  std::vector<std::string> unused_;
};

}  // namespace seawind::config
