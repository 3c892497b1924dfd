// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts packets into the classes of a discipline. A packet belongs to the first class, in the
// configured order, with a matching filter. A filter matches if all of its conditions hold. Cost:
// one binary search per header field that any filter uses, and one bit operation per 64 filters.
//
// Fragments other than the first have ports 0. An address filter of one IP version matches no
// packet of the other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/core/packet.h"
#include "emulator/router/field_index.h"
#include "emulator/router/filter_config.h"

namespace seawind {

class Classifier {
 public:
  /// `filters[i]` are the filters of class i; a class without filters takes every packet. `seed`
  /// keys the flow hashes.
  Classifier(const std::vector<std::vector<FilterConfig>>& filters, std::uint64_t seed);

  /// Index of the class, or nothing if no class matches.
  std::optional<std::uint32_t> classify(const Packet& packet);

 private:
  using Address = std::array<std::uint8_t, 16>;
  struct AddressIndex {  // by IP version: 4, 6
    std::array<FieldIndex<Address>, 2> by_version;
    void accept(std::size_t filter, const std::vector<AddressPrefix>& prefixes);
    void build(std::size_t filters);
    bool trivial() const { return by_version[0].trivial() && by_version[1].trivial(); }
  };
  void add(std::size_t number, const FilterConfig& filter);
  void narrow(const FilterSet& set);
  void narrow_either(const FilterSet& a, const FilterSet& b);
  void narrow_by_addresses(const Packet& packet);

  const std::uint64_t seed_;
  std::vector<std::uint32_t> class_of_;  // by filter, ascending
  FieldIndex<std::uint8_t> dscp_, ecn_, protocol_;
  FieldIndex<std::uint16_t> port_, source_port_, destination_port_;
  FieldIndex<std::uint32_t> length_;
  AddressIndex address_, source_, destination_;
  std::vector<std::optional<FlowShare>> shares_;  // by filter
  FilterSet left_;                                // scratch space of classify()
};

}  // namespace seawind
