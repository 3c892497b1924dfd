// SPDX-License-Identifier: GPL-3.0-or-later
// The form with every shipped file, and with every key of the schema.
#include <set>

#include "form_fixture.h"
#include "gui/form/groups.h"
#include "gui/form/values.h"

namespace seawind::gui {
namespace {

class ShippedFiles : public testing::TestWithParam<Kind> {};

TEST_P(ShippedFiles, OpeningWritesNothing) {
  const QDir folder(test_places().shipped_folder(GetParam()));
  const auto files = folder.entryList({"*.yaml"}, QDir::Files);
  ASSERT_FALSE(files.isEmpty());
  int number = 0;
  for (const QString& name : files) {
    SCOPED_TRACE(name.toStdString());
    // Rows are created only for a shown form. Every fourth file is shown; together they have all
    // shapes.
    const auto on = FormFixture::of(GetParam(), name.chopped(5), number++ % 4 == 0);
    EXPECT_EQ(on->document.text(), bytes_of(folder.filePath(name)));
    EXPECT_EQ(on->document.undo_stack().count(), 0);
    EXPECT_EQ(on->editor().toPlainText(), on->document.text());
    EXPECT_TRUE(on->form().notice().isEmpty()) << on->form().notice().toStdString();
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ShippedFiles,
                         testing::Values(Kind::kProfile, Kind::kRouter, Kind::kTcp,
                                         Kind::kWorkload));

TEST(FormOfAFile, AllOfItOpenWritesNothing) {
  const std::vector<std::pair<Kind, const char*>> files{{Kind::kProfile, "r4"},
                                                        {Kind::kProfile, "three-state-loss"},
                                                        {Kind::kProfile, "flow-adaptive"},
                                                        {Kind::kProfile, "leo-satellite"},
                                                        {Kind::kRouter, "diffserv-http-audio-red"},
                                                        {Kind::kTcp, "baseline"},
                                                        {Kind::kWorkload, "w5"},
                                                        {Kind::kWorkload, "nginx-curl"}};
  for (const auto& [kind, name] : files) {
    SCOPED_TRACE(name);
    const auto on = FormFixture::of(kind, name);
    on->form().build_all();
    EXPECT_EQ(on->document.text(), bytes_of(shipped(kind, name)));
    EXPECT_EQ(on->document.undo_stack().count(), 0);
  }
}

// On a small screen no column is cut, and no scrolling hides the names of the rows.
TEST(FormOfAFile, ShowsOneDirectionAtATimeWhereBothDoNotFit) {
  const auto on = FormFixture::of(Kind::kProfile, "r4");
  SchemaForm& form = on->form();
  auto* part = form.findChild<QTabBar*>();
  auto* scroll = form.findChild<QScrollArea*>();
  const auto resize = [&](int width) {
    on->view->resize(width, 600);
    ASSERT_TRUE(QTest::qWaitFor([&] { return on->view->width() == width; }));
    QCoreApplication::processEvents();
  };
  resize(2400);
  EXPECT_FALSE(part->isVisible());
  EXPECT_TRUE(form.reveal("downlink.rate_base", false));
  EXPECT_NE(form.field("downlink.rate_base"), nullptr);
  EXPECT_NE(form.field("uplink.rate_base"), nullptr);
  resize(760);  // beside the navigation and the list of files of a window of 1024 pixels
  EXPECT_TRUE(part->isVisible());
  EXPECT_EQ(form.field("uplink.rate_base"), nullptr);
  EXPECT_EQ(scroll->horizontalScrollBar()->maximum(), 0);
  EXPECT_TRUE(form.reveal("uplink.rate_base", true));
  ASSERT_NE(form.field("uplink.rate_base"), nullptr);
  EXPECT_EQ(part->tabText(part->currentIndex()), "Uplink");
  EXPECT_EQ(form.field("downlink.rate_base"), nullptr);
  EXPECT_EQ(scroll->horizontalScrollBar()->maximum(), 0);
}

TEST(FormOfAFile, FollowsTheFileThatItExtends) {
  const QTemporaryDir own;
  const Places places = test_places(own.path());
  const auto load = [&](YamlDocument& document, const QString& name, const QByteArray& text) {
    const QString file = places.own_folder(Kind::kProfile) + '/' + name;
    QDir().mkpath(QFileInfo(file).path());
    QFile out(file);
    ASSERT_TRUE(out.open(QIODevice::WriteOnly) && out.write(text) == text.size());
    out.close();
    QString error;
    ASSERT_TRUE(document.load(file, error)) << error.toStdString();
  };
  YamlDocument base(Kind::kProfile, places);
  load(base, "y.yaml",
       "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 20pkt}\n"
       "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 20pkt}\n");
  YamlDocument document(Kind::kProfile, places);
  load(document, "x.yaml", "extends: y\n");
  DocumentView view(&document, places, nullptr, nullptr);
  view.resize(1400, 900);
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.checker().is_current(); }));
  EXPECT_TRUE(view.checker().problems().empty());
  ASSERT_TRUE(view.form().reveal("downlink.rate_base", false));
  const auto shown = [&] {
    return view.form().field("downlink.rate_base")->findChild<QLineEdit*>()->placeholderText();
  };
  EXPECT_EQ(shown(), "64");

