// SPDX-License-Identifier: GPL-3.0-or-later
// A list of flow numbers, linked through an array. It does not allocate; a flow is on at most one
// list.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

namespace seawind {

struct FlowLink {
  std::uint32_t next = 0;
  bool listed = false;
};

class FlowList {
 public:
  bool empty() const { return size_ == 0; }
  std::uint32_t head() const {
    assert(!empty());
    return head_;
  }
  void append(std::vector<FlowLink>& links, std::uint32_t flow) {
    assert(!links[flow].listed);
    if (size_++ == 0) {
      head_ = flow;
    } else {
      links[tail_].next = flow;
    }
    tail_ = flow;
    links[flow].listed = true;
  }
  void remove_head(std::vector<FlowLink>& links) {
    assert(!empty());
    links[head_].listed = false;
    head_ = links[head_].next;
    --size_;
  }

 private:
  std::uint32_t head_ = 0;
  std::uint32_t tail_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace seawind
