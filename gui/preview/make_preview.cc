// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/make_preview.h"

#include "gui/preview/link_preview.h"
#include "gui/preview/router_preview.h"
#include "gui/preview/tcp_preview.h"
#include "gui/preview/workload_preview.h"

namespace seawind::gui {

Preview* make_preview(YamlDocument& document, const Places& places) {
  switch (document.kind()) {
    case Kind::kProfile:
      return new LinkPreview(document, places);
    case Kind::kRouter:
      return new RouterPreview(document, places);
    case Kind::kTcp:
      return new TcpPreview(document, places);
    case Kind::kWorkload:
      return new WorkloadPreview(document, places);
    case Kind::kTestSet:
      break;
  }
  return nullptr;
}

}  // namespace seawind::gui
