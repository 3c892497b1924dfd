// SPDX-License-Identifier: GPL-3.0-or-later
// Random changes of a text, for tests of readers: a fixed seed gives the same texts.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace seawind::test {

class Mutator {
 public:
  /// `pieces` mean something to the reader; they must outlive this object.
  struct Options {
    std::span<const std::string_view> pieces;
    std::uint64_t seed;
    std::size_t most_erased;  // bytes by one change
    std::size_t copied_below;
  };
  explicit Mutator(const Options& options) : options_(options), random_(options.seed) {}

  /// Makes one to four changes: inserts a piece, erases, overwrites a byte, or repeats a part.
  std::string change(std::string text) {
    for (std::size_t n = 1 + below(4); n > 0; --n) {
      const std::size_t at = below(text.size() + 1);
      switch (below(4)) {
        case 0:
          text.insert(at, options_.pieces[below(options_.pieces.size())]);
          break;
        case 1:
          text.erase(at, 1 + below(options_.most_erased));
          break;
        case 2:
          if (at < text.size()) text[at] = static_cast<char>(random_());
          break;
        default:
          text.insert(at, text.substr(below(text.size() + 1), below(options_.copied_below)));
          break;
      }
    }
    return text;
  }
  /// A number from 0 to n - 1.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

 private:
  Options options_;
  std::mt19937_64 random_;
};

}  // namespace seawind::test
