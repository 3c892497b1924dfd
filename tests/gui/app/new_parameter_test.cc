// SPDX-License-Identifier: GPL-3.0-or-later
// One place for a parameter: a field of a .proto file with its Param option is read, checked,
// published, and visible in the window, without other code. The first test adds such a field to a
// copy of link.proto; the second one looks at every field of the real files.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>

#include <functional>
#include <set>

#include "common/config/rules.h"
#include "common/config_reader.h"
#include "gui/document/reference_help.h"
#include "gui/form/document_view.h"
#include "gui/form/groups.h"
#include "gui/preview/path_elements.h"
#include "tests/configs/documents_fixture.h"

namespace seawind::gui {
namespace {

namespace pb = google::protobuf;
namespace fs = std::filesystem;
using testing::HasSubstr;

Places places_in(const QString& configs) {
  return {configs, configs + "/own", configs + "/campaigns"};
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

// Moves the names of types of `own` from package seawind to seawind.trial.
void rename_types(pb::DescriptorProto& message, const pb::FileDescriptor& own) {
  const auto* pool = pb::DescriptorPool::generated_pool();
  for (pb::FieldDescriptorProto& field : *message.mutable_field()) {
    const std::string name = field.type_name().empty() ? "" : field.type_name().substr(1);
    const auto* type = pool->FindMessageTypeByName(name);
    const auto* names = pool->FindEnumTypeByName(name);
    const bool is_own =
        (type != nullptr && type->file() == &own) || (names != nullptr && names->file() == &own);
    if (is_own) field.set_type_name(".seawind.trial." + name.substr(sizeof("seawind")));
  }
  for (pb::DescriptorProto& inner : *message.mutable_nested_type()) rename_types(inner, own);
}

/// The whole change that a developer makes: one field with its option.
void add_trial_limit(pb::DescriptorProto& direction) {
  pb::FieldDescriptorProto& field = *direction.add_field();
  field.set_name("trial_limit");
  field.set_number(5000);
  field.set_label(pb::FieldDescriptorProto::LABEL_OPTIONAL);
  field.set_type(pb::FieldDescriptorProto::TYPE_INT64);
  field.set_proto3_optional(true);
  field.set_oneof_index(direction.oneof_decl_size());
  direction.add_oneof_decl()->set_name("_trial_limit");
  Param& param = *field.mutable_options()->MutableExtension(seawind::param);
  param.set_unit(BYTES);
  param.set_min("1B");
  param.set_max("1MB");
  param.set_default_value("10kB");
  param.set_element("Line");
  param.set_word("trial at most");
  param.set_doc("bytes that a trial may have");
  param.set_source("a test");
  param.set_example("20kB");
}

TEST(NewParameter, OneFieldOfTheProtoFileIsInEveryView) {
  const pb::FileDescriptor& real = *LinkProfile::descriptor()->file();
  pb::FileDescriptorProto copy;
  real.CopyTo(&copy);
  copy.set_name("trial.proto");
  copy.set_package("seawind.trial");
  for (pb::DescriptorProto& message : *copy.mutable_message_type()) {
    rename_types(message, real);
    if (message.name() == "LinkDirection") add_trial_limit(message);
  }
  pb::DescriptorPool pool(pb::DescriptorPool::generated_pool());
  const pb::FileDescriptor* file = pool.BuildFile(copy);
  ASSERT_NE(file, nullptr);
  DocumentKind kind = document_kinds().front();
  kind.type = file->FindMessageTypeByName("LinkProfile");
  ASSERT_NE(kind.type, nullptr);
  pb::DynamicMessageFactory factory(&pool);
  factory.SetDelegateToGeneratedFactory(true);  // for the types of other files

  // What seawind-schema writes.
  const QTemporaryDir folder;
  const fs::path root = to_path(folder.path());
  const std::string page =
      seawind::test::read_file(seawind::test::source_root() / "docs/reference" / kind.page);
  write(root / "configs/schema" / kind.schema, json_schema(kind));
  write(root / "docs/reference" / kind.page, with_key_tables(page, key_tables(kind)));
  const Places places = places_in(folder.path() + "/configs");
  const QString path = "downlink.trial_limit";

  // Reader.
  const auto read = [&](const std::string& value, Diagnostics& problems) {
    const fs::path profile = root / "configs/profiles/x.yaml";
    const std::string others = "rate_base: 1Mbit/s, link_send_buffer_size: 20pkt";
    write(profile,
          "downlink: {" + others + ", trial_limit: " + value + "}\nuplink: {" + others + "}\n");
    std::unique_ptr<pb::Message> message(factory.GetPrototype(kind.type)->New());
    read_config(profile, SearchPath{}, *message, problems);
    return message;
  };
  Diagnostics none, large;
  const auto message = read("20kB", none);
  EXPECT_TRUE(none.empty()) << none.render();
  const auto* direction = kind.type->FindFieldByName("downlink");
  const auto* field = direction->message_type()->FindFieldByName("trial_limit");
  pb::Message& down = *message->GetReflection()->MutableMessage(message.get(), direction, &factory);
  EXPECT_EQ(down.GetReflection()->GetInt64(down, field), 20'000);
  const auto& up =
      message->GetReflection()->GetMessage(*message, kind.type->FindFieldByName("uplink"));
  EXPECT_EQ(up.GetReflection()->GetInt64(up, field), 10'000) << "the default";

  // Check of a file and of a request to the daemon.
  (void)read("2MB", large);
  EXPECT_THAT(large.render(), HasSubstr("`trial_limit`"));
  down.GetReflection()->SetInt64(&down, field, 0);
  EXPECT_THAT(check_message(*message), testing::Contains(HasSubstr("downlink.trial_limit: 0B")));

  // Schema, with the properties the window uses; reference page; help.
  const SchemaNode& schema_root = schema(Kind::kProfile, places);
  const SchemaNode* node = schema_at(schema_root, path);
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(node->default_text, "10kB");
  EXPECT_THAT(key_tables(kind), HasSubstr("`trial_limit`"));
  const std::string help = reference_help(Kind::kProfile, path, places).toStdString();
  for (const char* fact : {"bytes that a trial may have", "1B to 1MB", "10kB", "a test", "20kB"})
    EXPECT_THAT(help, HasSubstr(fact));

  // Form: a field in the group of its element, with its default.
  YamlDocument document(Kind::kProfile, places);
  document.reset("description: x\n");
  DocumentView view(&document, places, nullptr, nullptr);
  view.form().reveal(path, false);
  EXPECT_NE(view.form().field(path), nullptr);
  const auto groups = groups_of(schema_root);
  const auto line = std::ranges::find(groups, QString("Line"), &Group::title);
  ASSERT_NE(line, groups.end());
  EXPECT_TRUE(line->paired.contains("trial_limit"));

  // Picture of a packet's path.
  Diagnostics problems;
  const auto tree = config::read_tree(root / "configs/profiles/x.yaml", problems);
  ASSERT_TRUE(tree.has_value()) << problems.render();
  QStringList lines;
  for (const PathElement& element : path_elements(*tree, schema_root, "downlink", {}))
    if (element.elements.contains("Line")) lines << element.lines;
  EXPECT_TRUE(lines.contains("trial at most 2MB")) << lines.join('|').toStdString();
}

/// Calls `visit` with each key and its path; types inside themselves are visited once.
void each_key(const pb::Descriptor& type, const QString& path,
              const std::function<void(const pb::FieldDescriptor&, const QString&)>& visit,
              std::set<const pb::Descriptor*> above = {}) {
  if (!above.insert(&type).second) return;
  for (int i = 0; i < type.field_count(); ++i) {
    const pb::FieldDescriptor& field = *type.field(i);
    if (config::is_internal(field)) continue;
    const QString key = QString::fromStdString(field.name());
    const QString here = path.isEmpty() ? key : path + '.' + key;
    visit(field, here);
    if (config::is_section(field))
      each_key(*field.message_type(), field.is_repeated() ? here + "[0]" : here, visit, above);
  }
}

class EveryParameter : public testing::TestWithParam<Kind> {};

// Reader and checks: tests/configs/rejection_test.cc; fields of forms: tests/gui/form.
TEST_P(EveryParameter, HasARowInEachView) {
  const Places places = places_in(SEAWIND_SOURCE_DIR "/configs");
  const DocumentKind& kind = document_kinds()[static_cast<std::size_t>(GetParam())];
  ASSERT_EQ(kind.folder, folder_of(GetParam()).toStdString());
  const auto page_text = [](const std::string& name) {
    return seawind::test::read_file(seawind::test::source_root() / "docs/reference" / name);
  };
  std::string page = page_text(kind.page);
  if (GetParam() == Kind::kTestSet) page += page_text("link.md");  // the keys of `change`
  const SchemaNode& root = schema(GetParam(), places);
  const std::vector<Group> groups = groups_of(root);
  // With each element in effect: one without effect names no parameters.
  Diagnostics problems;
  const auto tree = config::parse_tree(
      "downlink: {queue_max_length: 1pkt, error_probability: 1%, error_handling: DELAY}", "",
      problems);
  QStringList shown;
  if (GetParam() == Kind::kProfile)
    for (const PathElement& one : path_elements(*tree, root, "downlink", {})) shown << one.elements;
  int count = 0;
  each_key(*kind.type, {}, [&](const pb::FieldDescriptor& field, const QString& path) {
    SCOPED_TRACE(path.toStdString());
    ++count;
    const SchemaNode* node = schema_at(root, path);
    ASSERT_NE(node, nullptr);
    const Param& param = config::rules_of(field);
    EXPECT_EQ(node->default_text.toStdString(), param.default_value());
    EXPECT_FALSE(node->doc.isEmpty());
    EXPECT_THAT(page, HasSubstr("`" + field.name() + "`"));
    const QString help = reference_help(GetParam(), path, places);
    EXPECT_TRUE(help.startsWith("<b>" + path));
    const bool in_direction = field.containing_type() == LinkDirection::descriptor();
    if (GetParam() != Kind::kProfile || !in_direction || config::is_overrides(field)) return;
    EXPECT_TRUE(help.startsWith("<b>" + path + "</b>"));
    for (const QString& fact : {node->range, node->default_text, node->source, node->example})
      if (!fact.isEmpty()) EXPECT_TRUE(help.contains(": " + fact.toHtmlEscaped()));
    EXPECT_EQ(node->element.toStdString(), param.element());
    EXPECT_TRUE(shown.contains(node->element)) << "no element of the picture has this name";
    const auto group = std::ranges::find_if(groups, [&](const Group& one) {
      return one.paired.contains(node->key) && one.title != "More";
    });
    EXPECT_NE(group, groups.end()) << "in no group of the form";
  });
  EXPECT_GT(count, 5);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryParameter, testing::ValuesIn(kKinds));

}  // namespace
}  // namespace seawind::gui