  QString error;
  ASSERT_TRUE(base.set("downlink.rate_base", "128kbit/s"));
  ASSERT_TRUE(base.save(error)) << error.toStdString();
  EXPECT_EQ(shown(), "128");

  ASSERT_TRUE(base.remove("downlink.rate_base"));
  ASSERT_TRUE(base.save(error)) << error.toStdString();
  EXPECT_EQ(shown(), "");
  EXPECT_FALSE(view.checker().is_current());
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.checker().is_current(); }));
  EXPECT_EQ(view.checker().problems().size(),
            check_text(Kind::kProfile, document.text(), document.file(), places).size());
  EXPECT_EQ(view.checker().problems().size(), 1U);
}

// Makes the form create a field for each key: writes the smallest list, kind or map that contains
// it.
class Walker {
 public:
  explicit Walker(FormFixture& on) : on_(on) {}

  void walk(const SchemaNode& node, const QString& path, int levels) {
    if (levels == 0) return;
    ASSERT_NE(on_.field(path), nullptr) << path.toStdString() << " has no field";
    ++count;
    switch (node.shape) {
      case SchemaNode::Shape::kSection:
        return section(node, path, levels);
      case SchemaNode::Shape::kList:
        if (node.item->shape != SchemaNode::Shape::kSection) return;
        ASSERT_TRUE(on_.document.set(path, '[' + smallest_value(*node.item) + ']'))
            << path.toStdString();
        if (!items_.insert(node.item).second) return;  // items of the same type are tested once
        return section(*node.item, item_path(path, 0), levels);
      case SchemaNode::Shape::kMap:
        ASSERT_TRUE(on_.document.set(path, "{one: " + smallest_value(*node.item) + '}'));
        EXPECT_NE(on_.field(path + ".one"), nullptr) << path.toStdString();
        return;
      case SchemaNode::Shape::kDistribution:
        return laws(node, path);
      default:
        return;
    }
  }

  int count = 0;

 private:
  void section(const SchemaNode& node, const QString& path, int levels) {
    const QStringList kinds = kinds_of(node);
    for (const auto* child : node.children) {
      const QString below = join_path(path, child->key);
      if (!kinds.contains(child->key)) {
        walk(*child, below, levels - 1);
        continue;
      }
      if (levels == 1) continue;
      for (const QString& other : kinds) {
        if (other != child->key && on_.document.has(join_path(path, other))) {
          ASSERT_TRUE(on_.document.set(below, smallest_value(*child)));
          ASSERT_TRUE(on_.document.remove(join_path(path, other)));
        }
      }
      if (!on_.document.has(below)) {
        ASSERT_TRUE(on_.document.set(below, smallest_value(*child)));
      }
      on_.form().reveal(path, false);
      // A value, or a section with a choice of its own, has a field; other sections have rows.
      if (child->shape != SchemaNode::Shape::kSection || !kinds_of(*child).isEmpty()) {
        walk(*child, below, levels - 1);
        continue;
      }
      for (const auto* part : child->children) {
        walk(*part, join_path(below, part->key), levels - 1);
      }
    }
  }

