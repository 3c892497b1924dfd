// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/legacy_tcp/registered.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>

#include <array>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "common/error.h"

namespace seawind {
namespace {

constexpr std::uint32_t kStructOpsLink = 9;  // BPF_LINK_TYPE_STRUCT_OPS

/// bpf_link_info of a structure of operations; missing in Debian 12's headers (Linux 6.4 has it).
struct LinkInfo {
  std::uint32_t type;
  std::uint32_t id;
  std::uint32_t program;
  std::uint32_t padding;
  std::uint32_t map;
  std::array<std::uint32_t, 11> rest;
};

template <typename Info>
bool read_info(const Fd& fd, Info& info) {
  std::uint32_t size = sizeof info;
  return fd && bpf_obj_get_info_by_fd(fd.get(), &info, &size) == 0;
}

/// Offset of the id of the program `release` in the value of a map of struct tcp_congestion_ops.
std::uint32_t offset_of_release() {
  struct Free {
    void operator()(btf* types) const { btf__free(types); }
  };
  const std::unique_ptr<btf, Free> types(btf__load_vmlinux_btf());
  const auto offset = [&](const char* structure, std::string_view member) {
    const int id = btf__find_by_name_kind(types.get(), structure, BTF_KIND_STRUCT);
    const btf_type* type = id > 0 ? btf__type_by_id(types.get(), static_cast<__u32>(id)) : nullptr;
    for (__u16 i = 0; type != nullptr && i < btf_vlen(type); ++i) {
      if (member == btf__name_by_offset(types.get(), btf_members(type)[i].name_off))
        return btf_member_bit_offset(type, i) / 8;
    }
    throw Error("legacy TCP: cannot find " + std::string(structure) + "." + std::string(member) +
                " among the kernel's types");
  };
  if (!types) throw system_error("read the kernel's types");
  return offset("bpf_struct_ops_tcp_congestion_ops", "data") +
         offset("tcp_congestion_ops", "release");
}

/// The map `remembered` that a program uses; empty: none.
Fd memory_of_program(std::uint32_t program) {
  std::array<std::uint32_t, 64> maps{};
  bpf_prog_info info{};
  info.nr_map_ids = maps.size();
  info.map_ids = reinterpret_cast<std::uintptr_t>(maps.data());
  if (!read_info(Fd(bpf_prog_get_fd_by_id(program)), info)) return {};
  for (std::size_t i = 0; i < std::min<std::size_t>(info.nr_map_ids, maps.size()); ++i) {
    Fd map(bpf_map_get_fd_by_id(maps[i]));
    bpf_map_info about{};
    if (read_info(map, about) && std::string_view(about.name) == "remembered" &&
        about.type == BPF_MAP_TYPE_LRU_HASH && about.key_size == sizeof(RememberedKey) &&
        about.value_size == sizeof(std::uint32_t))
      return map;
  }
  return {};
}

}  // namespace

std::optional<RegisteredControl> find_registered_control() {
  std::uint32_t id = 0;
  while (bpf_link_get_next_id(id, &id) == 0) {
    Fd link(bpf_link_get_fd_by_id(id));
    LinkInfo info{};
    if (!read_info(link, info) || info.type != kStructOpsLink) continue;
    const Fd operations(bpf_map_get_fd_by_id(info.map));
    bpf_map_info about{};
    if (!read_info(operations, about) || std::string_view(about.name) != "reno24") continue;
    std::vector<char> value(about.value_size);
    const std::uint32_t first = 0;
    const std::uint32_t at = offset_of_release();
    std::uint64_t program = 0;
    if (bpf_map_lookup_elem(operations.get(), &first, value.data()) == 0 &&
        at + sizeof program <= value.size())
      std::memcpy(&program, value.data() + at, sizeof program);
    Fd memory = memory_of_program(static_cast<std::uint32_t>(program));
    if (!memory)
      throw Error(
          "legacy TCP: cannot use the congestion control reno24 that another program offers: it is "
          "not this version's; wait until that program has ended");
    return RegisteredControl{std::move(link), std::move(memory)};
  }
  return std::nullopt;
}

}  // namespace seawind
