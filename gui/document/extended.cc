// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/extended.h"

#include "controller/testset/testset.pb.h"

namespace seawind::gui {
namespace {

const google::protobuf::Message& message_of(Kind kind) {
  switch (kind) {
    case Kind::kProfile:
      return LinkProfile::default_instance();
    case Kind::kRouter:
      return Router::default_instance();
    case Kind::kTcp:
      return TcpVariant::default_instance();
    case Kind::kWorkload:
      return Workload::default_instance();
    case Kind::kTestSet:
      break;
  }
  return TestSet::default_instance();
}

}  // namespace

SearchPath search_path(const QString& path, const Places& places) {
  return {{root_of(to_path(path)), to_path(places.configs)}};
}

std::optional<config::Node> read_merged(Kind kind, const QString& path, const SearchPath& search,
                                        Diagnostics& problems) {
  return read_extended(to_path(path), search, message_of(kind), problems);
}

std::optional<config::Node> read_parent(const YamlDocument& document, const Places& places) {
  const auto reference = document.scalar("extends");
  if (!reference) return {};
  const QString path = places.path_of(document.kind(), document.file());
  const SearchPath search = search_path(path, places);
  const auto parent = find_reference(search, folder_of(document.kind()).toStdString(),
                                     reference->toStdString(), to_path(path));
  Diagnostics ignored;
  return parent.empty() ? std::nullopt
                        : read_merged(document.kind(), to_text(parent), search, ignored);
}

}  // namespace seawind::gui
