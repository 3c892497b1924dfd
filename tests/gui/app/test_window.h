// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window, for tests that use it as a user does.
#pragma once

#include <gtest/gtest.h>

#include <QTest>
#include <memory>

#include "gui/app/main_window.h"

namespace seawind::gui::test {

/// Shown and active.
inline std::unique_ptr<MainWindow> open_window(const Places& places) {
  auto window = std::make_unique<MainWindow>(places, standard_pages(places));
  window->show();
  EXPECT_TRUE(QTest::qWaitForWindowActive(window.get()));
  return window;
}

/// A page by its key, whether it is shown or not.
template <typename T>
T& page_of(MainWindow& window, const char* key) {
  return dynamic_cast<T&>(window.page(window.index_of(key)));
}

}  // namespace seawind::gui::test
