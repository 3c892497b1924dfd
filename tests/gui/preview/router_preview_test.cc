// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/router_preview.h"

#include "gui/document/checker.h"
#include "gui/document/tree_edits.h"
#include "preview_fixture.h"

namespace seawind::gui {
namespace {

constexpr const char* kTwoClasses = R"(# a comment
root:
  priority:
    classes:
      - name: audio   # voice
        match: [{flow: stream}]
        discipline:
          tail_drop: {limit: 11520B}
      - name: rest
)";

class RouterPreviewTest : public PreviewTest {
 protected:
  std::unique_ptr<YamlDocument> with(const QString& text) const {
    auto document = std::make_unique<YamlDocument>(Kind::kRouter, places);
    document->reset(text);
    return document;
  }
  std::unique_ptr<RouterNode> tree_of(const YamlDocument& document) const {
    Diagnostics problems;
    const auto whole = read_draft(Draft::of(document, places), problems);
    QString problem;
    return whole ? router_tree(*whole, schema(Kind::kRouter, places), problem) : nullptr;
  }
  static void places_of(const RouterNode& node, QStringList& into) {
    into << node.place;
    for (const auto& child : node.children) places_of(*child, into);
  }
};

void show(RouterPreview& preview) {
  preview.resize(900, 500);
  preview.show();
  QApplication::setActiveWindow(&preview);
}

void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
  ASSERT_NE(QApplication::focusWidget(), nullptr);
  QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key), modifiers);
}

TEST_F(RouterPreviewTest, EveryShippedRouterIsDrawn) {
  ASSERT_GT(all_shipped(Kind::kRouter).size(), 20);
  for (const QString& name : all_shipped(Kind::kRouter)) {
    SCOPED_TRACE(name.toStdString());
    const auto document = load(Kind::kRouter, name);
    const auto root = tree_of(*document);
    ASSERT_NE(root, nullptr);
    QStringList all;
    places_of(*root, all);
    // The tree has all classes of the file; every place is in the file or shows a default.
    const auto classes = all.filter(QRegularExpression("\\]$")).size();
    EXPECT_EQ(classes, document->text().count("- name:"));
    for (const QString& place : all)
      EXPECT_TRUE(find_node(*root, place)->is_default || document->has(place))
          << place.toStdString();
  }
}

TEST_F(RouterPreviewTest, NodesShowTheValuesOfTheFile) {
  const auto document = load(Kind::kRouter, "diffserv-http-audio-red");
  const auto root = tree_of(*document);
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root->title, "priority");
  EXPECT_EQ(root->path, "root.priority");
  ASSERT_EQ(root->children.size(), 2U);
  const RouterNode& audio = *root->children[0];
  EXPECT_EQ(audio.lines, (QStringList{"flow stream", "priority 1 of 2"}));
  const RouterNode& bucket = *audio.children[0];
  EXPECT_EQ(bucket.title, "token_bucket");
  EXPECT_EQ(bucket.lines, (QStringList{"rate 32kbit/s", "burst 12000B"}));
  EXPECT_EQ(bucket.children[0]->lines, QStringList{"limit 11520B"});
  const RouterNode& rest = *root->children[1];
  EXPECT_EQ(rest.lines, (QStringList{"every other packet", "priority 2 of 2"}));
  EXPECT_EQ(rest.children[0]->children[1]->children[0]->title, "red");
}

TEST_F(RouterPreviewTest, SharesAreThoseOfTheWeights) {
  const auto document = with(
      "root: {wfq: {classes: [{name: a, weight: 3, match: [{dscp: [EF, AF11], protocol: "
      "udp}]}, {name: b}]}}\n");
  const auto root = tree_of(*document);
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root->children[0]->lines,
            (QStringList{"dscp EF or AF11 and protocol udp", "share 75 %", "weight 3"}));
  EXPECT_EQ(root->children[1]->lines, (QStringList{"every other packet", "share 25 %"}));
  ASSERT_EQ(root->children[1]->children.size(), 1U);
  EXPECT_TRUE(root->children[1]->children[0]->is_default);
  EXPECT_EQ(root->children[1]->children[0]->title, "tail_drop");
}

