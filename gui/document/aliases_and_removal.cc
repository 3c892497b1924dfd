// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/aliases_and_removal.h"

#include <algorithm>

#include "gui/document/text_edits.h"

namespace seawind::gui {
namespace {

using Style = layout::Value::Style;

// The path of the last alias in the text.
std::optional<Path> last_alias(const layout::Value& value) {
  if (value.style == Style::kAlias) return Path{};
  for (std::size_t i = value.members.size(); i-- > 0;) {
    auto inner = last_alias(value.members[i].value);
    if (!inner) continue;
    const Part part =
        value.is_map() ? Part{value.members[i].key, -1} : Part{std::string(), static_cast<int>(i)};
    inner->insert(inner->begin(), part);
    return inner;
  }
  return {};
}

}  // namespace

std::optional<std::string> without_aliases(const std::string& text, const layout::Value& root,
                                           const config::Node& tree) {
  std::string out = text;
  std::optional<layout::Value> now = root;
  for (auto path = last_alias(*now); path; path = last_alias(*now)) {
    const config::Node* node = node_at(tree, *path);
    if (node == nullptr) return {};
    const auto change = TextEdits(out, *now, nullptr).set_block(*path, to_block(*node), *node);
    if (!change) return {};
    out.replace(change->begin, change->end - change->begin, change->with);
    now = layout::read_layout(out);
    if (!now) return {};
  }
  return out == text ? std::nullopt : std::optional(out);
}

Removal removal_of(const Path& path, const config::Node& tree, const SchemaNode* schema) {
  Removal removal{path};
  while (removal.path.size() > 1) {
    const Path around(removal.path.begin(), removal.path.end() - 1);
    const config::Node* node = node_at(tree, around);
    if (node == nullptr || node->entries.size() + node->items.size() != 1) break;
    removal.path = around;
    const SchemaNode* described =
        schema == nullptr
            ? nullptr
            : schema_at(*schema, QString::fromStdString(join_path(around, around.size())));
    if (described != nullptr && !described->choice.isEmpty()) {
      removal.leaves_empty_map = true;
      break;
    }
  }
  return removal;
}

}  // namespace seawind::gui
