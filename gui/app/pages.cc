// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/app/lab_page.h"
#include "gui/app/page_entry.h"
#include "gui/library/library_model.h"
#include "gui/library/library_page.h"
#include "gui/preview/make_preview.h"
#include "gui/results/results_page.h"
#include "gui/run/campaign_queue.h"
#include "gui/run/run_page.h"
#include "gui/testset/test_set_page.h"

namespace seawind::gui {

std::vector<PageEntry> standard_pages(const Places& places) {
  return {{.key = "library",
           .title = QCoreApplication::translate("Pages", "Link models"),
           .description = QCoreApplication::translate(
               "Pages", "Link profiles, routers, TCP variants and workloads, with previews"),
           .make = [places] { return new LibraryPage(places, make_preview, nullptr); },
           .shows = {"file"},
           .edits = {kLibraryKinds.begin(), kLibraryKinds.end()}},
          {.key = "testset",
           .title = QCoreApplication::translate("Pages", "Test sets"),
           .description = QCoreApplication::translate(
               "Pages", "What is to be combined, how often, and how long that will take"),
           .make = [places] { return new TestSetPage(places); },
           .shows = {"file"},
           .edits = {Kind::kTestSet}},
          {.key = "run",
           .title = QCoreApplication::translate("Pages", "Run"),
           .description =
               QCoreApplication::translate("Pages", "Start campaigns and watch them as they run"),
           .make = [places] { return new RunPage(places); },
           .shows = {"run", "start", "watch"},
           .must_start_early = [places] { return QFile::exists(CampaignQueue::file_in(places)); }},
          {.key = "results",
           .title = QCoreApplication::translate("Pages", "Results"),
           .description = QCoreApplication::translate(
               "Pages", "Plots and tables of campaigns, comparisons, export"),
           .make = [places] { return new ResultsPage(places); },
           .shows = {"results", "boxes", "repetition"}},
          {.key = "lab",
           .title = QCoreApplication::translate("Pages", "Lab"),
           .description = QCoreApplication::translate(
               "Pages",
               "Other machines on which campaigns run: who belongs to a lab, and whether "
               "it is ready"),
           .make = [places] { return new LabPage(places); },
           .shows = {}}};
}

}  // namespace seawind::gui
