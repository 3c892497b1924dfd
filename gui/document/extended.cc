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
  return {{root_of(to_path(path)), to_path(places.own), to_path(places.configs)}};
}

std::optional<config::Node> read_merged(Kind kind, const QString& path, const SearchPath& search,
                                        Diagnostics& problems) {
  return read_extended(to_path(path), search, message_of(kind), problems);
}

std::optional<config::Node> read_parent(Kind kind, const QString& reference, const QString& path,
                                        const SearchPath& search) {
  const auto parent =
      find_reference(search, folder_of(kind).toStdString(), reference.toStdString(), to_path(path));
  Diagnostics ignored;
  return parent.empty() ? std::nullopt : read_merged(kind, to_text(parent), search, ignored);
}

}  // namespace seawind::gui
