// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that contain others (distributions, lists, maps, sections) are edited by keys; text and
// form must show the new value.
#include <QtWidgets>

#include "edit_fixture.h"

namespace seawind::gui {
namespace {

TEST(DistributionField, ADistributionAndItsNumbers) {
  Edit on;
  on.choose("downlink.propagation_delay", "uniform", "distribution");
  EXPECT_EQ(on.value("downlink.propagation_delay.uniform.min"), "0.3s") << "begins as it was";
  on.type("downlink.propagation_delay.uniform.max", "400ms");
  EXPECT_EQ(on.value("downlink.propagation_delay.uniform.max"), "400ms");
  on.choose("downlink.propagation_delay", "value", "distribution");
  EXPECT_EQ(on.value("downlink.propagation_delay"), "0.3s");
}

TEST(DistributionField, OneThatIsInheritedIsTakenOverWhole) {
  Edit on("extends: lte\n");
  on.type("downlink.rate_base.lognormal.median", "20Mbit/s");
  EXPECT_EQ(on.value("downlink.rate_base.lognormal.median"), "20Mbit/s");
  EXPECT_EQ(on.value("downlink.rate_base.lognormal.sigma"), "0.5");
  EXPECT_EQ(on.value("downlink.rate_base.lognormal.max"), "75Mbit/s");
  on.document.undo_stack().undo();
  EXPECT_EQ(on.document.text(), "extends: lte\n") << "one step";
}

TEST(List, ItemsAreAddedMovedAndRemoved) {
  Edit on;
  auto* list = on.field("channel.states");
  const auto press = [&](const QString& name) {
    for (auto* button : on.form().findChildren<QToolButton*>()) {
      if (button->accessibleName() == name) return QTest::mouseClick(button, Qt::LeftButton);
    }
    FAIL() << name.toStdString();
  };
  ASSERT_NE(list, nullptr);
  press("channel.states add");
  EXPECT_EQ(on.document.size("channel.states"), 3);
  EXPECT_EQ(on.value("channel.states[2].name"), "new");
  press("Move channel.states[2] up");
  EXPECT_EQ(on.value("channel.states[1].name"), "new");
  EXPECT_EQ(on.value("channel.states[2].name"), "bad");
  press("Reset channel.states[1]");
  EXPECT_EQ(on.document.text(), kProfileText) << "as before";
}

TEST(Map, KeysAreAddedNamedAnewAndRemoved) {
  const QString text =
      QStringLiteral("# a variant\nsysctl:\n  tcp_sack: 1  # on\n  tcp_timestamps: 0\n");
  FormFixture on(Kind::kTcp, text);
  on.type("sysctl.tcp_sack", "0");
  EXPECT_EQ(on.document.text(), QString(text).replace("tcp_sack: 1", "tcp_sack: 0"));
  for (auto* line : on.form().findChildren<QLineEdit*>()) {
    if (line->accessibleName() != "Add a key to sysctl") continue;
    line->setFocus();
    QTest::keyClicks(line, "tcp_frto");
    QTest::keyClick(line, Qt::Key_Return);
    break;
  }
  EXPECT_TRUE(on.document.has("sysctl.tcp_frto"));
  auto* reset = qobject_cast<QToolButton*>(on.form().reset_button("sysctl.tcp_frto"));
  ASSERT_NE(reset, nullptr);
  QTest::mouseClick(reset, Qt::LeftButton);
  EXPECT_FALSE(on.document.has("sysctl.tcp_frto"));
  for (auto* line : on.form().findChildren<QLineEdit*>()) {
    if (line->accessibleName() != "Name of sysctl.tcp_timestamps") continue;
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, "tcp_ecn");
    QTest::keyClick(line, Qt::Key_Return);
    break;
  }
  EXPECT_EQ(on.document.scalar("sysctl.tcp_ecn").value_or(""), "0");
}

TEST(Section, AKindIsChosen) {
  FormFixture on(Kind::kRouter, "root:\n  tail_drop: {limit: 20pkt}\n");
  on.choose("root", "red", "kind");
  EXPECT_TRUE(on.document.has("root.red"));
  EXPECT_FALSE(on.document.has("root.tail_drop"));
  EXPECT_NE(on.field("root.red.min_threshold"), nullptr);
}

TEST(Section, CommonKeysStayWithAnotherKind) {
  FormFixture on(Kind::kWorkload,
                 "flows:\n  - name: a  # first\n    start: 1s\n    bulk_tcp: {size: 10kB}\n");
  on.choose("flows[0]", "ping", "kind");
  EXPECT_EQ(on.document.scalar("flows[0].start").value_or(""), "1s");
  EXPECT_TRUE(on.document.has("flows[0].ping"));
  EXPECT_FALSE(on.document.has("flows[0].bulk_tcp"));
  EXPECT_TRUE(on.document.text().contains("# first"));
  on.document.undo_stack().undo();
  EXPECT_TRUE(on.document.has("flows[0].bulk_tcp")) << "one step";
}

TEST(Section, OneThatMayBeOff) {
  Edit on;
  on.choose("downlink.loss_pattern", "gilbert_elliott", "kind");
  on.type("downlink.loss_pattern.gilbert_elliott.p", "2%");
  EXPECT_EQ(on.value("downlink.loss_pattern.gilbert_elliott.p"), "2%");
  on.choose("downlink.loss_pattern", "off", "kind");
  EXPECT_EQ(on.document.text(), kProfileText);
}

}  // namespace
}  // namespace seawind::gui
