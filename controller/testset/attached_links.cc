// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/attached_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "common/config/fill.h"
#include "common/config/tree.h"
#include "common/diagnostics.h"
#include "common/whole_file.h"
#include "controller/testset/bridge_file.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using config::Entry;
using config::find_entry;
using config::Node;

constexpr auto kComposeKey = "x-seawind";
constexpr auto kLabKey = "seawind";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// The last value of a variable in a file `.env` of `docker compose`; empty: none. Values are not
/// interpolated.
std::string value_in(const fs::path& env_file, std::string_view variable) {
  std::istringstream text(try_read_whole_file(env_file, config::kLargestFile).text);
  std::string found;
  for (std::string line; std::getline(text, line);) {
    std::string_view name = trimmed(line);
    if (name.starts_with("export ")) name = trimmed(name.substr(7));
    const std::size_t equals = name.find('=');
    if (equals == name.npos || trimmed(name.substr(0, equals)) != variable) continue;
    std::string_view value = trimmed(name.substr(equals + 1));
    if (value.starts_with('"') || value.starts_with('\''))
      value = value.substr(1, value.find(value[0], 1) - 1);
    else
      value = trimmed(value.substr(0, value.find(" #")));
    found = value;
  }
  return found;
}

/// The name that `docker compose` gives the containers of a file, if no variable is in `name`.
std::string project_of(const fs::path& file, const Node& tree) {
  constexpr auto kVariable = "COMPOSE_PROJECT_NAME";
  if (const char* given = std::getenv(kVariable); given != nullptr && *given != '\0') return given;
  if (std::string given = value_in(file.parent_path() / ".env", kVariable); !given.empty())
    return given;
  if (const Entry* name = find_entry(tree, "name"); name != nullptr && !name->value.text.empty())
    return name->value.text;
  std::string out;
  for (const char c : fs::absolute(file).parent_path().filename().string()) {
    const char lower = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    const bool word = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
    if (word || (!out.empty() && (lower == '_' || lower == '-'))) out += lower;
  }
  return out;
}

class Reader {
 public:
  Reader(fs::path file, const std::string& project, const fs::path& configs, Diagnostics& problems)
      : file_(std::move(file)), project_(project), configs_(configs), problems_(problems) {}

  std::vector<BridgedLink> read() {
    const std::size_t before = problems_.all().size();
    const auto tree = config::read_tree(file_, problems_);
    if (tree && problems_.all().size() == before) {
      if (find_entry(*tree, "topology") != nullptr)
        read_lab(*tree);
      else if (find_entry(*tree, "services") != nullptr)
        read_compose(*tree);
      else
        problems_.add({file_.string()},
                      "neither a compose file (it has `services`) nor a containerlab topology (it "
                      "has `topology`)");
    }
    return std::move(links_);
  }

 private:
  void add(const Node& node, const std::map<std::string, std::string>& services) {
    if (node.kind != Node::Kind::kMap)
      return problems_.add(node.at, "a link is a map: {link: lte, fixed: server, mobile: phone}");
    Document<BridgedLink> link{.file = file_, .message = {}, .places = {}};
    Diagnostics own;
    config::MessageBuilder(own, true, &link.places).fill(node, link.message, "");
    for (const Diagnostic& d : own.all()) problems_.add(d.at, d.message, d.hint);
    BridgedLink& one = link.message;
    if (one.name().empty())
      one.set_name(fmt::format("{}-{}", word(one.fixed()), word(one.mobile())));
    if (!services.empty()) {
      one.set_fixed(end_of(one.fixed(), link.at("fixed"), services));
      one.set_mobile(end_of(one.mobile(), link.at("mobile"), services));
    }
    check_bridged_link(link, configs_, problems_);
    if (!one.devices().empty())
      problems_.add(link.at("devices"),
                    "only a link of `seawind bridge FILE` has devices with links of their own");
    if (!own.empty()) return;
    if (!names_.insert(one.name()).second)
      problems_.add(node.at,
                    fmt::format("another link is named {}, too: give a `name`", one.name()));
    resolve_references(one, file_.parent_path());
    links_.push_back(std::move(one));
  }