  // Tests the distributions once per set of units.
  void laws(const SchemaNode& node, const QString& path) {
    if (!seen_.insert(node.units.join(' ').toStdString()).second) return;
    for (const auto* law : node.children) {
      if (law->key == "fixed") continue;
      const QString below = join_path(path, law->key);
      const bool list = law->shape == SchemaNode::Shape::kList;
      const QString value = list ? '[' + smallest_value(*law->item) + ']' : smallest_value(*law);
      ASSERT_TRUE(on_.document.set(path, '{' + law->key + ": " + value + '}'));
      for (const auto* part : law->children) {
        if (list) continue;  // these children are those of the map form
        EXPECT_NE(on_.field(join_path(below, part->key)), nullptr)
            << below.toStdString() << ' ' << part->key.toStdString();
        ++count;
      }
    }
    on_.document.remove(path);
  }

  FormFixture& on_;
  std::set<std::string> seen_;
  std::set<const SchemaNode*> items_;
};

TEST(EveryKey, OfAProfileHasAField) {
  FormFixture on(Kind::kProfile,
                 "extends: e0\nchannel:\n  states:\n    - {name: bad, dwell: 1s}\n");
  on.form().show_state("bad", true);
  const auto& root = schema(Kind::kProfile, test_places());
  Walker walker(on);
  for (const auto* child : root.child("channel")->children) {
    if (child->key != "states") walker.walk(*child, "channel." + child->key, 3);
  }
  for (const char* direction : {"downlink", "uplink"}) {
    const auto* node = root.child(direction);
    ASSERT_NE(node, nullptr);
    for (const auto* child : node->children) {
      const QString path = QString(direction) + '.' + child->key;
      if (child->key != "states") {
        // The uplink has the same keys, so its deeper levels are skipped.
        walker.walk(*child, path, QString(direction) == "downlink" ? 4 : 1);
        continue;
      }
      for (const auto* over : child->item->children) {
        EXPECT_NE(on.field(path + ".bad." + over->key), nullptr) << over->key.toStdString();
        ++walker.count;
      }
    }
  }
  for (const auto* child : root.children) {
    if (child->key == "channel" || child->key == "downlink" || child->key == "uplink") continue;
    walker.walk(*child, child->key, 3);
  }
  EXPECT_GT(walker.count, 180);
}

class EveryKeyOf : public testing::TestWithParam<Kind> {};

TEST_P(EveryKeyOf, HasAField) {
  FormFixture on(GetParam(), "description: x\n");
  Walker walker(on);
  const int levels = GetParam() == Kind::kRouter ? 3 : 5;  // routers are recursive
  for (const auto* child : schema(GetParam(), test_places()).children) {
    walker.walk(*child, child->key, levels);
  }
  EXPECT_GT(walker.count, 10);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryKeyOf,
                         testing::Values(Kind::kRouter, Kind::kTcp, Kind::kWorkload));

TEST(Groups, HoldEveryKeyOnce) {
  for (const Kind kind : kKinds) {
    const auto& root = schema(kind, test_places());
    QStringList all;
    for (const auto& group : groups_of(root)) {
      all << group.shared;
      for (const QString& key : group.paired) all << "downlink." + key;
      EXPECT_FALSE(group.title.isEmpty());
      EXPECT_NE(group.title, "More") << "keys that nobody has sorted: "
                                     << (group.shared + group.paired).join(' ').toStdString();
    }
    const auto once = QSet<QString>(all.begin(), all.end());
    EXPECT_EQ(once.size(), all.size());
    for (const auto* child : root.children) {
      const bool there =
          once.contains(child->key) || std::any_of(all.begin(), all.end(), [&](const QString& key) {
            return key.startsWith(child->key + '.');
          });
      EXPECT_TRUE(there || child->key == "uplink") << child->key.toStdString();
    }
  }
}

// gui/form/groups.cc does not name this key.
TEST(Groups, TakeAKeyByTheElementOfItsDescriptor) {
  const auto groups = groups_of(schema(Kind::kProfile, test_places()));
  const auto largest = std::find_if(groups.begin(), groups.end(), [](const auto& group) {
    return group.title == "Largest packet";
  });
  ASSERT_NE(largest, groups.end());
  EXPECT_EQ(largest->paired, (QStringList{"max_packet_size", "max_held_size"}));
}

}  // namespace
}  // namespace seawind::gui
