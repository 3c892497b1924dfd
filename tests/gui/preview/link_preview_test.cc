// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/link_preview.h"

#include <signal.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gui/document/tree_edits.h"
#include "gui/preview/short_text.h"
#include "preview_fixture.h"

namespace seawind::gui {
namespace {

using Json = nlohmann::json;
constexpr int kPatience = 60'000;  // longest wait, ms

class LinkPreviewTest : public PreviewTest {
 protected:
  Draft draft(const QString& profile) const {
    return {Kind::kProfile, shipped(Kind::kProfile, profile),
            read_file(shipped(Kind::kProfile, profile)), places};
  }
  /// The output of `seawind profiles plot --json`.
  Json printed(const QString& profile, const PreviewChoice& choice, std::uint64_t seed) const {
    HopChoice hop_choice;
    hop_choice.profile = shipped(Kind::kProfile, profile).toStdString();
    hop_choice.configs = to_path(places.configs);
    hop_choice.seed = seed;
    Diagnostics problems;
    const auto hop = load_hop(hop_choice, problems);
    EXPECT_TRUE(hop.has_value()) << problems.render();
    std::string out;
    EXPECT_EQ(run_seawind_link(preview_arguments(choice, seed), hop->spec, out), 0);
    return Json::parse(out);
  }

  /// Runs as LinkPreview does, in the thread of the task.
  void start(Task& task, const LinkRequest& request) {
    task.start([this, request](const std::stop_token& stop) {
      const LinkResult result = run_link(request, stop);
      return [this, result] { results_.push_back(result); };
    });
  }
  std::vector<LinkResult> results_;

  /// Creates a replacement of seawind-link that does not end and writes its pid to pid_file().
  /// Returns its directory.
  QString endless_program() const {
    QFile script(own.filePath("seawind-link"));
    EXPECT_TRUE(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho $$ > " + pid_file().toUtf8() + ".new\nmv " + pid_file().toUtf8() +
                 ".new " + pid_file().toUtf8() + "\nexec sleep 1000\n");
    script.close();
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return own.path();
  }
  QString pid_file() const { return own.filePath("pid"); }
  pid_t pid() const { return read_file(pid_file()).trimmed().toInt(); }

