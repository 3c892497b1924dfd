// SPDX-License-Identifier: GPL-3.0-or-later
// Previews of workloads and TCP variants, and the preview of each kind.
#include <QAbstractItemModelTester>

#include "gui/document/draft.h"
#include "gui/document/extended.h"
#include "gui/preview/make_preview.h"
#include "gui/preview/tcp_preview.h"
#include "gui/preview/workload_preview.h"
#include "preview_fixture.h"

namespace seawind::gui {
namespace {

class WorkloadPreviewTest : public PreviewTest {
 protected:
  std::vector<FlowTime> flows_of(const QString& text) const {
    Diagnostics problems;
    const auto whole = read_draft({Kind::kWorkload, {}, text, places}, problems);
    EXPECT_TRUE(problems.empty()) << problems.render();
    return whole ? flow_times(*whole, schema(Kind::kWorkload, places)) : std::vector<FlowTime>();
  }
};
class TcpPreviewTest : public PreviewTest {};
using MakePreviewTest = PreviewTest;

TEST_F(WorkloadPreviewTest, StartsAndLengthsAreThoseOfTheFile) {
  const auto w4 = flows_of(read_file(shipped(Kind::kWorkload, "w4")));
  ASSERT_EQ(w4.size(), 3U);
  EXPECT_EQ(w4[0].what, "343040B");
  EXPECT_FALSE(w4[0].length.has_value());
  EXPECT_EQ(w4[2].path, "flows[2]");
  EXPECT_EQ(w4[2].role, "competitor");
  EXPECT_DOUBLE_EQ(w4[2].earliest, 0);
  EXPECT_DOUBLE_EQ(w4[2].latest, 36);
  EXPECT_EQ(w4[2].rule, "grid");
  EXPECT_DOUBLE_EQ(w4[2].length.value(), 22.94);  // 1147 packets every 20 ms

  const auto mixed = flows_of(R"(flows:
  - {name: echo, direction: up, start: 2s, ping: {count: 60, interval: 500ms}}
  - {name: media, tfrc: {duration: 30s}}
  - {name: bursts, stream: {packets: 10, interval: {uniform: {min: 10ms, max: 30ms}}, bursts: 3, idle: 5s}}
  - {name: law, stream: {packets: 10, interval: {exponential: {mean: 10ms, max: 1s}}}}
  - {name: timed, bulk_tcp: {duration: 20s}}
)");
  ASSERT_EQ(mixed.size(), 5U);
  EXPECT_DOUBLE_EQ(mixed[4].length.value(), 20);
  EXPECT_EQ(mixed[4].what, "for 20s");
  EXPECT_TRUE(mixed[0].is_up);
  EXPECT_DOUBLE_EQ(mixed[0].earliest, 2);
  EXPECT_DOUBLE_EQ(mixed[0].length.value(), 59 * 0.5);  // to the last echo
  EXPECT_DOUBLE_EQ(mixed[1].length.value(), 30);
  EXPECT_NEAR(mixed[2].length.value(), 3 * 10 * 0.02 + 2 * 5, 1e-9);
  EXPECT_TRUE(mixed[2].is_mean);
  EXPECT_NEAR(mixed[3].length.value(), 10 * 0.01, 1e-9);  // the bound is far beyond the mean
}

TEST_F(WorkloadPreviewTest, EveryShippedWorkloadHasARowPerFlow) {
  ASSERT_GT(all_shipped(Kind::kWorkload).size(), 5);
  for (const QString& name : all_shipped(Kind::kWorkload)) {
    SCOPED_TRACE(name.toStdString());
    const auto document = load(Kind::kWorkload, name);
    WorkloadPreview preview(*document, places);
    preview.resize(900, 400);
    const auto& flows = preview.picture().flows();
    ASSERT_EQ(static_cast<int>(flows.size()), document->size("flows"));
    for (const FlowTime& flow : flows) EXPECT_NE(flow.generator, "");
    QSignalSpy chosen(&preview, &Preview::path_chosen);
    preview.show();
    QApplication::setActiveWindow(&preview);
    QTest::mouseClick(preview.picture().box_of(0), Qt::LeftButton);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 2);
    EXPECT_EQ(chosen[1][0].toString(), flows.size() > 1 ? "flows[1]" : "flows[0]");
    if (name != "w1" && name != "w4") continue;
    EXPECT_GT(colours_of(preview, name + "-light"), 30);
    preview.setPalette(dark_palette());
    EXPECT_GT(colours_of(preview, name + "-dark"), 30);
  }
}

TEST_F(WorkloadPreviewTest, FollowsTheTextAndKeepsTheLastWhileItIsBroken) {
  const auto document = load(Kind::kWorkload, "w1");
  WorkloadPreview preview(*document, places);
  ASSERT_TRUE(document->set("flows[0].start", "7s"));
  EXPECT_DOUBLE_EQ(preview.picture().flows()[0].earliest, 7);
  document->replace(0, 0, "a: [\n", "break it");
  EXPECT_NE(preview.notice(), "");
  EXPECT_EQ(preview.picture().flows().size(), 3U);
  document->undo_stack().undo();
  EXPECT_EQ(preview.notice(), "");
}

TEST_F(WorkloadPreviewTest, MoreFlowsThanPermittedAreNotDrawn) {
  YamlDocument document(Kind::kWorkload, places);
  document.reset("flows: [{}" + QString(", {}").repeated(999) + "]\n");
  WorkloadPreview preview(document, places);
  EXPECT_EQ(preview.notice(), "");
  EXPECT_EQ(preview.picture().flows().size(), 1000U);
  ASSERT_TRUE(document.insert_item("flows", 1000, "{}"));
  EXPECT_TRUE(preview.picture().flows().empty());
  EXPECT_EQ(preview.notice(), "The flows are not drawn: there are more than 1000.");
}

TEST_F(TcpPreviewTest, RowsCompareWithTheParentAndTheKernel) {
  QDir(own.path()).mkpath("proc");
  const auto put = [&](const QString& name, const QByteArray& value) {
    QFile file(own.filePath("proc/" + name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(value);
  };
  put("tcp_frto", "1\n");
  put("tcp_rmem", "4096\t131072\t6291456\n");
  const Draft draft{Kind::kTcp, shipped(Kind::kTcp, "enhanced"),
                    read_file(shipped(Kind::kTcp, "enhanced")), places};
  Diagnostics problems;
  const auto whole = read_draft(draft, problems);
  const auto document = load(Kind::kTcp, "enhanced");
  const auto parent = read_parent(*document, places);
  ASSERT_TRUE(whole && parent) << problems.render();
  const auto rows = tcp_rows(document->tree(), *whole, &*parent, schema(Kind::kTcp, places),
                             own.filePath("proc"));
  const auto row = [&](const QString& path) -> const TcpRow& {
    return *std::find_if(rows.begin(), rows.end(), [&](const TcpRow& r) { return r.path == path; });
  };
  EXPECT_EQ(row("sysctl.tcp_frto").value, "2");
  EXPECT_EQ(row("sysctl.tcp_frto").parent, "0");
  EXPECT_EQ(row("sysctl.tcp_frto").kernel, "1");
  EXPECT_TRUE(row("sysctl.tcp_frto").is_own);
  EXPECT_FALSE(row("sysctl.tcp_sack").is_own);
  EXPECT_EQ(row("sysctl.tcp_sack").value, "1");
  EXPECT_EQ(row("sysctl.tcp_rmem").kernel, "4096 131072 6291456");
  EXPECT_EQ(row("route.initcwnd").value, "4");
  EXPECT_EQ(row("route.initcwnd").parent, "2");
  EXPECT_EQ(row("clear_metrics").value, "false");
  EXPECT_EQ(row("warm_up").value, "171520B");

  TcpTable table;
  const QAbstractItemModelTester tester(&table);
  table.show_rows(rows, "baseline");
  EXPECT_EQ(table.rowCount(), static_cast<int>(rows.size()));
  EXPECT_EQ(table.headerData(TcpTable::kParent, Qt::Horizontal, Qt::DisplayRole), "baseline");
  table.show_rows({}, {});
  EXPECT_EQ(table.rowCount(), 0);
}

TEST_F(TcpPreviewTest, ARowEmitsItsPathAndFollowsTheText) {
  const auto document = load(Kind::kTcp, "enhanced");
  TcpPreview preview(*document, places);
  preview.resize(700, 600);
  preview.show();
  QSignalSpy chosen(&preview, &Preview::path_chosen);
  const auto row_of = [&](const QString& path) {
    for (int i = 0; i < preview.table().rowCount(); ++i) {
      if (preview.table().at(i).path == path) return i;
    }
    return -1;
  };
  const QModelIndex index = preview.table().index(row_of("sysctl.tcp_ecn"), 0);
  ASSERT_TRUE(index.isValid());
  QTest::mouseClick(preview.view().viewport(), Qt::LeftButton, {},
                    preview.view().visualRect(index).center());
  ASSERT_EQ(chosen.count(), 1);
  EXPECT_EQ(chosen[0][0].toString(), "sysctl.tcp_ecn");
  ASSERT_TRUE(document->set("sysctl.tcp_ecn", "1"));
  const TcpRow& row = preview.table().at(row_of("sysctl.tcp_ecn"));
  EXPECT_EQ(row.value, "1");
  EXPECT_TRUE(row.is_own);
  EXPECT_GT(colours_of(preview, "enhanced-light"), 10);
  preview.setPalette(dark_palette());
  EXPECT_GT(colours_of(preview, "enhanced-dark"), 10);
}

TEST_F(MakePreviewTest, EveryKindButTestSetsHasOne) {
  for (const Kind kind : kKinds) {
    YamlDocument document(kind, places);
    document.reset("description: x\n");
    const std::unique_ptr<QWidget> preview(make_preview(document, places));
    EXPECT_EQ(preview == nullptr, kind == Kind::kTestSet);
    if (preview != nullptr) {
      EXPECT_NE(qobject_cast<Preview*>(preview.get()), nullptr);
    }
  }
}

}  // namespace
}  // namespace seawind::gui
