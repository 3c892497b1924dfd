// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of every schema has the properties a form needs, and every value of every shipped file
// has a schema node.
#include "gui/document/schema.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "common/config/names.h"
#include "common/error.h"
#include "gui/document/reference_help.h"
#include "gui/document/tree_edits.h"
#include "tests/gui/document/document_fixture.h"
#include "tests/support/written_out.h"

namespace seawind::gui {
namespace {

using Shape = SchemaNode::Shape;
using nlohmann::json;

const SchemaNode& root(Kind kind) {
  return schema(kind, test::source_places());
}

void check_node(const SchemaNode& node, const std::string& path,
                std::set<const SchemaNode*>& seen) {
  if (!seen.insert(&node).second) return;
  SCOPED_TRACE(path);
  switch (node.shape) {
    case Shape::kSection:
      EXPECT_TRUE(node.item == nullptr);
      break;
    case Shape::kMap:
    case Shape::kList:
      EXPECT_NE(node.item, nullptr);
      break;
    case Shape::kReference:
      EXPECT_THAT(node.references.toStdString(),
                  testing::AnyOf("profiles", "routers", "tcp", "workloads"));
      break;
    case Shape::kChoice:
      EXPECT_GE(node.labels.size(), 1);
      EXPECT_EQ(node.labels.size(), node.label_docs.size());
      break;
    case Shape::kLimit:
      EXPECT_TRUE(node.units.contains("B") && node.units.contains("pkt"));
      break;
    case Shape::kDistribution:
      EXPECT_EQ(node.children.size(), 10U);
      break;
    case Shape::kText:
      EXPECT_TRUE(node.units.isEmpty() && node.range.isEmpty());
      break;
    default:
      EXPECT_TRUE(node.item == nullptr && node.children.empty());
  }
  for (const SchemaNode* child : node.children) {
    EXPECT_FALSE(child->key.isEmpty());
    check_node(*child, path + "." + child->key.toStdString(), seen);
  }
  if (node.item != nullptr) check_node(*node.item, path + "[]", seen);
}

TEST(SchemaNodes, HaveWhatTheirShapeNeeds) {
  for (const Kind kind : kKinds) {
    std::set<const SchemaNode*> seen;
    check_node(root(kind), schema_of(kind).toStdString(), seen);
    EXPECT_GT(seen.size(), 5U);
  }
}

// Compares a node with the JSON schema: numbers are not read as text, and no key is missing.
void compare(const json& value, const SchemaNode& node, const std::string& path,
             const json& document, int depth) {
  SCOPED_TRACE(path);
  const json* inner = &value;
  if (value.contains("$ref")) {
    const std::string name = value["$ref"].get<std::string>();
    inner = &document["definitions"][name.substr(name.rfind('/') + 1)];
    if (depth > 3) return;
    ++depth;
  }
  const std::string text = inner->dump();
  if (node.shape == Shape::kText || node.shape == Shape::kReference) {
    // Only names have a pattern; the node then has the rule in words.
    EXPECT_EQ(text.find("pattern") != std::string::npos, !node.rule.isEmpty());
    EXPECT_EQ(text.find("minimum"), std::string::npos);
  } else {
    EXPECT_EQ(node.rule, "");
  }
  if (value.contains("description")) {
    const std::string doc = value["description"].get<std::string>();
    EXPECT_TRUE(doc.starts_with(node.doc.toStdString()));
    EXPECT_FALSE(node.doc.contains("(default:"));
    EXPECT_EQ(doc.find("(default: ") != std::string::npos, !node.default_text.isEmpty());
  }
  EXPECT_EQ(value.contains("anyOf") && value["anyOf"][0].contains("const"),
            node.can_be_off && value.contains("anyOf"));
  if (inner->contains("properties")) {
    EXPECT_EQ(node.shape, Shape::kSection);
    EXPECT_EQ((*inner)["properties"].size(), node.children.size());
    for (const auto& [key, child] : (*inner)["properties"].items()) {
      const SchemaNode* found = node.child(QString::fromStdString(key));
      ASSERT_NE(found, nullptr) << key;
      compare(child, *found, path + "." + key, document, depth);
    }
  } else if (inner->contains("items")) {
    EXPECT_EQ(node.shape, Shape::kList);
    compare((*inner)["items"], *node.item, path + "[]", document, depth);
  }
}

TEST(SchemaNodes, AreThoseOfTheFile) {
  for (const Kind kind : kKinds) {
    const QString file = "/schema/" + schema_of(kind) + ".schema.json";
    std::ifstream in((test::source_places().configs + file).toStdString());
    const json raw = json::parse(in);
    const json document = seawind::test::written_out(raw, raw);
    compare(document, root(kind), "", document, 0);
  }
}

void find_all(YamlDocument& document, const QString& path, int& count) {
  const config::Node* node = document.find(path);
  ASSERT_NE(node, nullptr) << path.toStdString();
  const SchemaNode* described = schema_at(*document.schema_root(), path);
  ASSERT_NE(described, nullptr) << path.toStdString();
  ++count;
  if (node->kind == config::Node::Kind::kMap) {
    EXPECT_THAT(described->shape,
                testing::AnyOf(Shape::kSection, Shape::kMap, Shape::kDistribution, Shape::kList))
        << path.toStdString();
  } else if (node->kind == config::Node::Kind::kList) {
    EXPECT_TRUE(described->shape == Shape::kList || described->allows_list) << path.toStdString();
  }
  for (const config::Entry& entry : node->entries) {
    find_all(document, join_path(path, QString::fromStdString(entry.key)), count);
  }
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    find_all(document, path + QString("[%1]").arg(i), count);
  }
}

TEST(SchemaNodes, AreFoundForEveryValueOfEveryShippedFile) {
  int count = 0;
  for (const auto& [kind, file] : test::all_shipped()) {
    SCOPED_TRACE(file.toStdString());
    YamlDocument document(kind, test::source_places());
    QString error;
    ASSERT_TRUE(document.load(file, error));
    find_all(document, "", count);
    // The reference page has a text for every key.
    for (const QString& key : document.keys("")) {
      EXPECT_NE(reference_help(kind, key, test::source_places()), "") << key.toStdString();
    }
  }
  EXPECT_GT(count, 2000);
}

struct Expected {
  Kind kind;
  const char* path;
  Shape shape;
  const char* range;
  const char* default_text;
  const char* units;
};

class OneNode : public testing::TestWithParam<Expected> {};

TEST_P(OneNode, IsDescribed) {
  const Expected& e = GetParam();
  const SchemaNode* node = schema_at(root(e.kind), e.path);
  ASSERT_NE(node, nullptr) << e.path;
  EXPECT_EQ(node->shape, e.shape) << e.path;
  EXPECT_EQ(node->range, e.range) << e.path;
  EXPECT_EQ(node->default_text, e.default_text) << e.path;
  EXPECT_EQ(node->units.join(' '), e.units) << e.path;
}

constexpr const char* kRates = "bit/s kbit/s Mbit/s Gbit/s";
constexpr const char* kTimes = "ns us ms s min h";
constexpr const char* kSizes = "B kB MB GB KiB MiB GiB";
INSTANTIATE_TEST_SUITE_P(
    Schema, OneNode,
    testing::Values(
        Expected{Kind::kProfile, "downlink.rate_base", Shape::kDistribution, "1bit/s to 100Gbit/s",
                 "", kRates},
        Expected{Kind::kProfile, "downlink.states.bad.rate_base", Shape::kDistribution,
                 "1bit/s to 100Gbit/s", "", kRates},
        Expected{Kind::kProfile, "downlink.rate_base.fixed", Shape::kQuantity,
                 "1bit/s to 100Gbit/s", "", kRates},
        Expected{Kind::kProfile, "downlink.rate_base.normal.mean", Shape::kQuantity,
                 "1bit/s to 100Gbit/s", "", kRates},
        Expected{Kind::kProfile, "downlink.rate_base.mixture[1].min", Shape::kQuantity,
                 "1bit/s to 100Gbit/s", "", kRates},
        Expected{Kind::kProfile, "downlink.rate_base.mixture.parts[1].weight", Shape::kQuantity,
                 "0 to 1000000", "", "% "},
        Expected{Kind::kProfile, "downlink.rate_base.list", Shape::kList, "", "", ""},
        Expected{Kind::kProfile, "downlink.rate_base.list.file", Shape::kText, "", "", ""},
        Expected{Kind::kProfile, "downlink.rate_base.pareto.shape", Shape::kQuantity,
                 "0.01 to 1000", "", ""},
        Expected{Kind::kProfile, "downlink.link_send_buffer_size", Shape::kLimit, "", "",
                 "B kB MB GB KiB MiB GiB pkt"},
        Expected{Kind::kProfile, "downlink.output_dropper.probability", Shape::kQuantity, "0 to 1",
                 "0", "% "},
        Expected{Kind::kProfile, "downlink.output_dropper.list[3]", Shape::kInteger,
                 "1 to 1000000000000", "", ""},
        Expected{Kind::kProfile, "channel.states[0].transitions.good", Shape::kQuantity, "0 to 1",
                 "", "% "},
        Expected{Kind::kProfile, "extends", Shape::kReference, "", "", ""},
        Expected{Kind::kRouter, "root.htb.classes[2].classes[0].discipline.red.limit",
                 Shape::kLimit, "", "", "B kB MB GB KiB MiB GiB pkt"},
        Expected{Kind::kRouter, "root.token_bucket.discipline.drr.flow_discipline.pie.alpha",
                 Shape::kQuantity, "0 to 1000", "0.125", ""},
        Expected{Kind::kTcp, "sysctl.net.ipv4.tcp_sack", Shape::kText, "", "", ""},
        Expected{Kind::kTcp, "clear_metrics", Shape::kSwitch, "", "true", ""},
        Expected{Kind::kTestSet, "matrix.link[1]", Shape::kReference, "", "", ""},
        Expected{Kind::kTestSet, "seed", Shape::kInteger, "", "1", ""},
        Expected{Kind::kTestSet, "mtu", Shape::kQuantity, "68B to 9000B", "1500B", kSizes},
        Expected{Kind::kTestSet, "timeline[0].change.downlink.rate_base", Shape::kDistribution,
                 "1bit/s to 100Gbit/s", "", kRates},
        Expected{Kind::kWorkload, "flows[0].command.source.files.nginx.conf", Shape::kText, "", "",
                 ""},
        Expected{Kind::kWorkload, "flows[0].direction", Shape::kChoice, "", "down", ""},
        Expected{Kind::kWorkload, "flows[0].start", Shape::kQuantity, "0s to 1h", "0s", kTimes}));

TEST(SchemaNodes, HaveChoicesRequiredKeysAndOrder) {
  const SchemaNode& set = root(Kind::kTestSet);
  EXPECT_TRUE(set.child("matrix")->required);
  EXPECT_TRUE(schema_at(set, "matrix.link")->allows_list);
  EXPECT_EQ(schema_at(set, "matrix.link")->references, "profiles");
  EXPECT_EQ(set.children[0]->key, "name");
  EXPECT_EQ(set.children[1]->key, "description");
  EXPECT_EQ(schema_at(root(Kind::kRouter), "root.red")->choice, "kind");
  EXPECT_EQ(schema_at(root(Kind::kWorkload), "flows[0].http")->choice, "generator");
  EXPECT_EQ(schema_at(root(Kind::kWorkload), "flows[0].role")->choice, "");
  const SchemaNode* rate = schema_at(root(Kind::kProfile), "downlink.rate_base");
  EXPECT_EQ(rate->required_unless, (QStringList{"rate_schedule", "delivery_trace"}));
  EXPECT_EQ(schema_at(root(Kind::kProfile), "nothing"), nullptr);
  EXPECT_EQ(schema_at(root(Kind::kProfile), "downlink.rate_base.nothing"), nullptr);
}

TEST(SchemaNodes, HaveTheNamingRuleOfTheReader) {
  using config::name_rule;
  const auto rule = [](Kind kind, const char* path) {
    return schema_at(root(kind), path)->rule.toStdString();
  };
  EXPECT_EQ(rule(Kind::kProfile, "channel.states[0].name"), name_rule(NAME));
  EXPECT_EQ(rule(Kind::kWorkload, "flows[0].name"), name_rule(PLAIN_NAME));
  EXPECT_EQ(rule(Kind::kProfile, "description"), "");
}

TEST(SchemaFile, WhenMissingIsAnErrorThatNamesIt) {
  try {
    (void)schema(Kind::kTcp, {"/nonexistent", "", ""});
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("/nonexistent/schema/tcp.schema.json"));
  }
}

