// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/schema/documents.h"

#include "common/error.h"
#include "controller/testset/bridge.pb.h"
#include "controller/testset/engines.pb.h"
#include "controller/testset/lab.pb.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

const std::vector<DocumentKind>& document_kinds() {
  static const std::vector<DocumentKind> kinds{
      {"profiles", "profile.schema.json", "link.md", "Seawind link profile",
       LinkProfile::descriptor()},
      {"routers", "router.schema.json", "router.md", "Seawind last-hop router",
       Router::descriptor()},
      {"tcp", "tcp.schema.json", "tcp.md", "Seawind TCP variant", TcpVariant::descriptor()},
      {"workloads", "workload.schema.json", "workload.md", "Seawind workload",
       Workload::descriptor()},
      {"testsets", "testset.schema.json", "testset.md", "Seawind test set", TestSet::descriptor()},
      {"labs", "lab.schema.json", "lab.md", "Seawind lab", Lab::descriptor()},
      {"engines", "engines.schema.json", "cluster.md", "Seawind engines", Engines::descriptor()},
      {"links", "bridge.schema.json", "bridge.md", "Seawind link between two ends",
       BridgedLink::descriptor()}};
  return kinds;
}

std::string with_key_tables(const std::string& page, const std::string& tables) {
  const std::string begin = kKeysBegin;
  const std::size_t from = page.find(begin);
  const std::size_t to = page.find(kKeysEnd);
  if (from == std::string::npos || to == std::string::npos || to < from) {
    throw Error("cannot place the tables of keys: the page lacks its markers");
  }
  return page.substr(0, from + begin.size()) + "\n" + tables + "\n" + page.substr(to);
}

}  // namespace seawind