  void wait_for_refresh(LinkPreview& preview) {
    EXPECT_TRUE(QTest::qWaitFor([&] { return !preview.is_busy(); }, kPatience));
  }
};

void expect_same(const LinkData::DirectionData& direction, const Json& json, double interval) {
  const Json& probe = json["probe"];
  EXPECT_EQ(direction.sent, probe["sent"].get<quint64>());
  EXPECT_EQ(direction.delivered, probe["delivered"].get<quint64>());
  ASSERT_EQ(static_cast<quint64>(direction.delay.size()), direction.delivered);
  ASSERT_EQ(static_cast<quint64>(direction.lost_at.size()), direction.sent - direction.delivered);
  qsizetype arrived = 0, lost = 0;
  for (std::size_t i = 0; i < probe["delays_ns"].size(); ++i) {
    const Json& delay = probe["delays_ns"][i];
    const double at = static_cast<double>(i) * interval;
    if (delay.is_null()) {
      EXPECT_NEAR(direction.lost_at[lost++], at, 1e-9);
    } else {
      EXPECT_NEAR(direction.sent_at[arrived], at, 1e-9);
      EXPECT_NEAR(direction.delay[arrived++], delay.get<double>() / 1e6, 1e-9);
    }
  }
  if (direction.delivered > 0) {
    EXPECT_TRUE(std::is_sorted(direction.sorted.begin(), direction.sorted.end()));
    EXPECT_NEAR(direction.share.back(),
                static_cast<double>(direction.delivered) / static_cast<double>(direction.sent),
                1e-12);
    // The quantiles that the program computes: minimum and maximum.
    const Json& quantiles = probe["delay"]["quantiles_ms"];
    EXPECT_NEAR(direction.sorted.front(), quantiles[0].get<double>(), 1e-6);
    EXPECT_NEAR(direction.sorted.back(), quantiles[100].get<double>(), 1e-6);
  }
  ASSERT_EQ(static_cast<std::size_t>(direction.rate.size()), json["rate"].size() + 1);
  for (std::size_t i = 0; i < json["rate"].size(); ++i) {
    const auto at = static_cast<qsizetype>(i);
    EXPECT_NEAR(direction.rate_at[at], json["rate"][i][0].get<double>() / 1e9, 1e-9);
    EXPECT_DOUBLE_EQ(direction.rate[at], json["rate"][i][1].get<double>());
  }
  EXPECT_EQ(direction.blocked.size(), json["blocked"].size());
}

TEST_F(LinkPreviewTest, EveryShippedProfileShowsWhatTheProgramPrints) {
  const PreviewChoice choice{"5s", "100B", "200ms"};
  const QStringList profiles = all_shipped(Kind::kProfile);
  ASSERT_GT(profiles.size(), 40);
  for (const QString& profile : profiles) {
    SCOPED_TRACE(profile.toStdString());
    const LinkResult result = run_link({draft(profile), choice, 3}, {});
    ASSERT_NE(result.data, nullptr) << result.problem.toStdString();
    const Json json = printed(profile, choice, 3);
    const LinkData& data = *result.data;
    EXPECT_DOUBLE_EQ(data.duration, 5);
    ASSERT_EQ(static_cast<std::size_t>(data.state_names.size()), json["state_names"].size());
    // The state at each change must be the same.
    for (std::size_t i = 0; i < json["states"].size(); ++i) {
      const double at = json["states"][i][0].get<double>() / 1e9;
      const auto strip = std::find_if(data.states.begin(), data.states.end(),
                                      [&](const auto& s) { return s.from <= at && at < s.to; });
      if (at >= data.duration) continue;
      ASSERT_NE(strip, data.states.end()) << at;
      EXPECT_EQ(strip->state, json["states"][i][1].get<int>()) << at;
    }
    expect_same(data.directions[0], json["downlink"], 0.2);
    expect_same(data.directions[1], json["uplink"], 0.2);
  }
}

TEST_F(LinkPreviewTest, TheUnsavedTextIsWhatRuns) {
  Draft changed = draft("e0");
  changed.text.replace("propagation_delay: 300ms", "propagation_delay: 450ms");
  const LinkResult result = run_link({changed, {"2s", "100B", "500ms"}, 1}, {});
  ASSERT_NE(result.data, nullptr) << result.problem.toStdString();
  EXPECT_NEAR(result.data->directions[0].sorted.front(), 450 + 12.5,
              1e-6);  // 100 B at 64 kbit/s take 12.5 ms

  Draft new_one{Kind::kProfile, {}, "extends: e0\nuplink: {propagation_delay: 1s}\n", places};
  const LinkResult of_new = run_link({new_one, {"2s", "100B", "500ms"}, 1}, {});
  ASSERT_NE(of_new.data, nullptr) << of_new.problem.toStdString();
  EXPECT_NEAR(of_new.data->directions[1].sorted.front(), 1012.5, 1e-6);
  EXPECT_EQ(short_text(*node_at(*of_new.values, "downlink.rate_base")), "64kbit/s");
}

TEST_F(LinkPreviewTest, AChoiceOutOfRangeIsSaidInTheProgramsWords) {
  const LinkResult result = run_link({draft("e0"), {"60s", "3B", "100ms"}, 1}, {});
  EXPECT_EQ(result.data, nullptr);
  EXPECT_TRUE(result.problem.contains("28B and 65535B")) << result.problem.toStdString();
  const LinkResult many = run_link({draft("e0"), {"24h", "100B", "1ms"}, 1}, {});
  EXPECT_EQ(many.data, nullptr);
  EXPECT_TRUE(many.problem.contains("300,000")) << many.problem.toStdString();
}

TEST_F(LinkPreviewTest, StoppingKillsTheRun) {
  set_programs(endless_program());
  pid_t running = 0;
  {
    Task task(Task::Threads::kOne);
    start(task, {draft("e0"), {}, 1});
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(pid_file()); }, kPatience));
    running = pid();
    EXPECT_EQ(::kill(running, 0), 0);
    task.cancel();
    EXPECT_FALSE(task.is_running());
  }
  QCoreApplication::processEvents();
  EXPECT_TRUE(results_.empty());
  EXPECT_EQ(::kill(running, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST_F(LinkPreviewTest, ANewRequestKillsTheOneBefore) {
  set_programs(endless_program());
  Task task(Task::Threads::kOne);
  start(task, {draft("e0"), {}, 1});
  ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(pid_file()); }, kPatience));
  const pid_t running = pid();
  set_programs(SEAWIND_BINARY_DIR "/bin");
  start(task, {draft("r4"), {"3s", "100B", "100ms"}, 1});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !results_.empty(); }, kPatience));
  EXPECT_EQ(::kill(running, 0), -1);
  ASSERT_EQ(results_.size(), 1U);
  const LinkResult& result = results_[0];
  ASSERT_NE(result.data, nullptr) << result.problem.toStdString();
  EXPECT_DOUBLE_EQ(result.data->duration, 3);
}