TEST(ReferenceHelp, HasTheRowAndTheProse) {
  const Places places = test::source_places();
  const auto help = [&](Kind kind, const char* path) {
    return reference_help(kind, path, places).toStdString();
  };
  using testing::AllOf;
  using testing::HasSubstr;
  EXPECT_THAT(help(Kind::kProfile, "downlink.rate_base"),
              AllOf(HasSubstr("<b>downlink.rate_base</b>"), HasSubstr("bit rate of one channel"),
                    HasSubstr("1bit/s to 100Gbit/s"), HasSubstr("<b>Channels</b>")));
  EXPECT_THAT(help(Kind::kProfile, "uplink.states.bad.rate_base.uniform.min"),
              AllOf(HasSubstr("min (rate_base)</b>"), HasSubstr("bit rate of one channel")));
  EXPECT_THAT(help(Kind::kProfile, "outages[1].queue_loss"), HasSubstr("queue_loss</b>"));
  EXPECT_THAT(help(Kind::kRouter, "root.drr.classes[0].discipline.htb.classes[1].classes[0].ceil"),
              HasSubstr("ceil</b>"));
  EXPECT_THAT(help(Kind::kTestSet, "timeline[0].change.downlink.rate_base"),
              HasSubstr("rate_base</b>"));
  EXPECT_THAT(help(Kind::kTestSet, "until.half_width"), HasSubstr("half_width</b>"));
  EXPECT_THAT(help(Kind::kWorkload, "flows[0].bulk_tcp.size"), HasSubstr("size</b>"));
  EXPECT_THAT(help(Kind::kTcp, "sysctl.tcp_sack"), HasSubstr("(sysctl)</b>"));
  EXPECT_EQ(help(Kind::kTcp, "nothing"), "");
}

}  // namespace
}  // namespace seawind::gui
