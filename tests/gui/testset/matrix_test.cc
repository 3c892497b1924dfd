// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of the matrix: the resulting text, in which everything else is unchanged.
#include "gui/testset/matrix.h"

#include <gmock/gmock.h>

#include "common/diagnostics.h"
#include "controller/testset/plan.h"
#include "gui/testset/axis_files.h"
#include "gui/testset/planner.h"
#include "gui/testset/templates.h"
#include "tests/gui/testset/test_places.h"

namespace seawind::gui {
namespace {

constexpr const char* kText =
    "# what for\n"
    "seed: 7  # as last time\n"
    "\n"
    "matrix:\n"
    "  link: [e0, r4]   # two\n"
    "  router:\n"
    "    - tail-drop-20 # the usual one\n"
    "    - red-ecn-20\n"
    "  tcp: baseline\n"
    "  workload: w1\n"
    "\n"
    "# not together\n"
    "exclude:\n"
    "  - {link: e0, router: red-ecn-20}\n"
    "repetitions: 3\n";

class MatrixTest : public testing::Test {
 protected:
  MatrixTest() : document_(Kind::kTestSet, files_.places()) {
    document_.reset(kText);
    matrix_ = std::make_unique<Matrix>(document_);
  }
  /// The text with one line replaced.
  static QString with(const char* line, const char* by) {
    QString text = kText;
    EXPECT_TRUE(text.contains(line)) << line;
    return text.replace(line, by);
  }
  std::vector<bool> excluded(const std::vector<int>& cases) const {
    std::vector<bool> flags(static_cast<std::size_t>(matrix_->product().size()));
    for (const int index : cases) flags[static_cast<std::size_t>(index)] = true;
    return flags;
  }
  /// Undoes one step, which must restore the initial text.
  void expect_undone() {
    document_.undo_stack().undo();
    EXPECT_EQ(document_.text(), kText);
    document_.undo_stack().redo();
  }

