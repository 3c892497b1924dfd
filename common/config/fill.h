// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a located tree to a message. The descriptor defines the keys, units, ranges, labels and
// defaults.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "common/config/content.h"
#include "common/config/rules.h"
#include "common/config/tree.h"
#include "common/config_reader.h"

namespace seawind::config {

class MessageBuilder {
 public:
  /// whole: the document is merged; missing required values are reported and defaults are filled
  /// in. Otherwise only the values present are checked. `places` may be null.
  MessageBuilder(Diagnostics& problems, bool whole, Locations* places)
      : problems_(problems), whole_(whole), places_(places) {}

  /// Fills `out` from the map `node`. `path` is the path of `node` in the document, "" for the
  /// root.
  void fill(const Node& node, Message& out, const std::string& path);

 private:
  // kOverrides: one state of `states:`. kPartial: keys that are absent keep their values.
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
  void fill_distribution_kind(const std::string& name, const Node& node, Message& out,
                              const Param& outer);
  void fill_distribution_list(const std::string& name, const Node& node, Message& out,
                              const FieldDescriptor& field, const Param& outer);
  /// Reads the data files that keys of `node` name. Only for a merged document, so that each file
  /// is read once.
  void fill_content(const Node& node, Message& out, const Param& outer);
  bool reads_files() const { return whole_; }
  void fill_map_value(const Entry& entry, Message& pair, const FieldDescriptor& field,
                      const Param& rules);
  void unknown_key(const Node& node, const Entry& entry, const Descriptor& type, Role role);

  /// The number if it is in range; otherwise nothing, and a diagnostic is added.
  std::optional<double> number(const std::string& key, const Node& node, const Param& rules,
                               Unit unit);
  std::optional<std::int64_t> whole_number(const std::string& key, const Node& node,
                                           const Param& rules);
  void wrong_kind(const std::string& key, const Node& node, const std::string& wanted);

  Diagnostics& problems_;
  std::size_t content_left_ = kLargestContents;
  bool whole_;
  Locations* places_;
  const Node* unused_of_ = nullptr;  // the map whose absent keys are in unused_
  std::vector<std::string> unused_;
};

}  // namespace seawind::config
