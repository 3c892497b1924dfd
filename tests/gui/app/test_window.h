// SPDX-License-Identifier: GPL-3.0-or-later
// The main window, for tests that operate it as a user does.
#pragma once

#include <gtest/gtest.h>

#include <QTest>
#include <memory>

#include "gui/app/main_window.h"

namespace seawind::gui::test {

/// Creates the window with all pages; it is shown and active on return.
inline std::unique_ptr<MainWindow> open_window(const Places& places) {
  auto window = std::make_unique<MainWindow>(places, standard_pages(places));
  window->show();
  EXPECT_TRUE(QTest::qWaitForWindowActive(window.get()));
  return window;
}

/// The page with that key; creates it if necessary.
template <typename T>
T& page_of(MainWindow& window, const char* key) {
  return dynamic_cast<T&>(window.page(window.index_of(key)));
}

}  // namespace seawind::gui::test
