// SPDX-License-Identifier: GPL-3.0-or-later
// Every file under configs/ and every example of the reference pages loads, passes the published
// schema, and what the files say is what experiments say.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "common/config/old_names.h"
#include "common/config_reader.h"
#include "controller/testset/check_file.h"
#include "controller/testset/plan.h"
#include "controller/testset/show_config.h"
#include "tests/configs/documents_fixture.h"
#include "tests/configs/yaml_json.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::source_root;

class PublishedSchema {
 public:
  explicit PublishedSchema(const DocumentKind& kind)
      : document_(json::parse(test::read_file(source_root() / "configs/schema" / kind.schema))) {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::NlohmannJsonAdapter(document_), schema_);
  }

  /// The validator's errors; empty when the text passes.
  std::string problems(const std::string& yaml) const {
    const json document = test::to_json(YAML::Load(yaml));
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(document), &results)) {
      return {};
    }
    std::string text = "refused:";
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
      for (const std::string& part : error.context) text += part;
      text += " " + error.description + "\n";
    }
    return text;
  }

 private:
  json document_;
  valijson::Schema schema_;
};

class Kinds : public testing::TestWithParam<DocumentKind> {};

TEST_P(Kinds, EveryShippedFileLoadsAndPassesTheSchema) {
  const PublishedSchema schema(GetParam());
  for (const fs::path& file : test::shipped(GetParam())) {
    const auto message = test::new_message(GetParam());
    Diagnostics problems;
    read_config(file, SearchPath{{source_root() / "configs"}}, *message, problems);
    check_file(config_kind(file), file, source_root() / "configs", problems);
    EXPECT_EQ(problems.render(), "") << file;  // no warning either
    const std::string text = test::read_file(file);
    EXPECT_EQ(schema.problems(text), "") << file;
  }
}

TEST_P(Kinds, EveryExampleOfTheReferencePageLoadsAndPassesTheSchema) {
  const PublishedSchema schema(GetParam());
  const test::TempTree tree;
  const auto blocks =
      test::examples(test::read_file(source_root() / "docs/reference" / GetParam().page));
  ASSERT_FALSE(blocks.empty());
  for (const auto& [name, text] : blocks) tree.write(name, text);
  for (const auto& [name, text] : blocks) {
    const auto message = test::new_message(GetParam());
    Diagnostics problems;
    read_config(tree.root() / name, SearchPath{{tree.root(), source_root() / "configs"}}, *message,
                problems);
    EXPECT_EQ(problems.render(), "");
    EXPECT_EQ(schema.problems(text), "") << name;
  }
}

// The files of the reference campaign name their sources and, for editors, their schema.
TEST_P(Kinds, ReferenceFilesNameTheirSchemaAndSource) {
  for (const std::string name :
       {"e0", "r1", "r2", "r4", "high-speed", "tail-drop-20", "tail-drop-80", "w1", "w2", "w3",
        "w4", "w5", "w6", "w7", "quickstart"}) {
    const fs::path file = source_root() / "configs" / GetParam().folder / (name + ".yaml");
    if (!fs::exists(file)) continue;  // of another kind
    const std::string text = test::read_file(file);
    EXPECT_TRUE(text.starts_with("# yaml-language-server: $schema=../schema/" + GetParam().schema))
        << file;
    EXPECT_NE(text.find("\n# Source: "), std::string::npos) << file;
  }
}

INSTANTIATE_TEST_SUITE_P(Configs, Kinds, testing::ValuesIn(document_kinds()),
                         [](const auto& one) { return one.param.folder; });

TEST(Configs, HoldsNoFileOutsideItsFolders) {
  std::size_t known = 0;
  for (const DocumentKind& kind : document_kinds()) known += test::shipped(kind).size();
  std::size_t all = 0;
  for (const auto& entry : fs::recursive_directory_iterator(source_root() / "configs")) {
    // Published results to compare with are no configuration; the report reads them.
    if (entry.path().parent_path() == source_root() / "configs/testsets/reference") continue;
    all += entry.path().extension() == ".yaml" ? 1U : 0U;
  }
  EXPECT_EQ(all, known);
  EXPECT_GE(known, 10U);
}

struct Sample {
  std::size_t kind;
  const char* text;
};

class BadSamples : public testing::TestWithParam<Sample> {};

