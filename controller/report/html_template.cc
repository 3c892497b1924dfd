// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/html_template.h"

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "controller/report/page_html.h"
#include "controller/report/report_css.h"

namespace seawind {
namespace {

namespace mustache = kainjow::mustache;
using Json = nlohmann::ordered_json;

mustache::data data_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::object: {
      mustache::data out;
      for (const auto& [key, member] : value.items()) out.set(key, data_of(member));
      return out;
    }
    case Json::value_t::array: {
      mustache::data out(mustache::data::type::list);
      for (const Json& element : value) out.push_back(data_of(element));
      return out;
    }
    case Json::value_t::string: {
      const auto& text = value.get_ref<const std::string&>();
      return text.empty() ? mustache::data(false) : mustache::data(text);
    }
    case Json::value_t::boolean:
      return value.get<bool>();
    case Json::value_t::null:
      return false;
    default:
      return value.dump();
  }
}

}  // namespace

std::string escape_html(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  }
  return out;
}

std::string render_template(const std::string& text, const Json& values) {
  mustache::mustache page(text);
  page.set_custom_escape(escape_html);
  std::string out = page.render(data_of(values));
  if (!page.is_valid()) throw std::logic_error("template: " + page.error_message());
  return out;
}

std::string html_page(const std::string& title, const std::string& body, bool reload) {
  return render_template(
      kPageHtml, {{"title", title}, {"style", kReportCss}, {"body", body}, {"reload", reload}});
}

}  // namespace seawind
