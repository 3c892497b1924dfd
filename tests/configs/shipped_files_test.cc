// SPDX-License-Identifier: GPL-3.0-or-later
// Every file under configs/ and every example of the reference pages loads, passes the published
// schema, and what the files say is what experiments say.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

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
  const std::vector<fs::path> files = test::shipped(GetParam());
  EXPECT_FALSE(files.empty());
  for (const fs::path& file : files) {
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

INSTANTIATE_TEST_SUITE_P(Configs, Kinds, testing::ValuesIn(document_kinds()),
                         [](const auto& one) { return one.param.folder; });

// The files of the reference campaign name their sources and, for editors, their schema.
TEST(Configs, ReferenceFilesNameTheirSchemaAndSource) {
  for (const std::string name :
       {"e0", "r1", "r2", "r4", "high-speed", "tail-drop-20", "tail-drop-80", "w1", "w2", "w3",
        "w4", "w5", "w6", "w7", "quickstart"}) {
    int found = 0;
    for (const DocumentKind& kind : document_kinds()) {
      const fs::path file = source_root() / "configs" / kind.folder / (name + ".yaml");
      if (!fs::exists(file)) continue;
      ++found;
      const std::string text = test::read_file(file);
      EXPECT_TRUE(text.starts_with("# yaml-language-server: $schema=../schema/" + kind.schema))
          << file;
      EXPECT_NE(text.find("\n# Source: "), std::string::npos) << file;
    }
    EXPECT_GT(found, 0) << name;
  }
}

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
}  // namespace
}  // namespace seawind