  /// The part of an end behind its kind.
  static std::string word(const std::string& end) { return end.substr(end.find(':') + 1); }

  std::string end_of(const std::string& end, const Location& at,
                     const std::map<std::string, std::string>& services) {
    if (end.empty() || end == "nat" || end.find(':') != std::string::npos) return end;
    if (const auto found = services.find(end); found != services.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [name, _] : services) known.push_back(name);
    problems_.add(at, fmt::format("the file has no service `{}`", end), did_you_mean(end, known));
    return end;
  }

  void read_compose(const Node& tree) {
    const Entry* links = find_entry(tree, kComposeKey);
    if (links == nullptr || links->value.kind != Node::Kind::kList || links->value.items.empty())
      return problems_.add(links == nullptr ? Location{file_.string()} : links->at,
                           "no links: write `x-seawind:` with a list, such as\n    x-seawind:\n"
                           "      - {link: lte, fixed: server, mobile: phone}");
    const std::string project = project_.empty() ? project_of(file_, tree) : project_;
    std::map<std::string, std::string> services;
    for (const Entry& service : find_entry(tree, "services")->value.entries)
      services[service.key] = fmt::format("compose:{}:{}", project, service.key);
    if (services.empty())
      return problems_.add(find_entry(tree, "services")->at, "`services` has no service");
    for (const Node& one : links->value.items) add(one, services);
  }

  void read_lab(const Node& tree) {
    const Entry* links = find_entry(find_entry(tree, "topology")->value, "links");
    if (links != nullptr)
      for (const Node& one : links->value.items) read_lab_link(one);
    if (links_.empty() && !has_link_)
      problems_.add({file_.string()},
                    "no link has `vars: {seawind: {link: PROFILE, fixed: END}}`; see "
                    "`topology.links`");
  }

  /// A link between a node and an interface of this machine, which is the mobile end.
  void read_lab_link(const Node& link) {
    const Entry* vars = find_entry(link, "vars");
    const Entry* own = vars == nullptr ? nullptr : find_entry(vars->value, kLabKey);
    if (own == nullptr) return;
    has_link_ = true;
    if (own->value.kind != Node::Kind::kMap)
      return problems_.add(own->at, "`seawind` is a map: {link: lte, fixed: to-server}");
    const Entry* ends = find_entry(link, "endpoints");
    const Node* host = nullptr;
    if (ends != nullptr)
      for (const Node& end : ends->value.items)
        if (end.text.starts_with("host:")) host = &end;
    const Entry* type = find_entry(link, "type");  // a link of containerlab's longer form
    const Entry* interface = find_entry(link, "host-interface");
    if (type != nullptr && type->value.text == "host" && interface != nullptr)
      host = &interface->value;
    if (host == nullptr)
      return problems_.add(
          ends == nullptr ? own->at : ends->at,
          "containerlab joins these ends itself, past the emulated link: give each node an "
          "interface of this machine, endpoints: [\"phone:eth1\", \"host:to-phone\"]");
    Node filled = own->value;
    if (const Entry* given = find_entry(filled, "mobile"))
      return problems_.add(given->at, "the mobile end is the `host:` endpoint of this link");
    Node mobile = *host;
    mobile.text = word(host->text);
    filled.entries.push_back({"mobile", host->at, std::move(mobile)});
    add(filled, {});
  }

  fs::path file_;
  std::string project_;
  fs::path configs_;
  Diagnostics& problems_;
  bool has_link_ = false;  // of a topology, valid or not
  std::vector<BridgedLink> links_;
  std::set<std::string> names_;
};

}  // namespace

std::vector<BridgedLink> read_attached_links(const fs::path& file, const std::string& project,
                                             const fs::path& configs, Diagnostics& problems) {
  return Reader(file, project, configs, problems).read();
}

bool can_have_attached_links(const fs::path& file) {
  Diagnostics unread;  // reported when the links are read
  const auto tree = config::read_tree(file, unread);
  return tree &&
         (find_entry(*tree, "topology") != nullptr || find_entry(*tree, "services") != nullptr);
}

}  // namespace seawind