TEST_F(LinkPreviewTest, BrokenTextKeepsTheLastPictures) {
  const auto document = load(Kind::kProfile, "e0");
  LinkPreview preview(*document, places);
  wait_for_refresh(preview);
  ASSERT_NE(preview.data(), nullptr) << preview.notice().toStdString();
  const LinkData* before = preview.data();
  EXPECT_EQ(preview.notice(), "");

  const int at = static_cast<int>(document->text().indexOf("64kbit/s"));
  const int line = static_cast<int>(document->text().left(at).count('\n')) + 1;
  document->replace(at, 8, "64", "break it");
  wait_for_refresh(preview);
  EXPECT_EQ(preview.data(), before);
  EXPECT_TRUE(preview.notice().contains(QStringLiteral("Line %1").arg(line)))
      << preview.notice().toStdString();

  document->undo_stack().undo();
  wait_for_refresh(preview);
  EXPECT_EQ(preview.notice(), "");
  ASSERT_NE(preview.data(), nullptr);
  EXPECT_NE(preview.data(), before);
}

TEST_F(LinkPreviewTest, ElementsShowTheValuesOfTheProfileAndItsParents) {
  Diagnostics problems;
  const auto profile = read_draft(draft("r4"), problems);
  ASSERT_TRUE(profile.has_value()) << problems.render();
  const auto elements =
      path_elements(*profile, schema(Kind::kProfile, places), "downlink", "tail-drop-20");
  const auto at = [&](const QString& title) -> const PathElement& {
    return *std::find_if(elements.begin(), elements.end(),
                         [&](const PathElement& e) { return e.title == title; });
  };
  EXPECT_EQ(channel_element(*profile).lines.value(0), "good for exponential 10s (5s to 15s)");
  EXPECT_EQ(at("Transmitter").lines, QStringList{"64kbit/s"});
  EXPECT_EQ(at("Line").lines, QStringList{"300ms"});
  EXPECT_EQ(at("Channel").lines, QStringList{"errors 0; bad: 60%"});
  EXPECT_TRUE(at("Channel").is_on);
  EXPECT_THAT(at("Retransmissions").lines,
              testing::ElementsAre("DELAY_ITERATE", "each 700ms", "together at most 2801ms"));
  EXPECT_EQ(at("Send buffer").lines.value(0), "12000B");
  EXPECT_THAT(at("Input queue").lines,
              testing::ElementsAre("at most 1pkt", "full: the router queues"));
  for (const char* off : {"Base station stages", "Gates", "Output dropper"})
    EXPECT_FALSE(at(off).is_on) << off;
  EXPECT_EQ(at("Last-hop router").path, "");

  const auto spikes = read_draft(draft("delay-spikes"), problems);
  const auto stopped = path_elements(*spikes, schema(Kind::kProfile, places), "uplink", {});
  const auto gates = std::find_if(stopped.begin(), stopped.end(),
                                  [](const PathElement& e) { return e.title == "Gates"; });
  EXPECT_EQ(gates->lines, QStringList{"spike of uniform 3s to 15s, every uniform 20s to 40s"});
  EXPECT_EQ(gates->path, "spikes[0]");
}

// A new field of LinkDirection with `element` and `word` is shown without code of the window.
TEST_F(LinkPreviewTest, EveryParameterOfADirectionIsInThePicture) {
  const SchemaNode& root = schema(Kind::kProfile, places);
  const SchemaNode* direction = root.child("downlink");
  ASSERT_NE(direction, nullptr);
  int count = 0;
  for (const SchemaNode* one : direction->children) {
    if (one->key == "states" || one->labels.size() == 1) continue;  // one label: no other value
    SCOPED_TRACE(one->key.toStdString());
    EXPECT_FALSE(one->element.isEmpty());
    if (one->word.isEmpty()) continue;
    ++count;
    QString value = one->example;
    if (value == one->default_text) {
      const bool is_switch = one->shape == SchemaNode::Shape::kSwitch;
      value = one->labels.isEmpty() ? "50" + one->units.value(0) : one->labels.back();
      if (is_switch) value = "true";
    }
    // The rest of the direction makes each element effective.
    const QString text =
        "downlink: {queue_max_length: 1pkt, error_handling: DELAY, "
        "error_probability: 1%, " +
        one->key + ": " + value + "}\n";
    Diagnostics problems;
    const auto profile = read_draft({Kind::kProfile, {}, text, places}, problems);
    ASSERT_TRUE(profile.has_value()) << problems.render();
    const auto elements = path_elements(*profile, root, "downlink", {});
    const auto at = std::find_if(elements.begin(), elements.end(), [&](const PathElement& e) {
      return e.elements.contains(one->element);
    });
    ASSERT_NE(at, elements.end()) << one->element.toStdString();
    EXPECT_TRUE(at->is_on);
    EXPECT_TRUE(std::any_of(at->lines.begin(), at->lines.end(), [&](const QString& line) {
      return line.startsWith(one->word);
    })) << at->lines.join('|').toStdString();
  }
  EXPECT_GT(count, 25);
}

