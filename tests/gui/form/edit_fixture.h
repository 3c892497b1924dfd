// SPDX-License-Identifier: GPL-3.0-or-later
// A form of a link profile with two channel states.
#pragma once

#include "form_fixture.h"

namespace seawind::gui {

inline const QString kProfileText = QStringLiteral(
    "# what it is\n"
    "description: a link  # short\n"
    "\n"
    "channel:\n"
    "  states:\n"
    "    - {name: good, dwell: 5s}\n"
    "    - {name: bad, dwell: 0.3s}\n"
    "downlink:\n"
    "  rate_base: 64kbit/s   # slow\n"
    "  propagation_delay: 0.3s\n"
    "  link_send_buffer_size: 20pkt\n"
    "  reordering: true\n"
    "  states:\n"
    "    bad: {error_probability: 60%}\n"
    "uplink:\n"
    "  rate_base: 64kbit/s\n"
    "  link_send_buffer_size: 20pkt\n");

struct Edit : FormFixture {
  explicit Edit(const QString& text = kProfileText) : FormFixture(Kind::kProfile, text) {}
  /// Expects the initial text with the line `before` replaced by `after`.
  void expect_line(const QString& before, const QString& after) {
    EXPECT_EQ(document.text().toStdString(),
              QString(kProfileText).replace(before + '\n', after + '\n').toStdString());
  }
  QString value(const QString& path) { return document.scalar(path).value_or("(none)"); }
};

}  // namespace seawind::gui