TEST_P(BadSamples, FailInTheReaderAndInTheSchema) {
  const DocumentKind& kind = document_kinds()[GetParam().kind];
  EXPECT_NE(PublishedSchema(kind).problems(GetParam().text), "");
  const test::TempTree tree;
  const auto message = test::new_message(kind);
  Diagnostics problems;
  read_config(tree.write("x.yaml", GetParam().text), SearchPath{{source_root() / "configs"}},
              *message, problems);
  EXPECT_FALSE(problems.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Configs, BadSamples,
    testing::Values(Sample{0, "extends: e0\nbandwidth: 3\n"}, Sample{0, "downlink: {}\n"},
                    Sample{0, "extends: e0\ndownlink: {rate_base: 64000}\n"},
                    Sample{0, "extends: e0\ndownlink: {rate_base: 64 kbit/s}\n"},
                    Sample{0, "extends: e0\ndownlink: {rate_base: off}\n"},
                    Sample{0, "extends: e0\ndownlink: {error_probability: 1.5}\n"},
                    Sample{0, "extends: e0\ndownlink: {error_handling: RETRY}\n"},
                    Sample{0, "extends: e0\ndownlink: {states: {bad: {reordering: true}}}\n"},
                    Sample{0,
                           "extends: e0\ndownlink: {error_delay_function: {uniform: {min: 1s}}}\n"},
                    Sample{0,
                           "extends: e0\ndownlink: {error_delay_function: {fixed: 1s, uniform: "
                           "{min: 1s, max: 2s}}}\n"},
                    Sample{0, "extends: e0\ndownlink: {link_send_buffer_size: 20ms}\n"},
                    Sample{0, "extends: e0\nchannel: {states: [{name: a}]}\n"},
                    Sample{1, "root: {tail_drop: {}, red: {}}\n"}, Sample{1, "{}\n"},
                    Sample{2, "sysctl: [tcp_sack]\n"}, Sample{2, "route: {initcwnd: 0}\n"},
                    Sample{2, "route: {initcwnd: 2.5}\n"}, Sample{3, "flows: []\n"},
                    Sample{3, "flows: [{name: a}]\n"},
                    Sample{3, "flows: [{name: a, bulk_tcp: {size: 100}}]\n"},
                    Sample{4, "matrix: {link: e0, tcp: a}\n"}, Sample{4, "matrix: 3\n"},
                    Sample{4, "repetitions: 0\nmatrix: {link: e0, tcp: a, workload: w1}\n"},
                    Sample{4, "seed: -1\nmatrix: {link: e0, tcp: a, workload: w1}\n"}),
    [](const auto& one) { return "sample" + std::to_string(one.index); });

// A renamed file: its old name stands for it, and no file has the old name.
TEST(OldNames, StandForTheShippedFiles) {
  int renamed = 0;
  for (const auto& [kind, folder] :
       {std::pair("tcp", "tcp"), std::pair("testsets", "testsets/reference")}) {
    for (const auto& entry : fs::directory_iterator(source_root() / "configs" / folder)) {
      const std::string name = entry.path().stem().string();
      const std::size_t at = name.find("-legacy");
      if (at == std::string::npos) continue;
      std::string old_name = name;
      old_name.replace(at, 7, "-period");
      EXPECT_EQ(config::current_name(kind, old_name), name);
      EXPECT_FALSE(fs::exists(entry.path().parent_path() / (old_name + ".yaml")));
      ++renamed;
    }
  }
  EXPECT_EQ(renamed, 9);
}

LinkProfile profile(const std::string& name) {
  LinkProfile link;
  Diagnostics problems;
  read_config(source_root() / "configs/profiles" / (name + ".yaml"),
              SearchPath{{source_root() / "configs"}}, link, problems);
  EXPECT_EQ(problems.render(), "");
  return link;
}

TEST(ReferenceProfiles, AreThoseOfTheExperiments) {
  const LinkProfile e0 = profile("e0");
  EXPECT_EQ(e0.downlink().rate_base().fixed(), 64'000);                            // L1
  EXPECT_EQ(e0.downlink().propagation_delay().fixed(), 300'000'000);               // L2
  EXPECT_EQ(e0.uplink().link_send_buffer_size().bytes(), 12'000);                  // L6
  EXPECT_EQ(e0.downlink().adapter_slots() + e0.downlink().queue_max_length(), 3);  // L8
  EXPECT_FALSE(e0.uplink().has_queue_max_length());                                // L9
  EXPECT_FALSE(e0.downlink().link_layer_ack_emulation());                          // E8
  EXPECT_EQ(e0.channel().lead_in(), 19'000'000'000);                               // E10
  const std::pair<const char*, std::int64_t> persistency[] = {
      {"r1", 701'000'000}, {"r2", 1'401'000'000}, {"r4", 2'801'000'000}};  // E5
  for (const auto& [name, threshold] : persistency) {
    const LinkProfile link = profile(name);
    EXPECT_EQ(link.name(), name);
    EXPECT_EQ(link.channel().SerializeAsString(), e0.channel().SerializeAsString());  // E3
    for (const LinkDirection& d : {link.downlink(), link.uplink()}) {                 // E9
      EXPECT_EQ(d.delay_drop_threshold(), threshold);
      EXPECT_EQ(d.error_handling(), LinkDirection::DELAY_ITERATE);  // E6
      EXPECT_EQ(d.error_delay_function().fixed(), 700e6);           // E4
      EXPECT_EQ(d.error_probability().fixed(), 0);                  // E1
      EXPECT_EQ(d.states().at("bad").error_probability().fixed(), 0.6);
      EXPECT_TRUE(d.link_layer_ack_emulation());
    }
  }
  EXPECT_EQ(profile("high-speed").downlink().rate_base().fixed(), 384'000);  // L3
  EXPECT_EQ(profile("high-speed").uplink().link_send_buffer_size().bytes(), 42'000);
}

// The values of RFC 8289 (sections 4.3, 4.4), RFC 8290 (5.2), RFC 8033 (4.2, 4.4, 5.1) and RFC 9332
// (appendix A.1); the limits in packets are those of Linux.
TEST(QueueManagementRouters, HaveThePublishedValues) {
  const std::string codel = "target: 5ms, interval: 100ms, mtu: 1500B, ecn: true}";
  const std::string pie =
      "target: 15ms, update_interval: 15ms, max_burst: 150ms, alpha: 0.125, beta: 1.25, "
      "mark_threshold: 0.1, mean_packet: 1500B, ecn: true, derandomize: false}";
  const std::string flows = "{limit: 10240pkt, flows: 1024, quantum: 1500B, drop_batch: 64, ";
  const std::pair<const char*, std::string> expected[] = {
      {"codel", "codel: {limit: 1000pkt, " + codel},
      {"fq-codel", "fq_codel: " + flows + codel},
      {"pie", "pie: {limit: 1000pkt, " + pie},
      {"fq-pie", "fq_pie: " + flows + pie},
      {"dualpi2",
       "dualpi2: {coupling: 2, target: 15ms, max_rtt: 100ms, l4s_threshold: 800us, "
       "l4s_range: 400us, l4s_packets: 1, "}};
  for (const auto& [name, values] : expected) {
    Router router;
    Diagnostics problems;
    read_config(source_root() / "configs/routers" / (std::string(name) + ".yaml"),
                SearchPath{{source_root() / "configs"}}, router, problems);
    EXPECT_EQ(problems.render(), "");
    EXPECT_NE(router.description(), "");
    EXPECT_NE(show_config(router).find("\nroot:\n  " + values), std::string::npos)
        << show_config(router);
  }
}

TEST(Quickstart, IsFourCasesOfSixRepetitionsAllAtOnce) {
  // The TCP variants are stood in for here: their values are checked where they are applied.
  const test::TempTree tree;
  tree.write("tcp/baseline.yaml", "{}\n");
  tree.write("tcp/enhanced.yaml", "{}\n");
  const auto file = tree.write("testsets/quickstart.yaml",
                               test::read_file(source_root() / "configs/testsets/quickstart.yaml"));
  Diagnostics problems;
  const auto plan = load_plan(file, source_root() / "configs", problems);
  ASSERT_TRUE(plan) << problems.render();
  EXPECT_EQ(plan->cases_size(), 4);
  EXPECT_EQ(plan->test_set().repetitions(), 6);
  EXPECT_EQ(parallel_slots(plan->test_set()), 24);
  EXPECT_EQ(plan->test_set().mtu(), 576);
}

}  // namespace
}  // namespace seawind