TEST_F(LinkPreviewTest, ChoosingAnElementEmitsItsPath) {
  const auto document = load(Kind::kProfile, "r4");
  LinkPreview preview(*document, places);
  preview.resize(1000, 800);
  preview.show();
  wait_for_refresh(preview);
  preview.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&preview));
  QSignalSpy chosen(&preview, &Preview::path_chosen);
  NodeButton* box = preview.picture().box_of("downlink.propagation_delay");
  ASSERT_NE(box, nullptr);
  ASSERT_TRUE(QTest::qWaitFor([box] { return box->isVisible(); }));
  QTest::mouseClick(box, Qt::LeftButton);
  ASSERT_EQ(chosen.count(), 1);
  EXPECT_EQ(chosen[0][0].toString(), "downlink.propagation_delay");
  EXPECT_TRUE(box->accessibleName().startsWith("downlink, Line: 300ms"));

  const auto focus = [] {
    const QWidget* at = QApplication::focusWidget();
    return at != nullptr ? at->accessibleName().toStdString() : std::string("nothing");
  };
  QTest::keyClick(box, Qt::Key_Right);
  EXPECT_THAT(focus(), testing::StartsWith("uplink, Line"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
  EXPECT_THAT(focus(), testing::StartsWith("uplink, Retransmissions"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  ASSERT_EQ(chosen.count(), 2);
  EXPECT_EQ(chosen[1][0].toString(), "uplink.error_handling");
}

TEST_F(LinkPreviewTest, ThePictureOfAnEarlierTextIsFaintAndDrawnOnce) {
  const auto document = load(Kind::kProfile, "e0");
  LinkPreview preview(*document, places);
  preview.resize(700, 1200);  // no scroll bar
  preview.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&preview));
  wait_for_refresh(preview);
  auto* area = preview.findChild<QScrollArea*>();
  const auto seen = [&] {
    QCoreApplication::processEvents();
    return preview.grab(QRect(area->mapTo(&preview, QPoint()), area->size())).toImage();
  };
  const QImage before = seen();
  QSignalSpy refreshed(&preview, &LinkPreview::refreshed);
  document->replace(0, 0, "a: [\n", "break it");
  ASSERT_TRUE(refreshed.wait(20'000));
  const QImage after = seen();
  const QColor paper = preview.palette().color(QPalette::Window);
  const auto faint = [](int colour, int under) { return 0.45 * colour + 0.55 * under; };
  int wrong = 0;
  for (int y = 0; y < std::min(before.height(), after.height()); ++y)
    for (int x = 0; x < before.width(); ++x) {
      const QColor was = before.pixelColor(x, y), is = after.pixelColor(x, y);
      if (std::abs(faint(was.red(), paper.red()) - is.red()) > 4 ||
          std::abs(faint(was.blue(), paper.blue()) - is.blue()) > 4)
        ++wrong;
    }
  EXPECT_EQ(wrong, 0);
  // The plots as well: their paper stays light.
  preview.findChild<QTabWidget*>()->setCurrentIndex(1);
  QCoreApplication::processEvents();
  auto* plots = preview.findChild<PreviewPlots*>();
  const QPoint corner = plots->mapTo(&preview, plots->rect().bottomRight() - QPoint(3, 3));
  EXPECT_GT(preview.grab().toImage().pixelColor(corner).lightness(), 200);
}

TEST_F(LinkPreviewTest, PicturesAreThereInLightAndDark) {
  for (const QString name : {"e0", "r4", "three-state-loss", "delay-spikes", "5g-nr"}) {
    const auto document = load(Kind::kProfile, name);
    LinkPreview preview(*document, places);
    preview.resize(1200, 900);
    wait_for_refresh(preview);
    ASSERT_NE(preview.data(), nullptr) << preview.notice().toStdString();
    auto* tabs = preview.findChild<QTabWidget*>();
    ASSERT_NE(tabs, nullptr);
    for (const bool dark : {false, true}) {
      if (dark) preview.setPalette(dark_palette());
      for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        const QString picture =
            QStringLiteral("%1-%2-%3").arg(name).arg(tab).arg(dark ? "dark" : "light");
        EXPECT_GT(colours_of(preview, picture), 40) << picture.toStdString();
      }
    }
  }
}

}  // namespace
}  // namespace seawind::gui