TEST_F(RouterPreviewTest, ARouterWithMoreClassesThanPermittedIsNotDrawn) {
  const auto document = with("root: {wfq: {classes: [{}" + QString(", {}").repeated(254) + "]}}\n");
  RouterPreview preview(*document, places);
  EXPECT_EQ(preview.notice(), "");
  ASSERT_NE(preview.picture().root(), nullptr);
  EXPECT_EQ(preview.picture().root()->children.size(), 255U);
  ASSERT_TRUE(document->insert_item("root.wfq.classes", 255, "{}"));
  EXPECT_EQ(preview.picture().root(), nullptr);
  EXPECT_EQ(preview.notice(), "The tree is not drawn: it has more than 255 classes.");
  document->undo_stack().undo();
  EXPECT_EQ(preview.notice(), "");
  EXPECT_NE(preview.picture().root(), nullptr);
  // The limit is that of the whole tree.
  const QString half =
      QString("discipline: {wfq: {classes: [{}%1]}}").arg(QString(", {}").repeated(127));
  document->reset(QString("root: {wfq: {classes: [{%1}, {%1}]}}\n").arg(half));
  EXPECT_EQ(preview.picture().root(), nullptr);
  EXPECT_NE(preview.notice(), "");
}

TEST_F(RouterPreviewTest, KeysEditTheTextAndUndoBringsBackEveryByte) {
  const auto document = with(kTwoClasses);
  RouterPreview preview(*document, places);
  show(preview);
  preview.picture().select("root");
  press(Qt::Key_Right);
  EXPECT_EQ(preview.picture().selected()->title, "audio");

  press(Qt::Key_Insert);
  EXPECT_EQ(preview.picture().selected()->place, "root.priority.classes[1]");
  EXPECT_EQ(document->scalar("root.priority.classes[1].name"), "class1");
  EXPECT_EQ(document->scalar("root.priority.classes[2].name"), "rest");
  EXPECT_TRUE(document->text().contains("- name: audio   # voice"));

  press(Qt::Key_Down, Qt::AltModifier);
  EXPECT_EQ(preview.picture().selected()->place, "root.priority.classes[2]");
  EXPECT_EQ(document->scalar("root.priority.classes[2].name"), "class1");

  press(Qt::Key_F2);
  QTest::keyClicks(QApplication::focusWidget(), "vid");
  preview.picture().begin_rename();  // asked for again: goes on
  QTest::keyClicks(QApplication::focusWidget(), "eo");
  press(Qt::Key_Return);
  EXPECT_EQ(document->scalar("root.priority.classes[2].name"), "video");
  EXPECT_EQ(preview.picture().selected()->title, "video");

  press(Qt::Key_Up, Qt::AltModifier);
  press(Qt::Key_Delete);
  EXPECT_EQ(document->size("root.priority.classes"), 2);

  EXPECT_EQ(document->undo_stack().count(), 5);
  while (document->undo_stack().canUndo()) document->undo_stack().undo();
  EXPECT_EQ(document->text(), kTwoClasses);
}

TEST_F(RouterPreviewTest, AnotherDisciplineKeepsWhatBothKnow) {
  const auto document = with(kTwoClasses);
  RouterEdits edits(*document);
  EXPECT_EQ(edits.set_discipline(*tree_of(*document), "wfq"), "");
  EXPECT_EQ(document->text(), QString(kTwoClasses).replace("priority:", "wfq:"));
  const auto root = tree_of(*document);
  EXPECT_EQ(edits.set_discipline(*root->children[0]->children[0], "red"), "");
  EXPECT_EQ(document->text(), QString(kTwoClasses)
                                  .replace("priority:", "wfq:")
                                  .replace("tail_drop: {limit", "red: {limit"));
  EXPECT_EQ(document->undo_stack().count(), 2);
}

