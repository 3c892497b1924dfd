// SPDX-License-Identifier: GPL-3.0-or-later
// HTML from templates (controller/report/pages) in the language Mustache. `{{name}}` inserts a
// value, escaped by escape_html(); `{{{name}}}` inserts markup.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace seawind {

/// The text with &amp;, &lt;, &gt; and &quot;; control characters become spaces.
std::string escape_html(const std::string& text);

/// Renders a template. An empty text in `values` is false: its section is left out. Numbers are
/// inserted as JSON writes them.
std::string render_template(const std::string& text, const nlohmann::ordered_json& values);

/// A complete page around `body`. `reload`: the browser loads the page again every 5 seconds.
std::string html_page(const std::string& title, const std::string& body, bool reload);

}  // namespace seawind
