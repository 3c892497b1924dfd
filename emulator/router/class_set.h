// SPDX-License-Identifier: GPL-3.0-or-later
// An ordered set of class indices (0 to 255).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace seawind {

class ClassSet {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void insert(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void erase(std::uint32_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  /// The smallest member >= `i`, or kNone.
  std::uint32_t first_from(std::uint32_t i) const {
    for (std::uint32_t word = i / 64; word < words_.size(); ++word) {
      std::uint64_t bits = words_[word];
      if (word == i / 64) bits &= ~std::uint64_t{0} << (i % 64);
      if (bits != 0) return 64 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
    }
    return kNone;
  }

 private:
  std::array<std::uint64_t, 4> words_{};
};

}  // namespace seawind
