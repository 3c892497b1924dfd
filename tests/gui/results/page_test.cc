// SPDX-License-Identifier: GPL-3.0-or-later
// The results page driven as a user does.
#include <gmock/gmock.h>

#include <QSignalSpy>
#include <QTest>

#include "common/whole_file.h"
#include "gui/results/results_page.h"
#include "tests/gui/results/synthetic_campaign.h"
#include "tests/support/temp_tree.h"

namespace seawind::gui {
namespace {

using test::make_campaign;
using test::SyntheticCampaign;
using testing::ElementsAre;

constexpr std::size_t kLargest = 1 << 24;  // bytes of a picture

class ResultsPageTest : public testing::Test {
 protected:
  ResultsPageTest()
      : page(Places{SEAWIND_SOURCE_DIR "/configs", to_text(tree.root() / "own"),
                    to_text(tree.root() / "campaigns")}) {
    page.resize(1100, 700);
    page.show();
  }
  QString make(const std::string& name, const SyntheticCampaign& wanted = {}) {
    return to_text(make_campaign(tree.root() / "campaigns" / name, wanted));
  }
  void open(const QString& directory) {
    QSignalSpy shown(&page, &ResultsPage::campaign_shown);
    page.open_campaign(directory);
    ASSERT_TRUE(shown.wait());
  }
  /// Shows a picture and waits until the controller has drawn it.
  const RenderedPicture& draw(const Recipe& recipe) {
    page.tabs().setCurrentIndex(ResultsPage::kPictures);
    page.apply_recipe(recipe);
    wait();
    return page.pictures().picture().picture();
  }
  /// A key in the picture, also one of its actions.
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    page.activateWindow();
    page.pictures().picture().setFocus();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&page));
    QTest::keyClick(&page.pictures().picture(), key, modifiers);
  }
  void wait() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.pictures().task().is_running(); }, 20'000));
  }

  test::TempTree tree;
  ResultsPage page;
};

TEST_F(ResultsPageTest, TheSummaryHasTheVerdictFirst) {
  open(make("c", {.pending = 1, .failed = true}));
  const QString text = page.summary().toPlainText();
  EXPECT_TRUE(text.contains("22 of 24 repetitions valid, 1 failed, 1 still to run"));
  EXPECT_LT(text.indexOf("22 of 24"), text.indexOf("Medians"));
  EXPECT_TRUE(text.contains("lateness p99.9 2.1ms"));
  EXPECT_FALSE(page.banner().isVisible());
  EXPECT_TRUE(page.campaign()->problems.isEmpty());
}

// The head of the page is rich text; the directory's name in it must be shown literally.
TEST_F(ResultsPageTest, ANameWithMarkupIsShownAsItIs) {
  const QString name = "<b>x<img src=file:passwd>";
  const QString directory = to_text(tree.root() / "campaigns" / name.toStdString());
  ASSERT_TRUE(QDir().mkpath(directory));
  open(directory);
  QString head;
  for (const QLabel* label : page.findChildren<QLabel*>())
    if (label->textFormat() == Qt::RichText)
      head += QTextDocumentFragment::fromHtml(label->text()).toPlainText() + '\n';
  EXPECT_TRUE(head.contains(name)) << head.toStdString();
  EXPECT_TRUE(page.summary().toPlainText().contains(name))
      << page.summary().toPlainText().toStdString();
}

TEST_F(ResultsPageTest, AClickOnAMarkOpensThatRepetition) {
  open(make("c"));
  for (const std::string view : {"boxes", "cdf", "time", "starts", "versus"}) {
    const auto& drawn =
        draw({.view = view, .against = "bulk1/delay_median", .cases = CaseExpression("link=r4")});
    ASSERT_EQ(drawn.points.size(), 12U) << view;
    const PicturePoint point = drawn.points[3];
    EXPECT_TRUE(point.case_name.starts_with("r4/")) << view;
    PictureView& picture = page.pictures().picture();
    QTest::mouseClick(picture.viewport(), Qt::LeftButton, {}, QPoint(1, 1));
    EXPECT_EQ(page.tabs().currentIndex(), ResultsPage::kPictures) << view;
    QTest::mouseClick(picture.viewport(), Qt::LeftButton, {}, picture.position_of(point).toPoint());
    EXPECT_EQ(page.tabs().currentIndex(), ResultsPage::kRepetition) << view;
    EXPECT_EQ(page.repetition().case_name(), point.case_name) << view;
    EXPECT_EQ(page.repetition().number(), point.number) << view;
  }
}

