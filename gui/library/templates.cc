// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/templates.h"

namespace seawind::gui {

QString minimal_file(Kind kind) {
  const QString line = QStringLiteral("description: new\n");
  switch (kind) {
    case Kind::kProfile:
      return line + QStringLiteral(
                        "\ndownlink:\n  rate_base: 64kbit/s\n  propagation_delay: 300ms\n"
                        "  link_send_buffer_size: 20pkt\n"
                        "\nuplink:\n  rate_base: 64kbit/s\n  propagation_delay: 300ms\n"
                        "  link_send_buffer_size: 20pkt\n");
    case Kind::kRouter:
      return line + QStringLiteral("\nroot:\n  tail_drop:\n    limit: 20pkt\n");
    case Kind::kTcp:
      return line + QStringLiteral("\nsysctl:\n  tcp_congestion_control: reno\n");
    case Kind::kWorkload:
      return line + QStringLiteral(
                        "\nflows:\n  - name: bulk\n    role: bulk\n    direction: down\n"
                        "    start: 0s\n    bulk_tcp: {size: 343040B}\n");
    case Kind::kTestSet:
      return line;
  }
  return line;
}

}  // namespace seawind::gui
