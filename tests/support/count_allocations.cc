// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/count_allocations.h"

#include <cstdlib>
#include <new>

[[gnu::noinline]] void* operator new(std::size_t size) {
  seawind::test::allocated_bytes += size;
  ++seawind::test::allocations;
  if (void* block = std::malloc(size)) return block;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* block) noexcept {
  ++seawind::test::deallocations;
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept {
  ++seawind::test::deallocations;
  std::free(block);
}