TEST_F(ResultsPageTest, ThePictureHasTheCasesOfTheFilter) {
  open(make("c"));
  EXPECT_EQ(draw({}).points.size(), 24U);
  QTest::keyClicks(&page.filter().condition().field(), "r4/");
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return page.pictures().picture().picture().points.size() == 12; }, 20'000));
  page.filter().set_cases(CaseExpression("nothing"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return page.pictures().note().contains("no case"); }, 20'000))
      << page.pictures().note().toStdString();
  EXPECT_TRUE(page.pictures().picture().picture().svg.empty());
}

TEST_F(ResultsPageTest, TheKeyboardOpensARepetitionFromThePicture) {
  open(make("c"));
  const PicturePoint second = draw({}).points.at(1);
  PictureView& picture = page.pictures().picture();
  for (int i = 0; i < 2; ++i) key(Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(picture.accessibleDescription().toStdString(), second.text);
  key(Qt::Key_Return);
  EXPECT_EQ(page.repetition().case_name(), second.case_name);
  EXPECT_EQ(page.repetition().number(), second.number);
}

TEST_F(ResultsPageTest, TheWindowShowsThePictureOfTheCommandLine) {
  const QString directory = make("c");
  open(directory);
  const Recipe recipe{.view = "cdf", .metric = "bulk1/throughput"};
  std::string shown = draw(recipe).svg;
  draw_picture(to_path(directory), {.recipe = recipe}, tree.root() / "cdf.svg");
  // Apart from the width they are equal: the same texts.
  const auto texts = [](const std::string& svg) {
    QStringList out;
    const QRegularExpression text("<text[^>]*>([^<]*)<");
    for (auto all = text.globalMatch(QString::fromStdString(svg)); all.hasNext();)
      out << all.next().captured(1);
    out.removeIf([](const QString& one) { return one.contains(QRegularExpression("^[0-9,.]+$")); });
    return out;
  };
  EXPECT_GT(texts(shown).size(), 4);
  EXPECT_EQ(texts(shown), texts(read_whole_file(tree.root() / "cdf.svg", kLargest)));
}

TEST_F(ResultsPageTest, EveryPictureOfTheListIsDrawnOrSaysWhyNot) {
  open(make("c"));
  const auto* kinds = page.pictures().findChild<QComboBox*>();
  for (int i = 0; i < kinds->count(); ++i) {
    const std::string view = kinds->itemData(i).toString().toStdString();
    const bool drawn = !draw({.view = view, .against = "bulk1/delay_median"}).svg.empty();
    EXPECT_EQ(drawn, view != "ipdv") << view << page.pictures().note().toStdString();
    EXPECT_EQ(page.pictures().picture().actions()[0]->isEnabled(), drawn) << view;
    if (!drawn) {
      EXPECT_TRUE(page.pictures().note().contains("only streams do"))
          << page.pictures().note().toStdString();
    }
  }
}

TEST_F(ResultsPageTest, APictureIsZoomedCopiedAndSaved) {
  open(make("c"));
  draw({});
  PictureView& picture = page.pictures().picture();
  const PicturePoint point = picture.picture().points[5];
  const auto wheel = [&](int delta) {
    const QPointF at = picture.position_of(point);
    QWheelEvent event(at, picture.viewport()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(picture.viewport(), &event);
  };
  const double fits = picture.zoom();
  const QPointF before = picture.position_of(point);
  wheel(240);
  EXPECT_DOUBLE_EQ(picture.zoom(), fits * 1.25 * 1.25);
  key(Qt::Key_Minus);
  EXPECT_DOUBLE_EQ(picture.zoom(), fits * 1.25);
  key(Qt::Key_Home);
  EXPECT_DOUBLE_EQ(picture.zoom(), fits);
  EXPECT_EQ(picture.position_of(point), before);

  key(Qt::Key_C, Qt::ControlModifier);
  const QMimeData* copied = QApplication::clipboard()->mimeData();
  EXPECT_TRUE(copied->hasImage());
  EXPECT_TRUE(copied->data("image/svg+xml").startsWith("<svg"));
  QString error;
  for (const auto& [end, head] :
       {std::pair(".svg", "<svg"), std::pair(".png", "\x89PNG"), std::pair(".pdf", "%PDF")}) {
    const auto file = tree.root() / (std::string("picture") + end);
    ASSERT_TRUE(picture.save_to(to_text(file), error)) << error.toStdString();
    EXPECT_TRUE(read_whole_file(file, kLargest).starts_with(head)) << end;
  }
  const QString svg =
      QString::fromStdString(read_whole_file(tree.root() / "picture.svg", kLargest));
  EXPECT_FALSE(svg.contains("var("));
  EXPECT_EQ(svg.count("fill-opacity=\"0.65\""), 24) << "one dot for each repetition";
  EXPECT_EQ(svg.count(">baseline</text>"), 2);
  EXPECT_EQ(svg.count(">enhanced</text>"), 2);
  const QImage png(to_text(tree.root() / "picture.png"));
  int of_points = 0;  // orange: the second series
  for (int y = 0; y < png.height(); ++y)
    for (int x = 0; x < png.width(); ++x)
      of_points += png.pixelColor(x, y).red() > png.pixelColor(x, y).blue() + 80 ? 1 : 0;
  EXPECT_GT(of_points, 24);
  EXPECT_FALSE(picture.save_to("/nonexistent/x.png", error));
  EXPECT_TRUE(error.contains("/nonexistent")) << error.toStdString();
  QStringList menu;
  for (const QAction* action : picture.actions()) menu << action->text().remove('&');
  EXPECT_EQ(menu, QStringList({"Zoom in", "Zoom out", "Fit", "Copy", "Save…"}));
  EXPECT_EQ(picture.tool_bar()->actions(), picture.actions());
}

TEST_F(ResultsPageTest, APictureHasTheColoursOfTheTheme) {
  open(make("c"));
  draw({});
  PictureView& picture = page.pictures().picture();
  const auto corner = [&] { return picture.viewport()->grab().toImage().pixelColor(1, 1).name(); };
  EXPECT_EQ(corner(), "#ffffff");
  QPalette dark = picture.palette();
  dark.setColor(QPalette::Base, Qt::black);
  dark.setColor(QPalette::Text, Qt::white);
  picture.setPalette(dark);
  EXPECT_EQ(corner(), "#1b1f26");  // --card of the page
}

TEST_F(ResultsPageTest, ARecipeIsSavedAppliedToAnotherCampaignAndTheSame) {
  open(make("c"));
  Recipe recipe;
  recipe.view = "versus";
  recipe.metric = "bulk1/throughput";
  recipe.against = "bulk1/delay_median";
  recipe.cases = CaseExpression("link=r4 & enhanced");
  recipe.x = {.from = 100, .to = 2000, .logarithmic = true};
  page.apply_recipe(recipe);
  EXPECT_EQ(page.recipe(), recipe);
  QString error;
  ASSERT_TRUE(page.recipes().save("delay", error)) << error.toStdString();
  EXPECT_EQ(load_recipe(to_path(page.recipes().file_of("delay"))), recipe);
  EXPECT_THAT(page.recipes().names(), ElementsAre("delay"));
  EXPECT_FALSE(page.recipes().save("a/b", error));
  ASSERT_TRUE(page.recipes().save("a&b", error)) << error.toStdString();
  emit page.recipes().aboutToShow();
  QList<const QMenu*> menus{&page.recipes()};  // to apply and to remove
  for (const QAction* action : page.recipes().actions())
    if (action->menu() != nullptr) menus << action->menu();
  QStringList shown;
  for (const QMenu* menu : menus)
    for (const QAction* action : menu->actions())
      if (action->text() == "a&&b") shown << menu->title();
  EXPECT_THAT(shown, ElementsAre("&Recipes", "&Remove"));

  page.apply_recipe({});
  open(make("other", {.faster = 100}));
  ASSERT_TRUE(page.recipes().apply("delay", error)) << error.toStdString();
  EXPECT_EQ(page.recipe(), recipe);
  page.tabs().setCurrentIndex(ResultsPage::kPictures);
  wait();
  EXPECT_EQ(page.pictures().picture().picture().points.size(), 6U);
  EXPECT_EQ(page.shown_repetitions().rowCount(), 6);

  tree.write("own/recipes/bad.yaml", "view: boxes\nmetrik: x\n");
  EXPECT_FALSE(page.recipes().apply("bad", error));
  EXPECT_TRUE(error.contains("bad.yaml:2:1: error: unknown key `metrik`")) << error.toStdString();
}

TEST_F(ResultsPageTest, ARecipeOfARepetitionOpensIt) {
  open(make("c"));
  QSignalSpy opened(&page.repetition(), &RepetitionView::opened);
  Recipe recipe;
  recipe.view = "sequence";
  recipe.cases = CaseExpression("link=r4");
  recipe.repetition = 4;
  recipe.x = {.from = 1, .to = 2};
  page.apply_recipe(recipe);
  ASSERT_TRUE(opened.wait());
  EXPECT_EQ(page.repetition().case_name(), test::synthetic_case(2));
  EXPECT_EQ(page.repetition().number(), 4);
  EXPECT_EQ(page.repetition().sequence().plot().xAxis->range(), QCPRange(1, 2));
  const Recipe saved = page.recipe();
  EXPECT_EQ(saved.view, "sequence");
  EXPECT_EQ(saved.repetition, 4);
  EXPECT_EQ(saved.flow, "bulk1");
  EXPECT_EQ(saved.cases.text(), "link=r4 & router=tail-drop-20 & tcp=baseline & workload=w1");
  EXPECT_EQ(saved.x.from, 1);
}

TEST_F(ResultsPageTest, TheRangesOfARecipeAreOnlyThoseOfItsRepetition) {
  const QString directory = make("c");
  std::filesystem::remove_all(to_path(directory) / "attempts/000/002-1");
  open(directory);
  QSignalSpy failed(&page.repetition().task(), &Task::failed);
  page.apply_recipe({.view = "sequence",
                     .cases = CaseExpression("link=e0 & baseline"),
                     .x = {.from = 1, .to = 2},
                     .repetition = 2});
  ASSERT_TRUE(failed.wait());
  QSignalSpy opened(&page.repetition(), &RepetitionView::opened);
  page.open_repetition(directory, QString::fromStdString(test::synthetic_case(0)), 3);
  ASSERT_TRUE(opened.wait());
  EXPECT_NE(page.repetition().sequence().plot().xAxis->range(), QCPRange(1, 2));
}

TEST_F(ResultsPageTest, ACampaignThatGrowsIsReadAgain) {
  const SyntheticCampaign wanted{.pending = 2};
  const QString directory = make("c", wanted);
  open(directory);
  EXPECT_TRUE(page.summary().toPlainText().contains("22 of 24"));
  EXPECT_EQ(draw({}).points.size(), 22U);
  PictureView& picture = page.pictures().picture();
  key(Qt::Key_Plus);
  const double zoomed = picture.zoom();
  QSignalSpy shown(&page, &ResultsPage::campaign_shown);
  test::finish_one(to_path(directory), wanted, 4);
  ASSERT_TRUE(shown.wait(10'000));
  EXPECT_TRUE(page.summary().toPlainText().contains("23 of 24"));
  wait();
  EXPECT_EQ(picture.picture().points.size(), 23U);
  EXPECT_EQ(picture.zoom(), zoomed);
}

TEST_F(ResultsPageTest, TheKeyboardOpensARepetitionFromTheList) {
  open(make("c"));
  page.tabs().setCurrentIndex(ResultsPage::kRepetitions);
  auto* table = page.tabs().currentWidget()->findChild<QTableView*>();
  table->setFocus();
  table->setCurrentIndex(table->model()->index(7, 0));
  QTest::keyClick(table, Qt::Key_Return);
  EXPECT_EQ(page.tabs().currentIndex(), ResultsPage::kRepetition);
  EXPECT_EQ(page.repetition().number(), 1);
  EXPECT_EQ(page.repetition().case_name(), test::synthetic_case(1));
}

TEST_F(ResultsPageTest, ComparedFiguresAreTheControllers) {
  const QString other = make("b", {.faster = 50});
  open(make("a"));
  CampaignPictures& pictures = page.pictures();
  const auto number = [&](int row, int column) {
    return pictures.numbers().index(row, column).data(RowsModel::kSortRole).toDouble();
  };
  const CampaignPtr kept = page.campaign();  // the page may read it again
  const CampaignData& campaign = *kept;
  // The base of the report.
  std::string svg = draw({.view = "answer"}).svg;
  EXPECT_NE(svg.find("against baseline"), std::string::npos);
  const auto& answers = campaign.report.answers.answers;
  ASSERT_GT(pictures.numbers().rowCount(), 0);
  EXPECT_EQ(number(0, 4), answers[0].result.median_difference);
  EXPECT_EQ(number(0, 6), answers[0].result.interval->low);
  // Another confidence.
  pictures.confidence().setValue(50);
  wait();
  EXPECT_TRUE(pictures.note().contains("their 50 % interval")) << pictures.note().toStdString();
  EXPECT_NE(pictures.picture().picture().svg.find("50 % interval"), std::string::npos);
  pictures.confidence().setValue(95);
  // Another base.
  pictures.compare_with(QString::fromStdString(test::synthetic_case(3)));
  wait();
  const auto based = compare_with_case(campaign.results(), *campaign.find_case(3),
                                       campaign.report.headline.keys(), 0.95);
  ASSERT_EQ(pictures.numbers().rowCount(), static_cast<int>(based.size()));
  EXPECT_EQ(number(0, 4), based[0].result.median_difference);
  EXPECT_TRUE(pictures.note().contains("differences are decided")) << pictures.note().toStdString();
  // Another campaign.
  pictures.compare_with(other);
  wait();
  const auto rows =
      compare_campaigns(campaign.results(), read_campaign(other, [](auto, auto) {})->results(), "",
                        campaign.report.headline.keys(), 0.95);
  ASSERT_EQ(pictures.numbers().rowCount(), static_cast<int>(rows.size()));
  EXPECT_EQ(number(0, 4), rows[0].result.median_difference);
  EXPECT_NE(pictures.picture().picture().svg.find("of b against"), std::string::npos);
  EXPECT_TRUE(pictures.note().contains(QRegularExpression("^[0-9]+ of [0-9]+ differences")))
      << pictures.note().toStdString();
  // Another campaign whose repetitions had other conditions.
  pictures.compare_with(make("later", {.settle = 5'000'000'000}));
  wait();
  EXPECT_TRUE(pictures.note().startsWith(
      "`settle` differs (0ns and 5s): the flows met the channel at different times. "))
      << pictures.note().toStdString();
  const QString seeded = make("seeded", {.seed = 7});
  pictures.compare_with(seeded);
  wait();
  EXPECT_TRUE(pictures.note().startsWith("The campaigns have different seeds (2001 and 7): "))
      << pictures.note().toStdString();
  std::filesystem::remove(to_path(seeded) / "resolved.json");
  pictures.compare_with({});
  wait();
  pictures.compare_with(seeded);
  wait();
  EXPECT_TRUE(pictures.note().contains("resolved.json")) << pictures.note().toStdString();
  EXPECT_EQ(pictures.numbers().rowCount(), static_cast<int>(rows.size()));
  pictures.compare_with(other);
  wait();
  // The other campaign, opened, is not compared with itself.
  open(other);
  wait();
  EXPECT_NE(pictures.picture().picture().svg.find("against baseline"), std::string::npos);
  open(to_text(tree.root() / "campaigns/a"));
  wait();
  // A row of the table draws its metric.
  auto* table = pictures.findChild<QTableView*>();
  emit table->activated(table->model()->index(1, 0));
  wait();
  EXPECT_EQ(pictures.recipe().metric,
            pictures.numbers().index(1, 2).data().toString().toStdString());
  // Published values.
  draw({.view = "published"});
  const auto published = seawind::compare(
      load_reference(SEAWIND_SOURCE_DIR "/configs/testsets/reference/reference.yaml"),
      campaign.results().cases);
  EXPECT_GT(published.size(), 3U);
  EXPECT_EQ(pictures.numbers().rowCount(), static_cast<int>(published.size()));
  EXPECT_EQ(pictures.csv().count("\n"), 1 + pictures.numbers().rowCount());
}

TEST_F(ResultsPageTest, ThePageIsWrittenWhenItIsMissingOrOlder) {
  const SyntheticCampaign wanted{.pending = 1};
  const QString directory = make("c", wanted);
  open(directory);
  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", SEAWIND_BINARY_DIR "/bin:" + path);
  const auto answered = [&] {
    QSignalSpy opened(&page.opener(), &ReportOpener::opened);
    QSignalSpy not_opened(&page.opener(), &ReportOpener::not_opened);
    QSignalSpy failed(&page.opener(), &ReportOpener::failed);
    for (QAction* action : page.page_actions())
      if (action->text() == "Open the pa&ge") action->trigger();
    const bool ended = QTest::qWaitFor(
        [&] { return opened.count() + not_opened.count() + failed.count() > 0; }, 30'000);
    return ended && failed.isEmpty();
  };
  QDesktopServices::setUrlHandler("file", &page, "hide");  // starts no browser
  for (const char* name : {"SUDO_UID", "PKEXEC_UID"}) qunsetenv(name);
  const QString file = directory + "/report/report.html";
  EXPECT_FALSE(page_is_current(directory));
  ASSERT_TRUE(answered());
  EXPECT_TRUE(page_is_current(directory));
  const auto first = QFileInfo(file).lastModified();
  ASSERT_TRUE(answered());
  EXPECT_EQ(QFileInfo(file).lastModified(), first) << "written again without need";
  test::finish_one(to_path(directory), wanted, 5);
  EXPECT_FALSE(page_is_current(directory));
  ASSERT_TRUE(answered());
  EXPECT_GT(QFileInfo(file).lastModified(), first);
  EXPECT_TRUE(page_is_current(directory));
  qputenv("PATH", "/nonexistent");
  QFile::remove(file);
  EXPECT_FALSE(answered());
  EXPECT_TRUE(page.banner().text().contains("the program seawind"))
      << page.banner().text().toStdString();
  qputenv("PATH", path);
  QDesktopServices::unsetUrlHandler("file");
}

/// Runs as root: opens the page of a campaign with a stand-in for runuser that answers `test -r`
/// with `readable`, and returns what it was called with.
std::string opened_as_user(const test::TempTree& tree, bool readable, QString& why) {
  tree.write("bin/runuser", std::string("#!/bin/sh\necho \"$@ $HOME $XDG_RUNTIME_DIR\" >>") +
                                (tree.root() / "called").string() +
                                "\n[ \"$4\" != test ] || exit " + (readable ? "0" : "1") + "\n");
  std::filesystem::permissions(tree.root() / "bin/runuser", std::filesystem::perms::owner_all);
  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", QByteArray::fromStdString((tree.root() / "bin").string()) + ":" + path);
  ReportOpener opener;
  QSignalSpy opened(&opener, &ReportOpener::opened);
  QSignalSpy not_opened(&opener, &ReportOpener::not_opened);
  opener.open(to_text(make_campaign(tree.root() / "c")));
  (void)QTest::qWaitFor([&] { return opened.count() + not_opened.count() > 0; }, 30'000);
  const std::string page = (tree.root() / "c/report/report.html").string();
  if (!opened.isEmpty())
    (void)QTest::qWaitFor([&] {
      return read_whole_file(tree.root() / "called", kLargest).find("xdg-open") !=
             std::string::npos;
    });
  if (!not_opened.isEmpty()) why = not_opened[0][1].toString();
  qputenv("PATH", path);
  return tree.without_root(read_whole_file(tree.root() / "called", kLargest));
}

TEST(ReportOpener, RootOpensThePageAsTheUserBehindItWhoMayReadIt) {
  if (geteuid() != 0) GTEST_SKIP() << "only root opens pages as another user";
  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", SEAWIND_BINARY_DIR "/bin:" + path);
  qputenv("PKEXEC_UID", "1");  // daemon, on every Debian
  QString why;
  const test::TempTree first;
  EXPECT_EQ(opened_as_user(first, true, why),
            "-u daemon -- test -r c/report/report.html /usr/sbin /run/user/1\n"
            "-u daemon -- xdg-open c/report/report.html /usr/sbin /run/user/1\n");
  EXPECT_EQ(why, "");
  const test::TempTree second;
  EXPECT_EQ(opened_as_user(second, false, why),
            "-u daemon -- test -r c/report/report.html /usr/sbin /run/user/1\n");
  EXPECT_TRUE(why.contains("daemon may not read")) << why.toStdString();
  qunsetenv("PKEXEC_UID");
  qputenv("PATH", path);
}

TEST(ReportOpener, FindsTheUserBehindRoot) {
  QProcessEnvironment environment;
  environment.insert("DISPLAY", ":7");
  EXPECT_FALSE(user_behind(environment));
  environment.insert("SUDO_UID", "0");
  EXPECT_FALSE(user_behind(environment));
  environment.insert("PKEXEC_UID", "1");
  const auto user = user_behind(environment);
  ASSERT_TRUE(user);
  EXPECT_EQ(user->name, "daemon");
  EXPECT_EQ(user->environment.value("HOME"), "/usr/sbin");
  EXPECT_EQ(user->environment.value("DISPLAY"), ":7");
}

TEST_F(ResultsPageTest, StateIsKeptOverARestart) {
  open(make("c"));
  page.tabs().setCurrentIndex(ResultsPage::kPictures);
  QSettings settings(to_text(tree.root() / "s.ini"), QSettings::IniFormat);
  page.save_state(settings);
  ResultsPage again(
      Places{SEAWIND_SOURCE_DIR "/configs", to_text(tree.root() / "own"), to_text(tree.root())});
  QSignalSpy shown(&again, &ResultsPage::campaign_shown);
  again.restore_state(settings);
  ASSERT_TRUE(shown.wait());
  EXPECT_EQ(again.campaign()->directory, page.campaign()->directory);
  EXPECT_EQ(again.tabs().currentIndex(), ResultsPage::kPictures);
}

// --- damaged campaigns: the error is shown, and the rest stays usable
// -----------------------------

TEST_F(ResultsPageTest, ReportsAFolderWithoutAStore) {
  std::filesystem::create_directories(tree.root() / "campaigns/empty/attempts");
  open(to_text(tree.root() / "campaigns/empty"));
  EXPECT_TRUE(page.banner().isVisible());
  EXPECT_TRUE(page.banner().text().contains("campaign.db"));
  open(make("good"));  // the page remains usable
  EXPECT_FALSE(page.banner().isVisible());
  EXPECT_EQ(page.repetitions().rowCount(), 24);
}

TEST_F(ResultsPageTest, ReportsATruncatedOrOverwrittenStore) {
  const QString truncated = make("c");
  const auto store = to_path(truncated) / "campaign.db";
  std::filesystem::resize_file(store, std::filesystem::file_size(store) / 2);
  const QString overwritten = make("d");
  QFile start(overwritten + "/campaign.db");
  ASSERT_TRUE(start.open(QIODevice::ReadWrite));
  start.write(QByteArray(4096, 'x'));
  start.close();
  for (const QString& directory : {truncated, overwritten}) {
    open(directory);
    EXPECT_TRUE(page.banner().isVisible());
    EXPECT_TRUE(page.banner().text().contains("campaign.db")) << page.banner().text().toStdString();
  }
}

TEST_F(ResultsPageTest, ReportsTheReadableVersionForANewerStore) {
  const QString directory = make("c");
  Database((to_path(directory) / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute("PRAGMA user_version = 9");
  open(directory);
  EXPECT_TRUE(page.banner().text().contains("its schema version is 9, this program reads 5"));
}

TEST_F(ResultsPageTest, WithoutThePlanTheFiguresAreStillShown) {
  const QString directory = make("c");
  std::filesystem::remove(to_path(directory) / "resolved.json");
  open(directory);
  EXPECT_TRUE(page.banner().text().contains("resolved.json"));
  EXPECT_TRUE(page.campaign()->has_samples);
  EXPECT_EQ(draw({}).points.size(), 24U);
  EXPECT_TRUE(page.summary().toPlainText().contains("24 of 24 repetitions valid"));
}

TEST_F(ResultsPageTest, ShowsWhatIsLeftOfARepetitionWithoutItsFolder) {
  const QString directory = make("c");
  std::filesystem::remove_all(to_path(directory) / "attempts/000/002-1");
  open(directory);
  QSignalSpy failed(&page.repetition().task(), &Task::failed);
  page.open_repetition(directory, QString::fromStdString(test::synthetic_case(0)), 2);
  ASSERT_TRUE(failed.wait());
  EXPECT_TRUE(failed[0][0].toString().contains("attempts/000/002-1"));
  QSignalSpy opened(&page.repetition(), &RepetitionView::opened);
  page.open_repetition(directory, QString::fromStdString(test::synthetic_case(0)), 3);
  ASSERT_TRUE(opened.wait());
}

}  // namespace
}  // namespace seawind::gui
