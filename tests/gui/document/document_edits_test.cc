// SPDX-License-Identifier: GPL-3.0-or-later
// Edits by path, each with the whole text before and after it.
#include <gtest/gtest.h>

#include <functional>

#include "gui/document/yaml_document.h"
#include "tests/gui/document/document_fixture.h"

namespace seawind::gui {
namespace {

using Change = std::function<bool(YamlDocument&)>;

Change set(const char* path, const char* yaml) {
  return [=](YamlDocument& d) { return d.set(path, yaml); };
}
Change block(const char* path, const char* yaml) {
  return [=](YamlDocument& d) { return d.set_block(path, yaml); };
}
Change remove(const char* path) {
  return [=](YamlDocument& d) { return d.remove(path); };
}
Change rename(const char* path, const char* key) {
  return [=](YamlDocument& d) { return d.rename_key(path, key); };
}
Change move(const char* list, int from, int to) {
  return [=](YamlDocument& d) { return d.move_item(list, from, to); };
}
Change insert(const char* list, int at, const char* yaml) {
  return [=](YamlDocument& d) { return d.insert_item(list, at, yaml); };
}

struct EditCase {
  const char* name;
  Kind kind;
  const char* before;
  Change change;
  const char* after;  // null: the edit is rejected and changes nothing
};

void PrintTo(const EditCase& c, std::ostream* out) {
  *out << c.name;
}

class Edits : public testing::TestWithParam<EditCase> {};

TEST_P(Edits, ChangeWhatTheyMustAndNothingElse) {
  const EditCase& c = GetParam();
  YamlDocument document(c.kind, test::source_places());
  document.reset(QString::fromUtf8(c.before));
  ASSERT_TRUE(document.is_valid());
  EXPECT_EQ(c.change(document), c.after != nullptr);
  EXPECT_EQ(document.text().toStdString(), c.after == nullptr ? c.before : c.after);
  EXPECT_EQ(document.undo_stack().count(), c.after == nullptr ? 0 : 1);
  while (document.undo_stack().canUndo()) document.undo_stack().undo();
  EXPECT_EQ(document.text().toStdString(), c.before);
  while (document.undo_stack().canRedo()) document.undo_stack().redo();
  EXPECT_EQ(document.text().toStdString(), c.after == nullptr ? c.before : c.after);
}

constexpr Kind kLink = Kind::kProfile;
constexpr Kind kRouter = Kind::kRouter;
constexpr Kind kSet = Kind::kTestSet;
constexpr Kind kTcp = Kind::kTcp;
constexpr Kind kWork = Kind::kWorkload;

const EditCase kSets[] = {
    {"Value", kSet, "seed: 1\nmtu: 576B\n", set("mtu", "1500B"), "seed: 1\nmtu: 1500B\n"},
    {"KeepsComment", kSet, "parallel: 24      # 4 cases\n", set("parallel", "auto"),
     "parallel: auto      # 4 cases\n"},
    {"NonAscii", kSet, "description: höhe 📶 # größe\nmtu: 5B # ä\n", set("mtu", "6B"),
     "description: höhe 📶 # größe\nmtu: 6B # ä\n"},
    {"NonAsciiItself", kSet, "description: 📶 ä\n", set("description", "📷 ä"), "description: 📷 ä\n"},
    {"CarriageReturns", kSet, "seed: 1\r\nmtu: 576B\r\n", set("repetitions", "3"),
     "seed: 1\r\nrepetitions: 3\r\nmtu: 576B\r\n"},
    {"NoLineBreakAtTheEnd", kSet, "seed: 1", set("mtu", "576B"), "seed: 1\nmtu: 576B"},
    {"Empty", kSet, "", set("seed", "1"), "seed: 1\n"},
    {"OnlyComments", kSet, "# a\n# b\n", set("matrix.link", "e0"),
     "# a\n# b\nmatrix:\n  link: e0\n"},
    {"OnlyCommentsOpenEnd", kSet, "# a", set("seed", "1"), "# a\nseed: 1"},
    {"EmptyMap", kTcp, "{}\n", set("route.initcwnd", "2"), "route:\n  initcwnd: 2\n"},
    {"Null", kSet, "seed: # none\nmtu: 5B\n", set("seed", "2"), "seed: 2 # none\nmtu: 5B\n"},
    {"Tilde", kSet, "seed: ~  # none\n", set("seed", "2"), "seed: 2  # none\n"},
    {"ToNull", kSet, "seed: 1\n", set("seed", "~"), "seed: ~\n"},
    {"Tab", kSet, "seed:\t1\t# one\n", set("seed", "2"), "seed:\t2\t# one\n"},
    {"SingleQuoted", kSet, "description: 'it''s: #1' # c\n", set("description", "two"),
     "description: two # c\n"},
    {"DoubleQuoted", kSet, "description: \"a \\\" # b\" # c\n", set("description", "two"),
     "description: two # c\n"},
    {"MultiLinePlain", kSet, "description: one\n  two\n\n  three\nseed: 1\n",
     set("description", "short"), "description: short\nseed: 1\n"},
    {"MultiLineQuoted", kSet, "description: \"one\n  two\"\nseed: 1\n", set("description", "s"),
     "description: s\nseed: 1\n"},
    {"BlockScalar", kSet, "description: |\n  one\n\n  # two\n# c\nseed: 1\n",
     set("description", "s"), "description: s\n# c\nseed: 1\n"},
    {"BesideBlockScalar", kSet, "name: x\ndescription: >-\n  one\n  two\n\nmtu: 5B\n",
     set("seed", "1"), "name: x\ndescription: >-\n  one\n  two\nseed: 1\n\nmtu: 5B\n"},
    {"Flow", kLink, "downlink: {rate_base: 1kbit/s, propagation_delay: 1ms} # c\n",
     set("downlink.rate_base", "2kbit/s"),
     "downlink: {rate_base: 2kbit/s, propagation_delay: 1ms} # c\n"},
    {"FlowNewInOrder", kSet, "matrix: {link: e0, workload: w1}\n", set("matrix.tcp", "baseline"),
     "matrix: {link: e0, tcp: baseline, workload: w1}\n"},
    {"FlowNewFirst", kSet, "matrix: {workload: w1}\n", set("matrix.link", "[e0, r4]"),
     "matrix: {link: [e0, r4], workload: w1}\n"},
    {"FlowEmpty", kSet, "matrix: {}\n", set("matrix.link", "e0"), "matrix: {link: e0}\n"},
    {"FlowAppend", kSet, "matrix:\n  link: [e0, # a\n    r4] # b\n", set("matrix.link[2]", "gprs"),
     "matrix:\n  link: [e0, # a\n    r4, gprs] # b\n"},
    {"FlowEscapes", kTcp, "sysctl: {a: 1}\n", set("sysctl.b", "1, 2"),
     "sysctl: {a: 1, b: \"1, 2\"}\n"},
    {"MapToScalar", kLink,
     "downlink:\n  rate_base: # drawn\n    uniform: {min: 1kbit/s, max: 2kbit/s}\n",
     set("downlink.rate_base", "1kbit/s"), "downlink:\n  rate_base: 1kbit/s # drawn\n"},
    {"ScalarToFlow", kLink, "downlink:\n  rate_base: 1kbit/s # c\n",
     set("downlink.rate_base", "{uniform: {min: 1kbit/s, max: 2kbit/s}}"),
     "downlink:\n  rate_base: {uniform: {min: 1kbit/s, max: 2kbit/s}} # c\n"},
    {"NewBehindItsElder", kSet, "seed: 1 # s\n\nmatrix:\n  link: e0\n", set("mtu", "576B"),
     "seed: 1 # s\nmtu: 576B\n\nmatrix:\n  link: e0\n"},
    {"NewInFrontBelowTheHead", kSet, "# head\nseed: 1\n", set("name", "x"),
     "# head\nname: x\nseed: 1\n"},
    {"NewInFrontAboveComment", kWork, "flows:\n  - http:\n      # how many\n      objects: 8\n",
     set("flows[0].http.body_size", "1B"),
     "flows:\n  - http:\n      body_size: 1B\n      # how many\n      objects: 8\n"},
    {"NewBehindTheDash", kWork, "flows:\n  - role: bulk\n", set("flows[0].name", "a"),
     "flows:\n  - name: a\n    role: bulk\n"},
    {"NewSection", kLink, "# h\ndescription: d\n\ndownlink:\n    rate_base: 1kbit/s\n",
     set("uplink.rate_base", "2kbit/s"),
     "# h\ndescription: d\n\ndownlink:\n    rate_base: 1kbit/s\n\nuplink:\n    rate_base: "
     "2kbit/s\n"},
    {"NewDeep", kLink, "downlink:\n  rate_base: 1kbit/s\n",
     set("downlink.states.bad.error_probability", "60%"),
     "downlink:\n  rate_base: 1kbit/s\n  states:\n    bad:\n      error_probability: 60%\n"},
    {"NewList", kWork, "description: d\n", set("flows[0].name", "a"),
     "description: d\nflows:\n  - name: a\n"},
    {"NewItem", kWork, "flows:\n- name: a # c\n  role: bulk\n# end\n", set("flows[1].name", "b"),
     "flows:\n- name: a # c\n  role: bulk\n- name: b\n# end\n"},
    {"DottedKey", kWork, "flows:\n  - program:\n      argv: [x]\n      files: {a.conf: y}\n",
     set("flows[0].program.files.a.conf", "z"),
     "flows:\n  - program:\n      argv: [x]\n      files: {a.conf: z}\n"},
    {"BelowNull", kLink, "downlink: # down\nuplink:\n  rate_base: 1kbit/s\n",
     set("downlink.rate_base", "2kbit/s"),
     "downlink: # down\n  rate_base: 2kbit/s\nuplink:\n  rate_base: 1kbit/s\n"},
    {"Anchor", kLink, "downlink: {rate_base: &r 1kbit/s}\n", set("downlink.rate_base", "2kbit/s"),
     "downlink: {rate_base: &r 2kbit/s}\n"},
    {"Alias", kLink, "downlink: {rate_base: &r 1kbit/s}\nuplink: {rate_base: *r }\n",
     set("uplink.rate_base", "2kbit/s"),
     "downlink: {rate_base: &r 1kbit/s}\nuplink: {rate_base: 2kbit/s }\n"},
    {"AliasTarget", kLink, "downlink: {rate_base: &r 1kbit/s}\nuplink: {rate_base: *r} # u\n",
     set("downlink.rate_base", "2kbit/s"),
     "downlink: {rate_base: &r 2kbit/s}\nuplink: {rate_base: 1kbit/s} # u\n"},
    {"InsideAlias", kLink,
     "downlink: &d # both\n  rate_base: 1kbit/s # r\n  propagation_delay: {uniform: {min: 1ms, "
     "max: "
     "2ms}}\n  link_send_buffer_size: 50pkt\nuplink: *d\n",
     set("uplink.rate_base", "2kbit/s"),
     "downlink: &d # both\n  rate_base: 1kbit/s # r\n  propagation_delay: {uniform: {min: 1ms, "
     "max: "
     "2ms}}\n  link_send_buffer_size: 50pkt\nuplink:\n  rate_base: 2kbit/s\n  propagation_delay: "
     "{uniform: {min: 1ms, max: 2ms}}\n  link_send_buffer_size: 50pkt\n"},
    {"ThroughScalar", kLink, "downlink: 5\n", set("downlink.rate_base", "2kbit/s"), nullptr},
    {"BeyondTheEnd", kSet, "matrix: {link: [a]}\n", set("matrix.link[2]", "b"), nullptr},
    {"NoYaml", kSet, "seed: 1\n", set("seed", "[1"), nullptr},
    {"TwoKeys", kSet, "seed: 1\n", set("seed", "1\nmtu: 5B"), nullptr},
    {"DocumentMarks", kSet, "---\nseed: 1\n...\n", set("mtu", "5B"),
     "---\nseed: 1\nmtu: 5B\n...\n"},
    {"DuplicateKey", kSet, "seed: 1\nseed: 2\n", remove("seed"), nullptr},
};
INSTANTIATE_TEST_SUITE_P(Set, Edits, testing::ValuesIn(kSets),
                         [](const auto& one) { return one.param.name; });

const EditCase kRemovals[] = {
    {"Key", kSet, "seed: 1 # c\nmtu: 5B\n", remove("seed"), "mtu: 5B\n"},
    {"OwnComments", kSet, "seed: 1\n# about\n# it\nmtu: 5B\n# end\n", remove("mtu"),
     "seed: 1\n# end\n"},
    {"NotTheHead", kSet, "# head\nseed: 1\nmtu: 5B\n", remove("seed"), "# head\nmtu: 5B\n"},
    {"DeeperComments", kRouter, "root:\n  red:\n    limit: 1B\n    # ecn: off\nname: x\n",
     remove("root"), "name: x\n"},
    {"LastOpenEnd", kSet, "seed: 1\nmtu: 5B", remove("mtu"), "seed: 1"},
    {"LastBehindBlockOfText", kWork, "a: |\n  x\nb: 1", remove("b"), "a: |\n  x\n"},
    {"LastOpenEndCarriageReturns", kSet, "seed: 1\r\nmtu: 5B", remove("mtu"), "seed: 1"},
    {"OneBlankLineLess", kLink, "a: 1\n\nb:\n  c: 1\n\nd: 1\n", remove("b"), "a: 1\n\nd: 1\n"},
    {"LastSection", kLink, "a: 1\n\nb:\n  c: 1\n", remove("b"), "a: 1\n"},
    {"EmptiedGoes", kLink, "a: 1\nb:\n  c:\n    - d: 1\n", remove("b.c[0].d"), "a: 1\n"},
    {"Everything", kSet, "# head\nseed: 1\n", remove("seed"), "# head\n"},
    {"ChoiceStays", kRouter, "root:\n  tail_drop: {limit: 20pkt} # c\n",
     remove("root.tail_drop.limit"), "root:\n  tail_drop: {} # c\n"},
    {"ChoiceStaysBlock", kRouter, "root:\n  tail_drop: # c\n    # of\n    limit: 20pkt\n",
     remove("root.tail_drop.limit"), "root:\n  tail_drop: {} # c\n"},
    {"ChoiceItself", kRouter, "name: x\nroot:\n  tail_drop: {}\n", remove("root.tail_drop"),
     "name: x\n"},
    {"BehindTheDash", kWork, "flows:\n  - name: a\n    # r\n    role: bulk\n",
     remove("flows[0].name"), "flows:\n  - # r\n    role: bulk\n"},
    {"Item", kWork, "flows:\n  - name: a\n  # b\n  - name: b\n    role: bulk\n  - name: c\n",
     remove("flows[1]"), "flows:\n  - name: a\n  - name: c\n"},
    {"FlowFirst", kSet, "matrix: {link: [a, b]}\n", remove("matrix.link[0]"),
     "matrix: {link: [b]}\n"},
    {"FlowLast", kSet, "matrix: {link: [a, b]}\n", remove("matrix.link[1]"),
     "matrix: {link: [a]}\n"},
    {"FlowKey", kSet, "matrix: {link: a, tcp: b, workload: c}\n", remove("matrix.tcp"),
     "matrix: {link: a, workload: c}\n"},
    {"FlowLines", kSet, "matrix: {link: [a, # one\n  b, # two\n  c]}\n", remove("matrix.link[1]"),
     "matrix: {link: [a, # one\n  # two\n  c]}\n"},
    {"NotThere", kSet, "seed: 1\n", remove("mtu"), nullptr},
    {"AliasTarget", kLink, "a: &a\n  x: 1\n  y: 2\nb: *a\n", remove("a.x"),
     "a: &a\n  y: 2\nb:\n  x: 1\n  y: 2\n"},
};
INSTANTIATE_TEST_SUITE_P(Remove, Edits, testing::ValuesIn(kRemovals),
                         [](const auto& one) { return one.param.name; });

const EditCase kBlocks[] = {
    {"Rename", kLink, "downlink:\n  states: # s\n    bad: # b\n      rate_base: 1kbit/s\n",
     rename("downlink.states.bad", "worse"),
     "downlink:\n  states: # s\n    worse: # b\n      rate_base: 1kbit/s\n"},
    {"RenameQuotes", kTcp, "sysctl: {a: 1}\n", rename("sysctl.a", "b: c"),
     "sysctl: {\"b: c\": 1}\n"},
    {"RenameTwice", kTcp, "sysctl: {a: 1, b: 2}\n", rename("sysctl.a", "b"), nullptr},
    {"Move", kWork, "flows:\n  # 1\n  - name: a # a\n\n  - name: b\n    role: bulk\n  - name: c\n",
     move("flows", 0, 2),
     "flows:\n  - name: b\n    role: bulk\n\n  - name: c\n  # 1\n  - name: a # a\n"},
    {"MoveUp", kWork, "flows:\n- name: a\n- name: b", move("flows", 1, 0),
     "flows:\n- name: b\n- name: a"},
    {"MoveFlow", kSet, "matrix: {link: [a, {b: 1}, c]}\n", move("matrix.link", 2, 0),
     "matrix: {link: [c, a, {b: 1}]}\n"},
    {"MoveOutside", kSet, "matrix: {link: [a]}\n", move("matrix.link", 0, 1), nullptr},
    {"BlockForInline", kRouter, "root:\n  tail_drop: {limit: 1B} # c\nname: x\n",
     block("root", "priority:\n  # first\n  classes:\n    - name: a\n"),
     "root:\n  priority:\n    # first\n    classes:\n      - name: a\nname: x\n"},
    {"BlockInClass", kRouter,
     "root:\n  drr:\n    classes:\n      - name: a\n        discipline: {tail_drop: {}} # q\n      "
     "- name: b\n",
     block("root.drr.classes[0].discipline", "red:\n  limit: 5B\n"),
     "root:\n  drr:\n    classes:\n      - name: a\n        discipline: # q\n          red:\n      "
     "      "
     "limit: 5B\n      - name: b\n"},
    {"BlockBetweenBrackets", kRouter,
     "root: {drr: {classes: [{name: a, discipline: {tail_drop: {}}}]}}\n",
     block("root.drr.classes[0].discipline", "red:\n  limit: 5B\n"),
     "root: {drr: {classes: [{name: a, discipline: {red: {limit: 5B}}}]}}\n"},
    {"BlockNew", kWork, "flows:\n  - name: a\n",
     block("flows[1]", "name: b\nhttp:\n  objects: 1\n"),
     "flows:\n  - name: a\n  - name: b\n    http:\n      objects: 1\n"},
    {"BlockItem", kWork, "flows:\n  - name: a\n    role: bulk\n  - name: c\n",
     block("flows[0]", "# new\nname: b\n"), "flows:\n  - # new\n    name: b\n  - name: c\n"},
    {"BlockText", kSet, "seed: 1\n", block("description", "|\n  one\n    two\n"),
     "description: |\n    one\n      two\nseed: 1\n"},
    {"InsertFirst", kWork, "flows:\n  # a\n  - name: a\n",
     insert("flows", 0, "name: b\nrole: bulk\n"),
     "flows:\n  - name: b\n    role: bulk\n  # a\n  - name: a\n"},
    {"InsertFlow", kSet, "matrix: {link: [a, b]}\n", insert("matrix.link", 1, "c"),
     "matrix: {link: [a, c, b]}\n"},
    {"InsertIntoNothing", kWork, "name: x\n", insert("flows", 0, "name: b\nrole: bulk\n"),
     "name: x\nflows:\n  - name: b\n    role: bulk\n"},
    {"InsertBeyond", kSet, "matrix: {link: [a]}\n", insert("matrix.link", 2, "c"), nullptr},
    {"CarriageReturns", kRouter, "root:\r\n  tail_drop: {}\r\n",
     block("root", "red:\n  limit: 5B\n"), "root:\r\n  red:\r\n    limit: 5B\r\n"},
};
INSTANTIATE_TEST_SUITE_P(Blocks, Edits, testing::ValuesIn(kBlocks),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace seawind::gui
