// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/classifier.h"

#include <algorithm>
#include <bit>

#include "emulator/router/flow_hash.h"

namespace seawind {
namespace {

using Address = std::array<std::uint8_t, 16>;

Address address_at(const Packet& packet, std::size_t at, std::size_t length) {
  Address out{};
  const auto bytes = packet.ip_bytes();
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), length, out.begin());
  return out;
}

template <typename Key>
void accept_values(FieldIndex<Key>& index, std::size_t filter, const std::vector<Key>& values) {
  for (const Key& value : values) index.accept(filter, value, value);
}
void accept_ranges(FieldIndex<std::uint16_t>& index, std::size_t filter,
                   const std::vector<PortRange>& ranges) {
  for (const PortRange& range : ranges) index.accept(filter, range.first, range.last);
}

}  // namespace

void Classifier::AddressIndex::accept(std::size_t filter,
                                      const std::vector<AddressPrefix>& prefixes) {
  if (prefixes.empty()) return;
  for (auto& index : by_version) index.refuse(filter);
  for (const AddressPrefix& prefix : prefixes) {
    const std::size_t length = prefix.version == 4 ? 4 : 16;
    Address first{};
    Address last{};
    for (std::size_t bit = 0; bit < 8 * length; ++bit) {
      const auto mask = static_cast<std::uint8_t>(0x80 >> (bit % 8));
      const bool given = bit < prefix.bits;
      if (given && (prefix.bytes[bit / 8] & mask) != 0) first[bit / 8] |= mask;
      if (!given || (prefix.bytes[bit / 8] & mask) != 0) last[bit / 8] |= mask;
    }
    by_version[prefix.version == 4 ? 0 : 1].accept(filter, first, last);
  }
}

void Classifier::AddressIndex::build(std::size_t filters) {
  for (auto& index : by_version) index.build(filters);
}

Classifier::Classifier(const std::vector<std::vector<FilterConfig>>& filters, std::uint64_t seed)
    : seed_(seed) {
  for (std::size_t i = 0; i < filters.size(); ++i) {
    static const std::vector<FilterConfig> kEverything(1);
    for (const FilterConfig& filter : filters[i].empty() ? kEverything : filters[i]) {
      add(class_of_.size(), filter);
      class_of_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  const std::size_t count = class_of_.size();
  dscp_.build(count);
  ecn_.build(count);
  protocol_.build(count);
  port_.build(count);
  source_port_.build(count);
  destination_port_.build(count);
  length_.build(count);
  address_.build(count);
  source_.build(count);
  destination_.build(count);
  left_.resize((count + 63) / 64);
}

void Classifier::add(std::size_t number, const FilterConfig& filter) {
  accept_values(dscp_, number, filter.dscp);
  accept_values(ecn_, number, filter.ecn);
  accept_values(protocol_, number, filter.protocol);
  accept_ranges(port_, number, filter.port);
  accept_ranges(source_port_, number, filter.source_port);
  accept_ranges(destination_port_, number, filter.destination_port);
  if (filter.length) length_.accept(number, filter.length->first, filter.length->last);
  address_.accept(number, filter.address);
  source_.accept(number, filter.source);
  destination_.accept(number, filter.destination);
  shares_.push_back(filter.flow_hash);
}

void Classifier::narrow(const FilterSet& set) {
  for (std::size_t i = 0; i < left_.size(); ++i) left_[i] &= set[i];
}
void Classifier::narrow_either(const FilterSet& a, const FilterSet& b) {
  for (std::size_t i = 0; i < left_.size(); ++i) left_[i] &= a[i] | b[i];
}

void Classifier::narrow_by_addresses(const Packet& packet) {
  const IpView& ip = packet.ip();
  if (ip.version == 0) return std::fill(left_.begin(), left_.end(), 0);
  const bool four = ip.version == 4;
  const Address source = address_at(packet, four ? 12 : 8, four ? 4 : 16);
  const Address destination = address_at(packet, four ? 16 : 24, four ? 4 : 16);
  const std::size_t version = four ? 0 : 1;
  const auto& either = address_.by_version[version];
  narrow_either(either.at(source), either.at(destination));
  narrow(source_.by_version[version].at(source));
  narrow(destination_.by_version[version].at(destination));
}

std::optional<std::uint32_t> Classifier::classify(const Packet& packet) {
  const IpView& ip = packet.ip();
  left_ = dscp_.at(ip.dscp);  // of equal size: no allocation
  if (!ecn_.trivial()) narrow(ecn_.at(ip.ecn));
  if (!protocol_.trivial()) narrow(protocol_.at(ip.protocol));
  if (!port_.trivial()) narrow_either(port_.at(ip.source_port), port_.at(ip.destination_port));
  if (!source_port_.trivial()) narrow(source_port_.at(ip.source_port));
  if (!destination_port_.trivial()) narrow(destination_port_.at(ip.destination_port));
  if (!length_.trivial()) narrow(length_.at(packet.size()));
  if (!address_.trivial() || !source_.trivial() || !destination_.trivial()) {
    narrow_by_addresses(packet);
  }
  for (std::size_t word = 0; word < left_.size(); ++word) {
    for (std::uint64_t bits = left_[word]; bits != 0; bits &= bits - 1) {
      const std::size_t filter = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
      const std::optional<FlowShare>& share = shares_[filter];
      if (share) {
        const auto rest = static_cast<std::uint32_t>(flow_hash(packet, seed_) % share->modulo);
        const auto& wanted = share->remainders;
        if (std::find(wanted.begin(), wanted.end(), rest) == wanted.end()) continue;
      }
      return class_of_[filter];
    }
  }
  return {};
}

}  // namespace seawind