TEST_F(RouterPreviewTest, AQueueGoesInsideWhatHoldsQueues) {
  const auto document = load(Kind::kRouter, "red-ecn-20");
  const QString before = document->text();
  RouterEdits edits(*document);
  EXPECT_EQ(edits.set_discipline(*tree_of(*document), "token_bucket"), "");
  EXPECT_EQ(document->scalar("root.token_bucket.discipline.red.limit"), "11520B");
  EXPECT_EQ(edits.set_discipline(*tree_of(*document), "priority"), "");
  EXPECT_EQ(document->keys("root"), QStringList{"priority"});
  document->undo_stack().undo();
  EXPECT_EQ(
      edits.set_discipline(*find_node(*tree_of(*document), "root.token_bucket.discipline"), "drr"),
      "");
  EXPECT_EQ(
      document->scalar("root.token_bucket.discipline.drr.classes[0].discipline.red.average_packet"),
      "576B");
  while (document->undo_stack().canUndo()) document->undo_stack().undo();
  EXPECT_EQ(document->text(), before);
}

TEST_F(RouterPreviewTest, RejectsImpossibleEditsWithAMessage) {
  const auto document = with("root: {priority: {classes: [{name: only}]}}\n");
  RouterEdits edits(*document);
  const auto root = tree_of(*document);
  EXPECT_TRUE(edits.remove(*root->children[0]).contains("one class at least"));
  EXPECT_TRUE(edits.remove(*root).contains("one discipline"));
  QString made;
  EXPECT_TRUE(edits.add_class_inside(*root->children[0], made).contains("cannot have classes"));
  EXPECT_EQ(edits.add_class(*root, made), "");
  EXPECT_EQ(made, "root.priority.classes[1]");
  const auto two = tree_of(*document);
  EXPECT_TRUE(edits.rename(*two->children[1], "only").contains("already"));
  EXPECT_TRUE(edits.rename(*two->children[1], " only ").contains("already"));
  EXPECT_EQ(document->undo_stack().count(), 1);
}

TEST_F(RouterPreviewTest, AnInnerClassHandsItsQueueDown) {
  const auto document = with(
      "root:\n  htb:\n    classes:\n      - name: a\n        rate: 10kbit/s\n"
      "        match: [{dscp: EF}]\n        discipline:\n          codel: {target: 5ms}\n");
  const QString before = document->text();
  RouterEdits edits(*document);
  QString made;
  EXPECT_EQ(edits.add_class_inside(*tree_of(*document)->children[0], made), "");
  EXPECT_EQ(made, "root.htb.classes[0].classes[0]");
  EXPECT_EQ(document->scalar(made + ".discipline.codel.target"), "5ms");
  EXPECT_EQ(document->scalar(made + ".match[0].dscp"), "EF");
  EXPECT_FALSE(document->has("root.htb.classes[0].discipline"));
  EXPECT_EQ(document->scalar("root.htb.classes[0].rate"), "10kbit/s");
  EXPECT_EQ(edits.add_class_inside(*tree_of(*document)->children[0], made), "");
  EXPECT_EQ(made, "root.htb.classes[0].classes[1]");
  while (document->undo_stack().canUndo()) document->undo_stack().undo();
  EXPECT_EQ(document->text(), before);
}

