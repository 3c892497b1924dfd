// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/drop_rights.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "common/error.h"
#include "common/to_number.h"

namespace seawind {
namespace {

template <typename Number>
Number next_number(std::string_view& text, int base, std::string_view whole) {
  const std::string_view part = text.substr(0, text.find(':'));
  const auto out = to_number<Number>(part, base);
  if (!out)
    throw Error(
        fmt::format("cannot parse `{}`: write {}UID:GID:KEPT:BOUNDING", whole, kRightsOption));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return *out;
}

}  // namespace

std::string rights_argument(const Rights& rights) {
  return fmt::format("{}{}:{}:{:x}:{:x}", kRightsOption, rights.ids->user, rights.ids->group,
                     rights.kept, rights.bounding);
}

Rights parse_rights_argument(std::string_view argument) {
  std::string_view rest = argument;
  rest.remove_prefix(std::min(rest.size(), kRightsOption.size()));
  Rights out;
  out.ids.emplace();
  out.ids->user = next_number<uid_t>(rest, 10, argument);
  out.ids->group = next_number<gid_t>(rest, 10, argument);
  out.kept = next_number<Capabilities>(rest, 16, argument);
  out.bounding = next_number<Capabilities>(rest, 16, argument);
  if (!rest.empty()) throw Error(fmt::format("cannot parse `{}`: too long", argument));
  return out;
}

void drop_rights(const Rights& rights) {
  const rlimit none{0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) throw system_error("forbid core files");
  umask(022);
  if (chdir("/") != 0) throw system_error("enter /");
  restrict_rights(rights);
}

}  // namespace seawind