  test::TestPlaces files_;
  YamlDocument document_;
  std::unique_ptr<Matrix> matrix_;
};

TEST_F(MatrixTest, ReadsAxesAndExclusions) {
  EXPECT_EQ(matrix_->references(0), QStringList({"e0", "r4"}));
  EXPECT_EQ(matrix_->references(2), QStringList({"baseline"}));
  EXPECT_EQ(matrix_->product().size(), 4);
  EXPECT_EQ(matrix_->included(), 3);
  EXPECT_EQ(matrix_->excluded_by(1), 0);
  EXPECT_EQ(matrix_->entry_text(0), "link e0, router red-ecn-20");
}

TEST_F(MatrixTest, AValueIsAddedToAList) {
  ASSERT_TRUE(matrix_->add(0, "r1"));
  EXPECT_EQ(document_.text(), with("[e0, r4] ", "[e0, r4, r1] "));
  expect_undone();
  EXPECT_EQ(matrix_->product().size(), 6);
}

TEST_F(MatrixTest, AValueIsAddedToABlock) {
  ASSERT_TRUE(matrix_->add(1, "tail-drop-80"));
  EXPECT_EQ(document_.text(), with("    - red-ecn-20\n", "    - red-ecn-20\n    - tail-drop-80\n"));
  expect_undone();
}

TEST_F(MatrixTest, ASingleValueBecomesAList) {
  ASSERT_TRUE(matrix_->add(2, "enhanced"));
  EXPECT_EQ(document_.text(), with("tcp: baseline", "tcp: [baseline, enhanced]"));
  expect_undone();
}

TEST_F(MatrixTest, AnAxisIsMadeWhereItBelongs) {
  document_.reset("seed: 1\n");
  ASSERT_TRUE(matrix_->add(3, "w1"));
  ASSERT_TRUE(matrix_->add(0, "e0"));
  ASSERT_TRUE(matrix_->add(2, "baseline"));
  ASSERT_TRUE(matrix_->add(0, "../x/own link.yaml"));
  EXPECT_EQ(matrix_->references(0), QStringList({"e0", "../x/own link.yaml"}));
  EXPECT_EQ(matrix_->product().size(), 2);
  EXPECT_EQ(matrix_->product().at(1)[0], "own link");
}

TEST_F(MatrixTest, AValueIsRemoved) {
  ASSERT_TRUE(matrix_->remove(0, 0));
  EXPECT_EQ(document_.text(), with("[e0, r4] ", "[r4] "));
  expect_undone();
  ASSERT_TRUE(matrix_->remove(2, 0));
  EXPECT_FALSE(document_.has("matrix.tcp"));
  EXPECT_EQ(matrix_->product().size(), 0);
}

TEST_F(MatrixTest, ValuesChangePlaces) {
  ASSERT_TRUE(matrix_->move(0, 0, 1));
  EXPECT_EQ(document_.text(), with("[e0, r4] ", "[r4, e0] "));
  expect_undone();
  EXPECT_FALSE(matrix_->move(0, 0, 2));
  EXPECT_FALSE(matrix_->move(2, 0, 1));
}

TEST_F(MatrixTest, ASingleCaseIsExcludedAndIncluded) {
  ASSERT_TRUE(matrix_->set_excluded(excluded({1, 2})));
  EXPECT_EQ(document_.text(), with("  - {link: e0, router: red-ecn-20}\n",
                                   "  - {link: e0, router: red-ecn-20}\n"
                                   "  - {link: r4, router: tail-drop-20}\n"));
  expect_undone();
  ASSERT_TRUE(matrix_->set_excluded(excluded({2})));
  EXPECT_TRUE(document_.text().contains("exclude:\n  - {link: r4, router: tail-drop-20}\n"))
      << document_.text().toStdString();
  ASSERT_TRUE(matrix_->set_excluded(excluded({})));
  EXPECT_FALSE(document_.has("exclude"));
  EXPECT_TRUE(document_.text().contains("repetitions: 3\n"));
  ASSERT_TRUE(matrix_->set_excluded(excluded({0, 1})));
  EXPECT_TRUE(document_.text().contains("exclude:\n  - {link: e0}\n"))
      << document_.text().toStdString();
  EXPECT_FALSE(matrix_->set_excluded(excluded({0, 1})));  // as it is
}

TEST_F(MatrixTest, WithoutYamlNothingIsChanged) {
  const QString broken = QString(kText) + "x: [\n";
  document_.reset(broken);
  ASSERT_FALSE(document_.is_editable());
  EXPECT_FALSE(matrix_->add(0, "r1"));
  EXPECT_FALSE(matrix_->remove(0, 0));
  EXPECT_FALSE(matrix_->move(0, 0, 1));
  EXPECT_EQ(document_.text(), broken);
}

// Every shipped test set has the same cases as its plan, under the same names. Adding and removing
// a value restores it.
TEST_F(MatrixTest, ShippedTestSetsHaveTheCasesOfTheirPlans) {
  const Places places = files_.places();
  int count = 0;
  for (const Template& from : test_set_templates(places)) {
    const QString& file = from.path;
    SCOPED_TRACE(file.toStdString());
    ++count;
    YamlDocument document(Kind::kTestSet, places);
    QString error;
    ASSERT_TRUE(document.load(file, error)) << error.toStdString();
    Matrix matrix(document);
    Diagnostics problems;
    const auto plan = load_plan(to_path(file), to_path(places.configs), problems);
    ASSERT_TRUE(plan) << problems.render();
    EXPECT_EQ(matrix.included(), plan->cases_size());
    int at = 0;
    for (int index = 0; index < matrix.product().size(); ++index) {
      if (matrix.excluded_by(index) >= 0) continue;
      const auto values = matrix.product().at(index);
      EXPECT_EQ(values[0], plan->cases(at).axes().at("link"));
      EXPECT_EQ(values[3], plan->cases(at).axes().at("workload"));
      ++at;
    }
    EXPECT_EQ(document.text(), test::TestPlaces::read(file));
    auto excluded = matrix.excluded();
    excluded.flip();
    if (std::find(excluded.begin(), excluded.end(), false) == excluded.end()) excluded[0] = false;
    matrix.set_excluded(excluded);
    for (int axis = 0; axis < kAxes; ++axis) matrix.add(axis, "another");
    while (document.undo_stack().canUndo()) document.undo_stack().undo();
    EXPECT_EQ(document.text(), test::TestPlaces::read(file));
    // The plan of the text is the plan of the file.
    const auto planned = plan_of(document.text(), file, places);
    ASSERT_TRUE(planned);
    EXPECT_EQ(planned->cases_size(), plan->cases_size());
  }
  EXPECT_GE(count, 12);
}

TEST_F(MatrixTest, ReferencesAreNamesWhereNamesFindThem) {
  const Places places = files_.places();
  const QString mine = files_.write("own/profiles/mine.yaml", "extends: e0\ndescription: my own\n");
  const QString far = files_.write("elsewhere/far.yaml", "extends: e0\n");
  const QString set = files_.write("own/testsets/set.yaml", kText);
  EXPECT_EQ(reference_to(mine, Kind::kProfile, set, places), "mine");
  EXPECT_EQ(reference_to(mine, Kind::kProfile, {}, places), "mine");
  EXPECT_EQ(reference_to(far, Kind::kProfile, set, places), "../../elsewhere/far.yaml");
  EXPECT_EQ(reference_to(far, Kind::kProfile, {}, places), far);
  for (const QString& file : {mine, far})
    EXPECT_EQ(resolve_reference(reference_to(file, Kind::kProfile, set, places), Kind::kProfile,
                                set, places),
              file);
  EXPECT_EQ(reference_to(mine, Kind::kProfile, places.own + "/testsets/more/deep.yaml", places),
            "mine");
  EXPECT_EQ(resolve_reference("nobody", Kind::kProfile, set, places), "");
  EXPECT_EQ(resolve_reference("e0", Kind::kProfile, set, places),
            places.configs + "/profiles/e0.yaml");
  EXPECT_EQ(description_of(mine), "my own");
  const auto found = axis_files(Kind::kProfile, set, places);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                          [](const AxisFile& f) { return f.name == "mine" && !f.shipped; }));
  EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                          [](const AxisFile& f) { return f.name == "e0" && f.shipped; }));
}

}  // namespace
}  // namespace seawind::gui