/// Every discipline at every place: the text stays valid, and undo restores it.
TEST_F(RouterPreviewTest, EveryDisciplineCanStandAtEveryPlace) {
  const QStringList routers{"tail-drop-20", "red-ecn-20", "diffserv-http-audio-red"};
  int tried = 0;
  for (const QString& name : routers) {
    const auto document = load(Kind::kRouter, name);
    const QString before = document->text();
    QStringList all;
    places_of(*tree_of(*document), all);
    for (const QString& place : all) {
      const auto root = tree_of(*document);
      const RouterNode* node = find_node(*root, place);
      const QStringList choices = RouterEdits::choices(*node);
      EXPECT_EQ(choices.size(), 17);
      for (const QString& choice : choices) {
        SCOPED_TRACE((name + ' ' + place + ' ' + choice).toStdString());
        RouterEdits edits(*document);
        const QString problem = edits.set_discipline(*node, choice);
        if (problem.contains("classes inside")) break;
        ASSERT_EQ(problem, "");
        ASSERT_TRUE(document->is_valid());
        if (!document->undo_stack().canUndo()) continue;  // it was there already
        const auto after = tree_of(*document);
        ASSERT_NE(find_node(*after, (node->is_class() ? place + ".discipline" : place)), nullptr);
        Diagnostics problems;
        read_draft(Draft::of(*document, places), problems);
        EXPECT_TRUE(problems.empty()) << problems.render() << document->text().toStdString();
        document->undo_stack().undo();
        ASSERT_EQ(document->text(), before);
        document->undo_stack().clear();
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 150);
}

TEST_F(RouterPreviewTest, AnInheritedTreeIsCopiedBeforeItIsEdited) {
  auto document = std::make_unique<YamlDocument>(Kind::kRouter, places);
  document->reset("description: as the other\nextends: diffserv-http-audio-red\n");
  RouterPreview preview(*document, places);
  EXPECT_TRUE(preview.notice().contains("diffserv-http-audio-red"))
      << preview.notice().toStdString();
  ASSERT_NE(preview.picture().root(), nullptr);
  Diagnostics problems;
  const auto inherited = read_draft(Draft::of(*document, places), problems);
  RouterEdits edits(*document);
  EXPECT_EQ(edits.take_over(*node_at(*inherited, "root")), "");
  EXPECT_EQ(preview.notice(), "");
  EXPECT_EQ(document->scalar("root.priority.classes[1].discipline.htb.rate"), "100Mbit/s");
  const auto copied = read_draft(Draft::of(*document, places), problems);
  EXPECT_TRUE(same_data(*node_at(*copied, "root"), *node_at(*inherited, "root")));
  EXPECT_TRUE(problems.empty()) << problems.render();
  document->undo_stack().undo();
  EXPECT_EQ(document->text(), "description: as the other\nextends: diffserv-http-audio-red\n");
}

TEST_F(RouterPreviewTest, SelectionEmitsItsPathAndInvalidTextKeepsTheTree) {
  const auto document = with(kTwoClasses);
  RouterPreview preview(*document, places);
  show(preview);
  QSignalSpy chosen(&preview, &Preview::path_chosen);
  QTest::mouseClick(preview.picture().box_of("root.priority.classes[0].discipline"),
                    Qt::LeftButton);
  ASSERT_GE(chosen.count(), 1);
  EXPECT_EQ(chosen.last()[0].toString(), "root.priority.classes[0].discipline.tail_drop");
  press(Qt::Key_Left);
  EXPECT_EQ(chosen.last()[0].toString(), "root.priority.classes[0]");
  press(Qt::Key_Down);
  EXPECT_EQ(chosen.last()[0].toString(), "root.priority.classes[1]");

  document->replace(0, 0, "root: [\n", "break it");
  EXPECT_NE(preview.notice(), "");
  ASSERT_NE(preview.picture().root(), nullptr);
  const QString broken = document->text();
  press(Qt::Key_Delete);
  EXPECT_EQ(document->text(), broken);
  document->undo_stack().undo();
  EXPECT_EQ(preview.notice(), "");
}

TEST_F(RouterPreviewTest, PicturesAreThereInLightAndDark) {
  for (const QString name : {"diffserv-http-audio-red", "tail-drop-20"}) {
    const auto document = load(Kind::kRouter, name);
    RouterPreview preview(*document, places);
    preview.resize(1150, 520);
    EXPECT_GT(colours_of(preview, name + "-light"), 20);
    preview.setPalette(dark_palette());
    EXPECT_GT(colours_of(preview, name + "-dark"), 20);
  }
}

}  // namespace
}  // namespace seawind::gui
